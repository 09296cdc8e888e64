"""6 nimmt! in sentences: what just happened, how the table stands, what is to be done."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Literal

from bot.games.contract import Options
from bot.games.six_nimmt.deck import heads
from bot.games.six_nimmt.moves import (
    Asked,
    Dealt,
    DraftBegun,
    Laid,
    NimmtOptions,
    Picked,
    Placed,
    Revealed,
    RoundScored,
)
from bot.games.six_nimmt.view import NimmtView, Placement, Question
from bot.text import Words
from render.scene import Scene
from render.six_nimmt.facts import TRICKS, is_professional, laid_in_order, landing, standing

Nimmt = Scene[NimmtView]


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options that count, as rows of label and value."""
    assert isinstance(options, NimmtOptions)
    switches = tuple(
        (words(f"six_nimmt.option.{key}"), words(f"six_nimmt.option.{key}.{value}"))
        for key, value in _switches(options)
    )
    form = words("six_nimmt.option.format"), words(f"six_nimmt.option.format.{options.format}")
    if options.format == "tournament":
        return *switches, form
    if options.format == "rounds":
        return *switches, form, (words("six_nimmt.option.rounds"), str(options.rounds))
    end = words("six_nimmt.option.end"), words(f"six_nimmt.option.end.{options.end}")
    limit = (words("six_nimmt.option.limit"), str(options.limit)), end
    # A limit says by itself that the game goes up to one, where there is more to tell.
    return (*switches, *limit) if switches else (form, *limit)


def variants(options: NimmtOptions, words: Words) -> str:
    """The names of the variants that are played, empty for the base game."""
    names = [words(f"six_nimmt.option.{key}.{value}") for key, value in _switches(options)]
    if options.format == "tournament":
        names.append(words("six_nimmt.option.format.tournament"))
    return " · ".join(names)


def _switches(options: NimmtOptions) -> list[tuple[str, str]]:
    """The switches of section 3 that are not as in the base game."""
    usual = NimmtOptions()
    keys = ("deal", "placement", "playing")
    return [(key, getattr(options, key)) for key in keys if getattr(options, key) != getattr(usual, key)]


def state(scene: Nimmt) -> str:
    """One line: which variants, round, trick, and when the game ends."""
    view, words = scene.view, scene.words
    line = words("six_nimmt.text.state_goal", state=_here(scene), goal=_goal(view.options, words))
    return _with_variants(scene, line)


def headline(scene: Nimmt) -> str:
    """The line of state below the story of a step: which variants are played, and else only what neither
    that nor an earlier post has said."""
    view = scene.view
    if view.phase == "over":
        return _with_variants(scene, scene.words("six_nimmt.text.over"))
    if view.phase == "scored":
        return _with_variants(scene, "")
    return _with_variants(scene, _here(scene)) if view.last else state(scene)


def _with_variants(scene: Nimmt, line: str) -> str:
    played = variants(scene.view.options, scene.words)
    return scene.words("six_nimmt.text.variants", names=played, line=line).strip() if played else line


def lands(view: NimmtView, card: int, words: Words, tone: Literal["panel", "text"]) -> str:
    """Where a card would go on the table as it lies: as a sentence of the panel, or as part of a text."""
    professional = is_professional(view)
    place = landing(view.rows, card, professional=professional)
    if place.row is None:
        return words(f"six_nimmt.{tone}.lands_{'inside' if professional else 'low'}")
    if place.other:
        return words(f"six_nimmt.{tone}.lands_tie", row=place.row, other=place.other)
    if place.taken:
        return words(f"six_nimmt.{tone}.lands_sixth", row=place.row, n=heads(place.taken))
    if professional:
        return words(f"six_nimmt.{tone}.lands_{place.side}", row=place.row)
    return words(f"six_nimmt.{tone}.lands", row=place.row, place=len(view.rows[place.row - 1]) + 1)


