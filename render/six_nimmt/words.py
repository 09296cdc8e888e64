"""6 nimmt! in sentences: what just happened, how the table stands, what is to be done."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.games.contract import Options, Seat
from bot.games.six_nimmt.deck import heads
from bot.games.six_nimmt.moves import Asked, Dealt, NimmtOptions, Placed, Revealed, RoundScored
from bot.games.six_nimmt.view import NimmtView, Placement
from bot.text import Words
from render.scene import Scene
from render.six_nimmt.facts import TRICKS, landing, standing

Nimmt = Scene[NimmtView]


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options that count, as rows of label and value."""
    assert isinstance(options, NimmtOptions)
    form = words("six_nimmt.option.format"), words(f"six_nimmt.option.format.{options.format}")
    if options.format == "rounds":
        return form, (words("six_nimmt.option.rounds"), str(options.rounds))
    end = words("six_nimmt.option.end"), words(f"six_nimmt.option.end.{options.end}")
    return form, (words("six_nimmt.option.limit"), str(options.limit)), end


def state(scene: Nimmt) -> str:
    """One line: round, trick, and when the game ends."""
    view, words = scene.view, scene.words
    return words("six_nimmt.text.state_goal", state=_here(scene), goal=_goal(view.options, words))


def headline(scene: Nimmt) -> str:
    """The line of state below the story of a step: only what neither that nor an earlier post has said."""
    view = scene.view
    if view.phase == "over":
        return scene.words("six_nimmt.text.over")
    if view.phase == "scored":
        return ""
    return _here(scene) if view.last else state(scene)


def decision(scene: Nimmt, seat: Seat) -> str:
    """What a seat owes now, empty if nothing."""
    view, words = scene.view, scene.words
    if view.question is not None and view.question.seat == seat:
        return words("six_nimmt.decision.row", card=view.question.card)
    if view.phase == "choose" and not view.chosen[seat]:
        return words("six_nimmt.decision.card", trick=view.trick)
    return ""


def report(scene: Nimmt) -> list[str]:
    """What the last step made happen, a sentence for each fact worth one."""
    found = [*_revealed(scene), *_placed(scene)]
    for event in scene.events:
        match event:
            case Asked(seat=seat, card=card):
                found.append(scene.words("six_nimmt.report.asked", name=scene.names[seat], card=card))
            case RoundScored(round=number, heads=gained, totals=totals):
                pairs = zip(scene.names, gained, totals, strict=True)
                lines = (
                    scene.words("six_nimmt.report.gained", name=name, gained=one, total=total)
                    for name, one, total in pairs
                )
                found.append(
                    scene.words("six_nimmt.report.scored", round=number, heads=_joined(scene, lines))
                )
            case Dealt(round=number, rows=rows):
                cards = _joined(scene, map(str, rows))
                found.append(scene.words("six_nimmt.report.dealt", round=number, cards=cards))
            case _:
                pass
    return found


def text(scene: Nimmt) -> str:
    """All that the reader's pictures show, in words."""
    parts = [state(scene), "", *row_lines(scene)]
    if scene.view.last:
        parts += ["", scene.words("six_nimmt.text.last"), *played_lines(scene)]
    parts += ["", scene.words("six_nimmt.text.standing"), *_standing_lines(scene), "", turn_line(scene)]
    if scene.seat is not None:
        parts += ["", *hand_lines(scene)]
    return "\n".join(parts)


def row_lines(scene: Nimmt) -> list[str]:
    """A line for each row: its cards and its heads."""
    return [
        scene.words("six_nimmt.text.row", row=number, cards=" ".join(map(str, cards)), n=heads(cards))
        for number, cards in enumerate(scene.view.rows, start=1)
    ]


def played_lines(scene: Nimmt) -> list[str]:
    """A line for each card of the newest trick: whose it is, where it went, what it took."""
    return [_played(scene, placement) for placement in scene.view.last]


