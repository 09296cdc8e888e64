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
from bot.view_model import ViewModel
from render.six_nimmt.facts import TRICKS, is_professional, laid_in_order, landing, standing

Nimmt = ViewModel[NimmtView]


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


def state(model: Nimmt) -> str:
    """One line: which variants, round, trick, and when the game ends."""
    view, words = model.view, model.words
    line = words("six_nimmt.text.state_goal", state=_here(model), goal=_goal(view.options, words))
    return _with_variants(model, line)


def headline(model: Nimmt) -> str:
    """The line of state below the story of a step: which variants are played, and else only what neither
    that nor an earlier post has said."""
    view = model.view
    if view.phase == "over":
        return _with_variants(model, model.words("six_nimmt.text.over"))
    if view.phase == "scored":
        return _with_variants(model, "")
    return _with_variants(model, _here(model)) if view.last else state(model)


def _with_variants(model: Nimmt, line: str) -> str:
    played = variants(model.view.options, model.words)
    return model.words("six_nimmt.text.variants", names=played, line=line).strip() if played else line


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


def report(model: Nimmt) -> list[str]:
    """What the last step made happen, a sentence for each fact worth one."""
    found = [*_in_turn(model), *_revealed(model), *_placed(model)]
    for event in model.events:
        match event:
            case Asked():
                found.append(_asked(model, event))
            case DraftBegun(round=number, seat=seat):
                found.append(model.words("six_nimmt.report.draft", round=number, name=model.names[seat]))
            case RoundScored(round=number, heads=gained, totals=totals):
                pairs = zip(model.names, gained, totals, strict=True)
                lines = (
                    model.words("six_nimmt.report.gained", name=name, gained=one, total=total)
                    for name, one, total in pairs
                )
                found.append(
                    model.words("six_nimmt.report.scored", round=number, heads=_joined(model, lines))
                )
            case Dealt(round=number, rows=rows):
                cards = _joined(model, map(str, rows))
                found.append(model.words("six_nimmt.report.dealt", round=number, cards=cards))
            case _:
                pass
    return found


def text(model: Nimmt) -> str:
    """All that the reader's pictures show, in words."""
    view, words = model.view, model.words
    parts = [state(model), "", *row_lines(model)]
    if view.last:
        parts += ["", words("six_nimmt.text.last"), *played_lines(model)]
    parts += _with_heading(model, "laid", laid_lines(model))
    parts += _with_heading(model, "known", known_lines(model))
    parts += ["", words("six_nimmt.text.standing"), *_standing_lines(model), "", turn_line(model)]
    if view.laid and view.start_player is not None and view.phase in ("choose", "place"):
        parts.append(words("six_nimmt.text.marker", name=model.names[view.start_player]))
    if model.seat is not None:
        parts += ["", *hand_lines(model)]
    return "\n".join(parts)


def row_lines(model: Nimmt) -> list[str]:
    """A line for each row: its cards and its heads; in a draft one for the cards that lie face up."""
    if model.view.phase == "draft":
        return [model.words("six_nimmt.text.pool", cards=" ".join(map(str, model.view.pool)))]
    return [
        model.words("six_nimmt.text.row", row=number, cards=" ".join(map(str, cards)), n=heads(cards))
        for number, cards in enumerate(model.view.rows, start=1)
    ]


def played_lines(model: Nimmt) -> list[str]:
    """A line for each card of the newest trick: whose it is, where it went, what it took."""
    return [_played(model, placement) for placement in model.view.last]


def laid_lines(model: Nimmt) -> list[str]:
    """A line for each card of the trick of Open under way, in the order of laying."""
    return [
        model.words("six_nimmt.text.laid_card", name=model.names[seat], card=card)
        for seat, card in laid_in_order(model.view)
    ]


def known_lines(model: Nimmt) -> list[str]:
    """A line for each hand that everybody has seen being picked; none while all are empty."""
    if not any(model.view.known):
        return []
    nothing = model.words("six_nimmt.text.no_cards")
    return [
        model.words("six_nimmt.text.known_hand", name=name, cards=" ".join(map(str, cards)) or nothing)
        for name, cards in zip(model.names, model.view.known, strict=False)
    ]


def end_name(model: Nimmt, row: int) -> str:
    """In a tie: the end that a row stands for."""
    question = model.view.question
    assert question is not None, "only a question has ends"
    side = question.sides[question.rows.index(row)]
    return model.words(f"six_nimmt.text.end.{side}", row=row)


def turn_line(model: Nimmt) -> str:
    """Who owes a decision now, or that the round or the game is over."""
    view, words = model.view, model.words
    if view.question is not None:
        return _deciding(model, view.question)
    if view.on_turn is not None:
        key = "picking" if view.phase == "draft" else "laying"
        return words(f"six_nimmt.text.{key}", name=model.names[view.on_turn])
    if view.phase != "choose":
        return words(f"six_nimmt.text.{view.phase}")
    missing = [model.names[seat] for seat, chosen in enumerate(view.chosen) if not chosen]
    return words("six_nimmt.text.missing", names=words.all_of(missing), n=len(missing))


def hand_lines(model: Nimmt) -> list[str]:
    """The reader's own cards, where each would go, and the selected one."""
    view, words = model.view, model.words
    if not view.hand:
        return [words("six_nimmt.text.no_hand")]
    if not view.rows:
        return [words("six_nimmt.text.hand_cards", cards=" ".join(map(str, view.hand)))]
    lines = [words("six_nimmt.text.hand")]
    lines += [
        words(
            "six_nimmt.text.card", card=card, n=heads((card,)), place=lands(model.view, card, words, "text")
        )
        for card in view.hand
    ]
    if view.selected is not None:
        lines.append(words("six_nimmt.text.selected", card=view.selected))
    return lines


