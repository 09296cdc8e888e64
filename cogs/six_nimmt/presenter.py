"""The messages of 6 nimmt!, described from what their reader may know."""

from __future__ import annotations

from typing import Any

from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.layout import ENTRIES
from bot.discord.presenter import Presenter, confirming, waiting, watching, won
from bot.discord.scenes import spoken
from bot.games.contract import Seat
from bot.games.six_nimmt.deck import heads
from bot.games.six_nimmt.view import NimmtView, Placement
from bot.text import Words
from cogs.six_nimmt.naming import move_name
from render.film import Frame
from render.scene import Scene
from render.six_nimmt import board, draft, hand, ranking, row_choice, scores
from render.six_nimmt import words as told
from render.six_nimmt.facts import TRICKS, costs
from render.six_nimmt.replay import frames

Nimmt = Scene[NimmtView]
_ASKS = {"low": "row", "enclosed": "enclosed", "tie": "tie"}
"""By kind of question: the sentence above its answers."""


class NimmtPresenter(Presenter):
    """The presenter of 6 nimmt!."""

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
        played = told.variants(scene.view.options, scene.words)
        line = " · ".join(part for part in (self.caption(scene), played) if part)
        return Content(("\n".join(told.report(spoken(scene))), f"-# {line}"), shown.drawings)

    def caption(self, scene: Nimmt) -> str:
        """The round and the trick that was played last."""
        view, words = scene.view, scene.words
        if view.phase == "draft":
            return words("six_nimmt.panel.caption_draft", round=view.round)
        if not view.last:
            return words("six_nimmt.panel.caption_rows", round=view.round)
        played = view.trick - 1 if view.phase == "choose" else view.trick
        return words("six_nimmt.panel.caption", round=view.round, trick=played)

    def frames(self, scene: Nimmt) -> tuple[Frame, ...]:
        """The cards revealed, each one placed, the result."""
        return frames(scene)

    def part(self, scene: Nimmt) -> int:
        """The round."""
        return scene.view.round

    def panel(self, scene: Nimmt, choice: str = "") -> Content:
        """The hand with its menu, the cards of the draft, or the rows for the owner of a card in question."""
        view = scene.view
        if view.question is not None:
            return _row_panel(scene, choice) if view.question.seat == scene.seat else _watching(scene)
        if view.phase == "draft":
            return draft_panel(scene, choice) if view.on_turn == scene.seat else _watching(scene)
        if view.on_turn not in (None, scene.seat):
            return _watching(scene)
        return _card_panel(scene, choice) if view.phase == "choose" and view.hand else _watching(scene)

    def settled(self, scene: Nimmt) -> Content:
        """What became of the card."""
        if scene.seat is not None and scene.view.on_turn is not None:
            return Content((_done_in_turn(scene, scene.seat),))
        played = next((placed for placed in scene.view.last if placed.seat == scene.seat), None)
        return Content((_fate(played, scene.words),))

    def text(self, scene: Nimmt) -> str:
        """Everything the reader's picture shows, in words."""
        return told.text(scene)

    def named(self, scene: Nimmt, move: Any) -> str:
        """A card to be played or picked, a row to be taken, the end of a row."""
        return move_name(scene, move)

    def ended(self, scene: Nimmt) -> Content:
        """The winners and the ranking."""
        return Content((won(scene, "six_nimmt.panel.won"),), (ranking(scene),))


def named(card: int, words: Words) -> str:
    """A card with its heads."""
    return words("six_nimmt.panel.card", card=card, n=heads((card,)))


def _card_panel(scene: Nimmt, choice: str) -> Content:
    view, words = scene.view, scene.words
    card = int(choice) if choice.isdecimal() and int(choice) in view.hand else None
    if view.on_turn is not None:
        text = words("six_nimmt.panel.lay", trick=view.trick)
        if card is not None:
            text = words("six_nimmt.panel.lay_sure", card=card)
    elif card is not None:
        text = words("six_nimmt.panel.last", card=card)
    elif view.selected is not None:
        text = words("six_nimmt.panel.chosen", card=view.selected)
    else:
        text = words("six_nimmt.panel.choose", trick=view.trick)
    shown = card if card is not None else view.selected
    entries = tuple(
        Entry(
            named(number, words),
            str(number),
            told.lands(view, number, words, "panel"),
            chosen=number == shown,
        )
        for number in view.hand
    )
    menu = Menu("nimmt.choose", words("six_nimmt.panel.menu"), entries)
    rows: tuple[Row, ...] = (menu,) if card is None else (menu, confirming("nimmt.card", str(card), words))
    return Content((text,), (hand(scene, card),), rows)