def report(scene: Nimmt) -> list[str]:
    """What the last step made happen, a sentence for each fact worth one."""
    found = [*_in_turn(scene), *_revealed(scene), *_placed(scene)]
    for event in scene.events:
        match event:
            case Asked():
                found.append(_asked(scene, event))
            case DraftBegun(round=number, seat=seat):
                found.append(scene.words("six_nimmt.report.draft", round=number, name=scene.names[seat]))
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
    view, words = scene.view, scene.words
    parts = [state(scene), "", *row_lines(scene)]
    if view.last:
        parts += ["", words("six_nimmt.text.last"), *played_lines(scene)]
    parts += _with_heading(scene, "laid", laid_lines(scene))
    parts += _with_heading(scene, "known", known_lines(scene))
    parts += ["", words("six_nimmt.text.standing"), *_standing_lines(scene), "", turn_line(scene)]
    if view.laid and view.start_player is not None and view.phase in ("choose", "place"):
        parts.append(words("six_nimmt.text.marker", name=scene.names[view.start_player]))
    if scene.seat is not None:
        parts += ["", *hand_lines(scene)]
    return "\n".join(parts)


def row_lines(scene: Nimmt) -> list[str]:
    """A line for each row: its cards and its heads; in a draft one for the cards that lie face up."""
    if scene.view.phase == "draft":
        return [scene.words("six_nimmt.text.pool", cards=" ".join(map(str, scene.view.pool)))]
    return [
        scene.words("six_nimmt.text.row", row=number, cards=" ".join(map(str, cards)), n=heads(cards))
        for number, cards in enumerate(scene.view.rows, start=1)
    ]


def played_lines(scene: Nimmt) -> list[str]:
    """A line for each card of the newest trick: whose it is, where it went, what it took."""
    return [_played(scene, placement) for placement in scene.view.last]


def laid_lines(scene: Nimmt) -> list[str]:
    """A line for each card of the trick of Open under way, in the order of laying."""
    return [
        scene.words("six_nimmt.text.laid_card", name=scene.names[seat], card=card)
        for seat, card in laid_in_order(scene.view)
    ]


def known_lines(scene: Nimmt) -> list[str]:
    """A line for each hand that everybody has seen being picked; none while all are empty."""
    if not any(scene.view.known):
        return []
    nothing = scene.words("six_nimmt.text.no_cards")
    return [
        scene.words("six_nimmt.text.known_hand", name=name, cards=" ".join(map(str, cards)) or nothing)
        for name, cards in zip(scene.names, scene.view.known, strict=False)
    ]


def end_name(scene: Nimmt, row: int) -> str:
    """In a tie: the end that a row stands for."""
    question = scene.view.question
    assert question is not None, "only a question has ends"
    side = question.sides[question.rows.index(row)]
    return scene.words(f"six_nimmt.text.end.{side}", row=row)


def turn_line(scene: Nimmt) -> str:
    """Who owes a decision now, or that the round or the game is over."""
    view, words = scene.view, scene.words
    if view.question is not None:
        return _deciding(scene, view.question)
    if view.on_turn is not None:
        key = "picking" if view.phase == "draft" else "laying"
        return words(f"six_nimmt.text.{key}", name=scene.names[view.on_turn])
    if view.phase != "choose":
        return words(f"six_nimmt.text.{view.phase}")
    missing = [scene.names[seat] for seat, chosen in enumerate(view.chosen) if not chosen]
    return words("six_nimmt.text.missing", names=words.all_of(missing), n=len(missing))


def hand_lines(scene: Nimmt) -> list[str]:
    """The reader's own cards, where each would go, and the selected one."""
    view, words = scene.view, scene.words
    if not view.hand:
        return [words("six_nimmt.text.no_hand")]
    if not view.rows:
        return [words("six_nimmt.text.hand_cards", cards=" ".join(map(str, view.hand)))]
    lines = [words("six_nimmt.text.hand")]
    lines += [
        words(
            "six_nimmt.text.card", card=card, n=heads((card,)), place=lands(scene.view, card, words, "text")
        )
        for card in view.hand
    ]
    if view.selected is not None:
        lines.append(words("six_nimmt.text.selected", card=view.selected))
    return lines