def standing_list(model: Nimmt) -> str:
    """Names with their heads so far, as a list in words."""
    pairs = zip(model.names, standing(model.view), strict=True)
    return _joined(model, (f"{name} {total}" for name, total in pairs))


def placing(model: Nimmt, placed: Placed, name: str) -> str:
    """What becomes of one card of a trick, in a few words."""
    key = "takes" if placed.taken else "goes_left" if placed.side == "left" else "goes"
    return model.words(f"six_nimmt.picture.step.{key}", name=name, card=placed.card, row=placed.row)


def standing_line(model: Nimmt) -> str:
    """Everybody's heads so far in one sentence."""
    return model.words("six_nimmt.alt.standing", heads=standing_list(model))


def _with_heading(model: Nimmt, key: str, lines: list[str]) -> list[str]:
    return ["", model.words(f"six_nimmt.text.{key}"), *lines] if lines else []


def _deciding(model: Nimmt, question: Question) -> str:
    name, words = model.names[question.seat], model.words
    if question.kind != "tie":
        return words("six_nimmt.text.deciding", name=name, card=question.card)
    ends = words("six_nimmt.text.or").join(end_name(model, row) for row in question.rows)
    return words("six_nimmt.text.deciding_end", name=name, card=question.card, ends=ends)


def _asked(model: Nimmt, asked: Asked) -> str:
    words, name = model.words, model.names[asked.seat]
    if asked.kind == "tie":
        ends = words("six_nimmt.text.or").join(
            words(f"six_nimmt.text.end.{side}", row=row)
            for row, side in zip(asked.rows, asked.sides, strict=True)
        )
        return words("six_nimmt.report.asked_tie", card=asked.card, name=name, ends=ends)
    if asked.kind == "enclosed":
        return words("six_nimmt.report.asked_enclosed", card=asked.card, name=name)
    return words("six_nimmt.report.asked", card=asked.card, name=name)


def _here(model: Nimmt) -> str:
    view = model.view
    if view.phase == "draft":
        return model.words("six_nimmt.text.draft", round=view.round)
    return model.words("six_nimmt.text.state", round=view.round, trick=view.trick, tricks=TRICKS)


def _goal(options: NimmtOptions, words: Words) -> str:
    if options.format == "tournament":
        return words("six_nimmt.text.goal.tournament")
    if options.format == "rounds":
        return words("six_nimmt.text.goal.rounds", n=options.rounds)
    return words(f"six_nimmt.text.goal.{options.end}", limit=options.limit)


def _joined(model: Nimmt, items: Iterable[str]) -> str:
    return model.words("six_nimmt.text.comma").join(items)


def _in_turn(model: Nimmt) -> list[str]:
    """What a seat did in its turn of the draft or of Open."""
    keys = {Picked: "picked", Laid: "laid"}
    return [
        model.words(f"six_nimmt.report.{keys[type(event)]}", name=model.names[event.seat], card=event.card)
        for event in model.events
        if isinstance(event, Picked | Laid)
    ]


def _revealed(model: Nimmt) -> list[str]:
    words = model.words
    for event in model.events:
        if isinstance(event, Revealed):
            cards = (
                words("six_nimmt.report.card", name=model.names[seat], card=card)
                for seat, card in event.cards
            )
            return [words("six_nimmt.report.revealed", trick=event.trick, cards=_joined(model, cards))]
    return []


def _placed(model: Nimmt) -> list[str]:
    """In the order of placing: the cards that took nothing, one after another, share a sentence."""
    events = [event for event in model.events if isinstance(event, Placed)]
    found: list[str] = []
    for taking, group in groupby(events, key=lambda event: bool(event.taken)):
        run = list(group)
        found += [_took(model, event) for event in run] if taking else [_laid(model, run)]
    return found


def _laid(model: Nimmt, events: Iterable[Placed]) -> str:
    words = model.words
    places = (
        words(
            f"six_nimmt.report.{'to_row_left' if event.side == 'left' else 'to_row'}",
            card=event.card,
            row=event.row,
        )
        for event in events
    )
    return words("six_nimmt.report.placed", places=_joined(model, places))


def _took(model: Nimmt, event: Placed) -> str:
    return model.words(
        "six_nimmt.report.took",
        name=model.names[event.seat],
        card=event.card,
        row=event.row,
        cards=" ".join(map(str, event.taken)),
        n=event.heads,
    )


def _played(model: Nimmt, placement: Placement) -> str:
    words, name = model.words, model.names[placement.seat]
    if not placement.row:
        return words("six_nimmt.text.waits", name=name, card=placement.card)
    if placement.taken:
        return words(
            "six_nimmt.text.took", name=name, card=placement.card, row=placement.row, n=placement.heads
        )
    if placement.side == "left":
        return words("six_nimmt.text.placed_left", name=name, card=placement.card, row=placement.row)
    return words("six_nimmt.text.placed", name=name, card=placement.card, row=placement.row)


def _standing_lines(model: Nimmt) -> list[str]:
    view = model.view
    return [
        model.words("six_nimmt.text.heads", name=name, total=total, n=now)
        for name, total, now in zip(model.names, standing(view), view.heads, strict=True)
    ]
