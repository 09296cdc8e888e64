"""The messages of 6 nimmt!, described from what their reader may know."""

from __future__ import annotations

from typing import Any

from bot.games.contract import Seat
from bot.games.six_nimmt.deck import ROW_NUMBERS, heads
from bot.games.six_nimmt.view import NimmtView, Placement
from bot.text import Words
from cogs.kit.content import Button, Content, Entry, Menu, Row
from cogs.kit.desk import waiting
from cogs.kit.scenes import spoken
from render.scene import Scene
from render.six_nimmt import board, hand, ranking, row_choice, scores
from render.six_nimmt import words as told
from render.six_nimmt.facts import TRICKS, landing

Nimmt = Scene[NimmtView]


class NimmtDesk:
    """`cogs.kit.desk.Desk` for 6 nimmt!."""

    key = "six_nimmt"

    def options(self, options: Any, words: Words) -> tuple[tuple[str, str], ...]:
        """The options as rows of label and value."""
        return told.option_rows(options, words)

    def board(self, scene: Nimmt) -> Content:
        """The newest trick, at a round's end also the scores, and who has still to choose."""
        drawings = (board(scene), scores(scene)) if _round_over(scene.view) else (board(scene),)
        story = "\n".join(told.report(spoken(scene)))
        # That a row is being chosen, and by whom, is the end of the story itself.
        owed = "" if scene.view.question is not None else _still_to_choose(spoken(scene))
        return Content((story, told.headline(scene), owed), drawings)

    def page(self, scene: Nimmt) -> Content:
        """The board of that moment without who has still to choose."""
        shown = self.board(scene)
        return Content(("\n".join(told.report(spoken(scene))), f"-# {self.caption(scene)}"), shown.drawings)

    def caption(self, scene: Nimmt) -> str:
        """The round and the trick that was played last."""
        view, words = scene.view, scene.words
        if not view.last:
            return words("six_nimmt.panel.caption_rows", round=view.round)
        played = view.trick - 1 if view.phase == "choose" else view.trick
        return words("six_nimmt.panel.caption", round=view.round, trick=played)

    def panel(self, scene: Nimmt, choice: str = "") -> Content:
        """The hand with its menu, or the four rows for the owner of a low card."""
        view = scene.view
        if view.question is not None:
            return _row_panel(scene, choice) if view.question.seat == scene.seat else _watching(scene)
        return _card_panel(scene, choice) if view.phase == "choose" and view.hand else _watching(scene)

    def settled(self, scene: Nimmt) -> Content:
        """What became of the card."""
        played = next((placed for placed in scene.view.last if placed.seat == scene.seat), None)
        return Content((_fate(played, scene.words),))

    def text(self, scene: Nimmt) -> str:
        """Everything the reader's picture shows, in words."""
        return told.text(spoken(scene))

    def ended(self, scene: Nimmt) -> Content:
        """The winners and the ranking."""
        return Content((_won(spoken(scene)),), (ranking(scene),))


def is_last(view: NimmtView, seat: Seat) -> bool:
    """Whether a card selected by this seat now reveals the trick."""
    return view.phase == "choose" and all(chosen for other, chosen in enumerate(view.chosen) if other != seat)


def lands(view: NimmtView, card: int, words: Words) -> str:
    """Where a card would go on the table as it lies."""
    place = landing(view.rows, card)
    if place.row is None:
        return words("six_nimmt.panel.lands_low")
    if place.taken:
        return words("six_nimmt.panel.lands_sixth", row=place.row, n=heads(place.taken))
    return words("six_nimmt.panel.lands", row=place.row, place=len(view.rows[place.row - 1]) + 1)


def named(card: int, words: Words) -> str:
    """A card with its heads."""
    return words("six_nimmt.panel.card", card=card, n=heads((card,)))


def _card_panel(scene: Nimmt, choice: str) -> Content:
    view, words = scene.view, scene.words
    card = int(choice) if choice.isdecimal() and int(choice) in view.hand else None
    if card is not None:
        text = words("six_nimmt.panel.last", card=card)
    elif view.selected is not None:
        text = words("six_nimmt.panel.chosen", card=view.selected)
    else:
        text = words("six_nimmt.panel.choose", trick=view.trick)
    shown = card if card is not None else view.selected
    entries = tuple(
        Entry(named(number, words), str(number), lands(view, number, words), chosen=number == shown)
        for number in view.hand
    )
    menu = Menu("nimmt.choose", words("six_nimmt.panel.menu"), entries)
    rows: tuple[Row, ...] = (menu,) if card is None else (menu, _sure("nimmt.card", str(card), words))
    return Content((text,), (hand(scene, card),), rows)


def _row_panel(scene: Nimmt, choice: str) -> Content:
    view, words = scene.view, scene.words
    assert view.question is not None
    row = int(choice) if choice.isdecimal() and int(choice) in ROW_NUMBERS else None
    costs = {number: heads(view.rows[number - 1]) for number in ROW_NUMBERS}
    buttons = tuple(
        Button(
            "nimmt.row",
            words("six_nimmt.panel.row_button", row=number, n=costs[number]),
            rest=str(number),
            style="primary" if number == row else "secondary",
        )
        for number in ROW_NUMBERS
    )
    card = view.question.card
    if row is None:
        text = words("six_nimmt.panel.row", card=card)
        return Content((text,), (row_choice(scene, None),), (buttons,))
    sure = words("six_nimmt.panel.row_sure", card=card, row=row, n=costs[row])
    return Content((sure,), (row_choice(scene, row),), (buttons, _sure("nimmt.take", str(row), words)))


def _sure(action: str, rest: str, words: Words) -> tuple[Button, ...]:
    return (
        Button(action, words("six_nimmt.panel.confirm"), rest=rest, style="success"),
        Button("nimmt.back", words("six_nimmt.panel.back")),
    )


def _watching(scene: Nimmt) -> Content:
    """The panel of somebody who owes nothing."""
    text = _still_to_choose(spoken(scene)) or scene.words("six_nimmt.panel.nothing")
    refresh = Button("table.move", scene.words("kit.refresh"))
    return Content((text,), (hand(scene, None),), ((refresh,),))


def _still_to_choose(scene: Nimmt) -> str:
    view, words = scene.view, scene.words
    if view.question is not None:
        return words("six_nimmt.panel.waiting_row", name=scene.names[view.question.seat])
    if view.phase != "choose":
        return ""
    if view.trick == TRICKS:
        return words("six_nimmt.panel.last_card")
    missing = tuple(Seat(seat) for seat, chosen in enumerate(view.chosen) if not chosen)
    done = view.seats - len(missing)
    if not done:
        return words("six_nimmt.panel.waiting_all")
    return words("six_nimmt.panel.waiting_cards", done=done, all=view.seats, names=waiting(scene, missing))


def _fate(played: Placement | None, words: Words) -> str:
    if played is None:
        return words("six_nimmt.panel.settled_over")
    if not played.row:
        return words("six_nimmt.panel.settled_waits", card=played.card)
    if played.taken:
        return words("six_nimmt.panel.settled_took", card=played.card, row=played.row, n=played.heads)
    return words("six_nimmt.panel.settled", card=played.card, row=played.row)


def _won(scene: Scene[Any]) -> str:
    assert scene.outcome is not None
    winners = [name for name, place in zip(scene.names, scene.outcome.places, strict=True) if place == 1]
    key = "six_nimmt.panel.won" if len(winners) == 1 else "six_nimmt.panel.won_shared"
    return scene.words(key, names=scene.words.all_of(winners), n=min(scene.outcome.scores))


def _round_over(view: NimmtView) -> bool:
    return view.phase in ("scored", "over")