def turn_line(scene: Nimmt) -> str:
    """Who owes a decision now, or that the round or the game is over."""
    view, words = scene.view, scene.words
    if view.question is not None:
        return words("six_nimmt.text.deciding", name=scene.names[view.question.seat], card=view.question.card)
    if view.phase != "choose":
        return words(f"six_nimmt.text.{view.phase}")
    missing = [scene.names[seat] for seat, chosen in enumerate(view.chosen) if not chosen]
    return words("six_nimmt.text.missing", names=words.all_of(missing), n=len(missing))


def hand_lines(scene: Nimmt) -> list[str]:
    """The reader's own cards, where each would go, and the selected one."""
    view, words = scene.view, scene.words
    if not view.hand:
        return [words("six_nimmt.text.no_hand")]
    lines = [words("six_nimmt.text.hand")]
    lines += [
        words("six_nimmt.text.card", card=card, n=heads((card,)), place=_landing(scene, card))
        for card in view.hand
    ]
    if view.selected is not None:
        lines.append(words("six_nimmt.text.selected", card=view.selected))
    return lines


def standing_list(scene: Nimmt) -> str:
    """Names with their heads so far, as a list in words."""
    pairs = zip(scene.names, standing(scene.view), strict=True)
    return _joined(scene, (f"{name} {total}" for name, total in pairs))


def _here(scene: Nimmt) -> str:
    view = scene.view
    return scene.words("six_nimmt.text.state", round=view.round, trick=view.trick, tricks=TRICKS)


def _goal(options: NimmtOptions, words: Words) -> str:
    if options.format == "rounds":
        return words("six_nimmt.text.goal.rounds", n=options.rounds)
    return words(f"six_nimmt.text.goal.{options.end}", limit=options.limit)


def _joined(scene: Nimmt, items: Iterable[str]) -> str:
    return scene.words("six_nimmt.text.comma").join(items)


def _revealed(scene: Nimmt) -> list[str]:
    words = scene.words
    for event in scene.events:
        if isinstance(event, Revealed):
            cards = (
                words("six_nimmt.report.card", name=scene.names[seat], card=card)
                for seat, card in event.cards
            )
            return [words("six_nimmt.report.revealed", trick=event.trick, cards=_joined(scene, cards))]
    return []


def _placed(scene: Nimmt) -> list[str]:
    """In the order of placing: the cards that took nothing, one after another, share a sentence."""
    events = [event for event in scene.events if isinstance(event, Placed)]
    found: list[str] = []
    for taking, group in groupby(events, key=lambda event: bool(event.taken)):
        run = list(group)
        found += [_took(scene, event) for event in run] if taking else [_laid(scene, run)]
    return found


def _laid(scene: Nimmt, events: Iterable[Placed]) -> str:
    words = scene.words
    places = (words("six_nimmt.report.to_row", card=event.card, row=event.row) for event in events)
    return words("six_nimmt.report.placed", places=_joined(scene, places))


def _took(scene: Nimmt, event: Placed) -> str:
    return scene.words(
        "six_nimmt.report.took",
        name=scene.names[event.seat],
        card=event.card,
        row=event.row,
        cards=" ".join(map(str, event.taken)),
        n=event.heads,
    )


def _played(scene: Nimmt, placement: Placement) -> str:
    words, name = scene.words, scene.names[placement.seat]
    if not placement.row:
        return words("six_nimmt.text.waits", name=name, card=placement.card)
    if placement.taken:
        return words(
            "six_nimmt.text.took", name=name, card=placement.card, row=placement.row, n=placement.heads
        )
    return words("six_nimmt.text.placed", name=name, card=placement.card, row=placement.row)


def _standing_lines(scene: Nimmt) -> list[str]:
    view = scene.view
    return [
        scene.words("six_nimmt.text.heads", name=name, total=total, n=now)
        for name, total, now in zip(scene.names, standing(view), view.heads, strict=True)
    ]


def _landing(scene: Nimmt, card: int) -> str:
    place, words = landing(scene.view.rows, card), scene.words
    if place.row is None:
        return words("six_nimmt.text.lands_low")
    if place.taken:
        return words("six_nimmt.text.lands_sixth", row=place.row, n=heads(place.taken))
    return words("six_nimmt.text.lands", row=place.row)