def standing_list(scene: Nimmt) -> str:
    """Names with their heads so far, as a list in words."""
    pairs = zip(scene.names, standing(scene.view), strict=True)
    return _joined(scene, (f"{name} {total}" for name, total in pairs))


def placing(scene: Nimmt, placed: Placed, name: str) -> str:
    """What becomes of one card of a trick, in a few words."""
    key = "takes" if placed.taken else "goes_left" if placed.side == "left" else "goes"
    return scene.words(f"six_nimmt.picture.step.{key}", name=name, card=placed.card, row=placed.row)


def standing_line(scene: Nimmt) -> str:
    """Everybody's heads so far in one sentence."""
    return scene.words("six_nimmt.alt.standing", heads=standing_list(scene))


def _with_heading(scene: Nimmt, key: str, lines: list[str]) -> list[str]:
    return ["", scene.words(f"six_nimmt.text.{key}"), *lines] if lines else []


def _deciding(scene: Nimmt, question: Question) -> str:
    name, words = scene.names[question.seat], scene.words
    if question.kind != "tie":
        return words("six_nimmt.text.deciding", name=name, card=question.card)
    ends = words("six_nimmt.text.or").join(end_name(scene, row) for row in question.rows)
    return words("six_nimmt.text.deciding_end", name=name, card=question.card, ends=ends)


def _asked(scene: Nimmt, asked: Asked) -> str:
    words, name = scene.words, scene.names[asked.seat]
    if asked.kind == "tie":
        ends = words("six_nimmt.text.or").join(
            words(f"six_nimmt.text.end.{side}", row=row)
            for row, side in zip(asked.rows, asked.sides, strict=True)
        )
        return words("six_nimmt.report.asked_tie", card=asked.card, name=name, ends=ends)
    if asked.kind == "enclosed":
        return words("six_nimmt.report.asked_enclosed", card=asked.card, name=name)
    return words("six_nimmt.report.asked", card=asked.card, name=name)


def _here(scene: Nimmt) -> str:
    view = scene.view
    if view.phase == "draft":
        return scene.words("six_nimmt.text.draft", round=view.round)
    return scene.words("six_nimmt.text.state", round=view.round, trick=view.trick, tricks=TRICKS)


def _goal(options: NimmtOptions, words: Words) -> str:
    if options.format == "tournament":
        return words("six_nimmt.text.goal.tournament")
    if options.format == "rounds":
        return words("six_nimmt.text.goal.rounds", n=options.rounds)
    return words(f"six_nimmt.text.goal.{options.end}", limit=options.limit)


def _joined(scene: Nimmt, items: Iterable[str]) -> str:
    return scene.words("six_nimmt.text.comma").join(items)


def _in_turn(scene: Nimmt) -> list[str]:
    """What a seat did in its turn of the draft or of Open."""
    keys = {Picked: "picked", Laid: "laid"}
    return [
        scene.words(f"six_nimmt.report.{keys[type(event)]}", name=scene.names[event.seat], card=event.card)
        for event in scene.events
        if isinstance(event, Picked | Laid)
    ]


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
    places = (
        words(
            f"six_nimmt.report.{'to_row_left' if event.side == 'left' else 'to_row'}",
            card=event.card,
            row=event.row,
        )
        for event in events
    )
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
    if placement.side == "left":
        return words("six_nimmt.text.placed_left", name=name, card=placement.card, row=placement.row)
    return words("six_nimmt.text.placed", name=name, card=placement.card, row=placement.row)


def _standing_lines(scene: Nimmt) -> list[str]:
    view = scene.view
    return [
        scene.words("six_nimmt.text.heads", name=name, total=total, n=now)
        for name, total, now in zip(scene.names, standing(view), view.heads, strict=True)
    ]