def _row_panel(scene: Nimmt, choice: str) -> Content:
    view, words = scene.view, scene.words
    assert view.question is not None
    prices = costs(view)
    row = int(choice) if choice.isdecimal() and int(choice) in prices else None
    buttons = tuple(
        Button(
            "nimmt.row",
            answer(view, number, words),
            rest=str(number),
            style="primary" if number == row else "secondary",
        )
        for number in prices
    )
    card = view.question.card
    if row is None:
        text = words(f"six_nimmt.panel.{_ASKS[view.question.kind]}", card=card)
        return Content((text,), (row_choice(scene, None),), (buttons,))
    if view.question.kind == "tie":
        sure = words("six_nimmt.panel.end_sure", card=card, end=told.end_name(scene, row), n=prices[row])
    else:
        sure = words("six_nimmt.panel.row_sure", card=card, row=row, n=prices[row])
    return Content((sure,), (row_choice(scene, row),), (buttons, confirming("nimmt.take", str(row), words)))


def answer(view: NimmtView, row: int, words: Words) -> str:
    """An answer to the question with what it costs: a row to take, or in a tie the end of a row."""
    question, price = view.question, costs(view)[row]
    if question is None or not question.sides:
        return words("six_nimmt.panel.row_button", row=row, n=price)
    end = words(f"six_nimmt.panel.end.{question.sides[question.rows.index(row)]}", row=row)
    return words("six_nimmt.panel.end_button", end=end, n=price)


def draft_panel(scene: Nimmt, choice: str) -> Content:
    """The cards that still lie face up, in menus of 25 at most; a card is picked after **Confirm**."""
    view, words = scene.view, scene.words
    card = int(choice) if choice.isdecimal() and int(choice) in view.pool else None
    menus = tuple(_pick_menu(view.pool[at : at + ENTRIES], at, card, words) for at in _starts(view))
    picture = (draft(scene, card),)
    if card is None:
        return Content((words("six_nimmt.panel.pick"),), picture, menus)
    text = words("six_nimmt.panel.pick_sure", card=card)
    return Content((text,), picture, (*menus, confirming("nimmt.picked", str(card), words)))


def _starts(view: NimmtView) -> range:
    return range(0, len(view.pool), ENTRIES)


def _pick_menu(cards: tuple[int, ...], at: int, chosen: int | None, words: Words) -> Menu:
    entries = tuple(Entry(named(card, words), str(card), chosen=card == chosen) for card in cards)
    placeholder = words("six_nimmt.panel.pick_menu", low=cards[0], high=cards[-1])
    return Menu("nimmt.pick", placeholder, entries, rest=str(at))


def _watching(scene: Nimmt) -> Content:
    text = _still_to_choose(spoken(scene)) or scene.words("six_nimmt.panel.nothing")
    picture = draft(scene, None) if scene.view.phase == "draft" else hand(scene, None)
    return watching(text, picture, scene.words)


def _still_to_choose(scene: Nimmt) -> str:
    view, words = scene.view, scene.words
    if view.question is not None:
        key = "waiting_end" if view.question.kind == "tie" else "waiting_row"
        return words(f"six_nimmt.panel.{key}", name=scene.names[view.question.seat])
    if view.on_turn is not None and view.trick < TRICKS:
        key = "waiting_pick" if view.phase == "draft" else "waiting_lay"
        return words(f"six_nimmt.panel.{key}", name=scene.names[view.on_turn])
    if view.phase != "choose":
        return ""
    if view.trick == TRICKS:
        return words("six_nimmt.panel.last_card")
    missing = tuple(Seat(seat) for seat, chosen in enumerate(view.chosen) if not chosen)
    done = view.seats - len(missing)
    if not done:
        return words("six_nimmt.panel.waiting_all")
    return words("six_nimmt.panel.waiting_cards", done=done, all=view.seats, names=waiting(scene, missing))


def _done_in_turn(scene: Nimmt, seat: Seat) -> str:
    """What the seat did last in the draft or in a trick of Open under way."""
    view, words = scene.view, scene.words
    if view.phase == "draft" and view.known[seat]:
        return words("six_nimmt.panel.settled_picked", card=view.known[seat][-1])
    if view.phase == "choose" and (card := view.laid[seat]) is not None:
        return words("six_nimmt.panel.settled_waits", card=card)
    return words("six_nimmt.panel.settled_over")


def _fate(played: Placement | None, words: Words) -> str:
    if played is None:
        return words("six_nimmt.panel.settled_over")
    if not played.row:
        return words("six_nimmt.panel.settled_waits", card=played.card)
    if played.taken:
        return words("six_nimmt.panel.settled_took", card=played.card, row=played.row, n=played.heads)
    if played.side == "left":
        return words("six_nimmt.panel.settled_left", card=played.card, row=played.row)
    return words("six_nimmt.panel.settled", card=played.card, row=played.row)


def _round_over(view: NimmtView) -> bool:
    return view.phase in ("scored", "over")
