"""6 nimmt! in sentences: report, board as text, panels, and the alt texts of the pictures."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import wraps
from itertools import groupby
from typing import Concatenate, Literal, ParamSpec

from bot.games.contract import Event, Options
from bot.games.registry import game
from bot.games.six_nimmt import moves
from bot.games.six_nimmt.deck import heads
from bot.games.six_nimmt.moves import NimmtMove, NimmtOptions, Placed
from bot.games.six_nimmt.view import (
    TRICKS,
    NimmtView,
    Placement,
    Question,
    costs,
    is_last,
    is_professional,
    laid_in_order,
    landing,
    standing,
)
from bot.text import Words
from bot.view_model import ViewModel, alt_text, by_name, headed, in_words, tag

Nimmt = ViewModel[NimmtView]


def option_rows(options: Options, words: Words) -> tuple[tuple[str, str], ...]:
    """The options that count, as rows of label and value."""
    assert isinstance(options, NimmtOptions)

    def row(key: str) -> tuple[str, str]:
        value = getattr(options, key)
        shown = str(value) if isinstance(value, int) else words(f"six_nimmt.option.{key}.{value}")
        return words(f"six_nimmt.option.{key}"), shown

    switches = [key for key, _ in _switches(options)]
    if options.format != "limit":
        return tuple(map(row, (*switches, "format", *(["rounds"] if options.format == "rounds" else []))))
    # A limit says by itself that the game goes up to one, where there is more to tell.
    return tuple(map(row, (*(switches or ["format"]), "limit", "end")))


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


# What happened ------------------------------------------------------------------------------------------


def report(model: Nimmt) -> list[str]:
    """What the last step made happen, a sentence for each fact worth one."""
    found = list(_trick(model))
    for event in model.events:
        said = by_name(model, event, {})
        match event:
            case moves.Asked(kind=kind, sides=between):
                key = "asked" if kind == "low" else f"asked_{kind}"
                said["ends"] = _ends(event, model.words) if between else ""
            case moves.DraftBegun(seat=seat):
                key, said["name"] = "draft", model.names[seat]
            case moves.RoundScored(heads=gained, totals=totals):
                key, said["heads"] = "scored", _gained(model, gained, totals)
            case moves.Dealt(rows=rows):
                key, said["cards"] = "dealt", model.words.listed(map(str, rows))
            case _:
                continue
        found.append(model.words(f"six_nimmt.report.{key}", **said))
    return found


def _trick(model: Nimmt) -> Iterator[str]:
    """What was picked or laid in turn, the cards of a trick, where they went; those that took nothing, one
    after another, share a sentence."""
    words, names = model.words, model.names
    for event in model.events:
        match event:
            case moves.Picked() | moves.Laid():
                yield words(f"six_nimmt.report.{tag(event)}", **by_name(model, event, {}))
            case moves.Revealed(trick=trick, cards=cards):
                told = (words("six_nimmt.report.card", name=names[seat], card=card) for seat, card in cards)
                yield words("six_nimmt.report.revealed", trick=trick, cards=model.words.listed(told))
            case _:
                pass
    placed = [event for event in model.events if isinstance(event, Placed)]
    for taking, group in groupby(placed, key=lambda event: bool(event.taken)):
        run = list(group)
        if taking:
            for one in run:
                more = {"cards": _spaced(one.taken), "n": one.heads}
                yield words("six_nimmt.report.took", **by_name(model, one, {}), **more)
        else:
            ends = [("to_row_left" if one.side == "left" else "to_row", one) for one in run]
            goes = (words(f"six_nimmt.report.{key}", card=one.card, row=one.row) for key, one in ends)
            yield words("six_nimmt.report.placed", places=model.words.listed(goes))


def _gained(model: Nimmt, gained: Iterable[int], totals: Iterable[int]) -> str:
    say, rows = model.words, zip(model.names, gained, totals, strict=True)
    told = (say("six_nimmt.report.gained", name=name, gained=one, total=total) for name, one, total in rows)
    return model.words.listed(told)


def placing(model: Nimmt, placed: Placed, name: str) -> str:
    """What becomes of one card of a trick, in a few words."""
    key = "takes" if placed.taken else "goes_left" if placed.side == "left" else "goes"
    return model.words(f"six_nimmt.picture.step.{key}", name=name, card=placed.card, row=placed.row)


def caption(model: Nimmt) -> str:
    """The round and the trick that was played last."""
    view, words = model.view, model.words
    if view.phase == "draft":
        return words("six_nimmt.panel.caption_draft", round=view.round)
    if not view.last:
        return words("six_nimmt.panel.caption_rows", round=view.round)
    played = view.trick - 1 if view.phase == "choose" else view.trick
    return words("six_nimmt.panel.caption", round=view.round, trick=played)


# How the table stands -----------------------------------------------------------------------------------


def state(model: Nimmt) -> str:
    """One line: which variants, round, trick, and when the game ends."""
    options, words = model.view.options, model.words
    key = f"six_nimmt.text.goal.{options.end if options.format == 'limit' else options.format}"
    goal = words(key, n=options.rounds, limit=options.limit)
    return _with_variants(model, words("six_nimmt.text.state_goal", state=_here(model), goal=goal))


def headline(model: Nimmt) -> str:
    """The line of state below the story of a step: which variants are played, and else only what neither
    that nor an earlier post has said."""
    view = model.view
    if view.phase in ("over", "scored"):
        return _with_variants(model, model.words("six_nimmt.text.over") if view.phase == "over" else "")
    return _with_variants(model, _here(model)) if view.last else state(model)


def _with_variants(model: Nimmt, line: str) -> str:
    played = variants(model.view.options, model.words)
    return model.words("six_nimmt.text.variants", names=played, line=line).strip() if played else line


def _here(model: Nimmt) -> str:
    view = model.view
    key = "draft" if view.phase == "draft" else "state"
    here = model.words(f"six_nimmt.text.{key}", round=view.round, trick=view.trick, tricks=TRICKS)
    return model.words("six_nimmt.text.last_round", state=here) if is_last(view) else here


def text(model: Nimmt) -> str:
    """All that the reader's pictures show, in words."""
    view, words = model.view, model.words
    scores = zip(model.names, standing(view), view.heads, strict=True)
    parts = [state(model), "", *row_lines(model)]
    for key, lines in (
        ("last", _played_lines(model)),
        ("laid", _laid_lines(model)),
        ("known", _known_lines(model)),
        ("standing", [words("six_nimmt.text.heads", name=name, total=all_, n=n) for name, all_, n in scores]),
    ):
        parts += ["", words(f"six_nimmt.text.{key}"), *lines] if lines else []
    parts += ["", turn_line(model)]
    if view.laid and view.start_player is not None and view.phase in ("choose", "place"):
        parts.append(words("six_nimmt.text.marker", name=model.names[view.start_player]))
    if model.seat is not None:
        parts += ["", *_hand_lines(model)]
    return "\n".join(parts)


def row_lines(model: Nimmt) -> list[str]:
    """A line for each row: its cards and its heads; in a draft one for the cards that lie face up."""
    if model.view.phase == "draft":
        return [model.words("six_nimmt.text.pool", cards=_spaced(model.view.pool))]
    return [
        model.words("six_nimmt.text.row", row=number, cards=_spaced(cards), n=heads(cards))
        for number, cards in enumerate(model.view.rows, start=1)
    ]


def _played_lines(model: Nimmt) -> list[str]:
    return [_fate(model, one, "text", ("waits", "took", "placed_left", "placed")) for one in model.view.last]


def _fate(model: Nimmt, one: Placement, tone: str, keys: tuple[str, str, str, str]) -> str:
    """What became of a card: the words for one that waits, that took a row, that went to either end."""
    waits, took, left, right = keys
    key = waits if not one.row else took if one.taken else left if one.side == "left" else right
    name = model.names[one.seat]
    return model.words(f"six_nimmt.{tone}.{key}", name=name, card=one.card, row=one.row, n=one.heads)


def _laid_lines(model: Nimmt) -> list[str]:
    return [
        model.words("six_nimmt.text.laid_card", name=model.names[seat], card=card)
        for seat, card in laid_in_order(model.view)
    ]


def _known_lines(model: Nimmt) -> list[str]:
    if not any(model.view.known):
        return []
    nothing = model.words("six_nimmt.text.no_cards")
    return [
        model.words("six_nimmt.text.known_hand", name=name, cards=_spaced(cards) or nothing)
        for name, cards in zip(model.names, model.view.known, strict=False)
    ]


def standing_line(model: Nimmt) -> str:
    """Everybody's heads so far in one sentence."""
    pairs = zip(model.names, standing(model.view), strict=True)
    listed = model.words.listed((f"{name} {total}" for name, total in pairs))
    return model.words("six_nimmt.alt.standing", heads=listed)


def turn_line(model: Nimmt) -> str:
    """Who owes a decision now, or that the round or the game is over."""
    view, words, question = model.view, model.words, model.view.question
    if question is not None:
        key, ends = ("deciding_end", _ends(question, words)) if question.sides else ("deciding", "")
        return words(f"six_nimmt.text.{key}", name=model.names[question.seat], card=question.card, ends=ends)
    if view.on_turn is not None:
        key = "picking" if view.phase == "draft" else "laying"
        return words(f"six_nimmt.text.{key}", name=model.names[view.on_turn])
    if view.phase != "choose":
        return words(f"six_nimmt.text.{view.phase}")
    missing = [model.names[seat] for seat, chosen in enumerate(view.chosen) if not chosen]
    if not missing:
        return words("six_nimmt.text.chosen")
    return words("six_nimmt.text.missing", names=words.all_of(missing), n=len(missing))


def _ends(asked: moves.Asked | Question, words: Words) -> str:
    pairs = zip(asked.rows, asked.sides, strict=True)
    return words("six_nimmt.text.or").join(
        words(f"six_nimmt.text.end.{side}", row=row) for row, side in pairs
    )


def _hand_lines(model: Nimmt) -> list[str]:
    view, words = model.view, model.words
    if not view.hand:
        return [words("six_nimmt.text.no_hand")]
    if not view.rows:
        return [words("six_nimmt.text.hand_cards", cards=_spaced(view.hand))]
    lines = [words("six_nimmt.text.hand")]
    for card in view.hand:
        place = lands(view, card, words, "text")
        lines.append(words("six_nimmt.text.card", card=card, n=heads((card,)), place=place))
    if view.selected is not None:
        lines.append(words("six_nimmt.text.selected", card=view.selected))
    return lines


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


def effect(model: Nimmt, move: NimmtMove) -> str:
    """Where a card would go and what it would take as the rows lie now, or what a row costs."""
    view, words = model.view, model.words
    match move:
        case moves.TakeRow():
            price = costs(view)[move.row]
            key = "row" if price else "row_free"
            return words(f"six_nimmt.effect.{key}", row=move.row, n=price)
        case moves.Pick():
            return words("six_nimmt.effect.pick", card=move.card, n=heads((move.card,)))
        case moves.Deal():
            return words("six_nimmt.effect.deal")
        case moves.Choose():
            return _chosen(view, move, words)


def _chosen(view: NimmtView, move: moves.Choose, words: Words) -> str:
    place = landing(view.rows, move.card, professional=is_professional(view))
    if is_professional(view) or place.other:
        return lands(view, move.card, words, "panel")
    if place.row is None:
        price = min(map(heads, view.rows))
        return words("six_nimmt.effect.low", card=move.card, n=price)
    if place.taken:
        return words("six_nimmt.effect.sixth", card=move.card, row=place.row, n=heads(place.taken))
    row = view.rows[place.row - 1]
    gap, at = move.card - row[-1], len(row) + 1
    key = "beside" if gap == 1 else "fits"
    return words(f"six_nimmt.effect.{key}", card=move.card, row=place.row, place=at, gap=gap)


# What is to be done -------------------------------------------------------------------------------------


def owed(model: Nimmt) -> str:
    """Who has still to choose, as the board post says it; empty where nobody has."""
    view, words = model.view, model.words
    if view.question is not None:
        key = "waiting_end" if view.question.kind == "tie" else "waiting_row"
        return words(f"six_nimmt.panel.{key}", name=model.names[view.question.seat])
    if view.on_turn is not None and view.trick < TRICKS:
        key = "waiting_pick" if view.phase == "draft" else "waiting_lay"
        return words(f"six_nimmt.panel.{key}", name=model.names[view.on_turn])
    if view.phase != "choose":
        return ""
    if view.trick == TRICKS:
        return words("six_nimmt.panel.last_card")
    missing = [model.names[seat] for seat, chosen in enumerate(view.chosen) if not chosen]
    if not missing:
        return ""
    done = view.seats - len(missing)
    if not done:
        return words("six_nimmt.panel.waiting_all")
    return words("six_nimmt.panel.waiting_cards", done=done, all=view.seats, names=words.all_of(missing))


def asks_card(model: Nimmt, card: int | None) -> str:
    """What is asked above the hand; with a card whether to play it."""
    view, words = model.view, model.words
    if view.on_turn is not None:
        if card is not None:
            return words("six_nimmt.panel.lay_sure", card=card)
        return words("six_nimmt.panel.lay", trick=view.trick)
    if card is not None:
        return words("six_nimmt.panel.last", card=card)
    if view.selected is not None:
        return words("six_nimmt.panel.chosen", card=view.selected)
    return words("six_nimmt.panel.choose", trick=view.trick)


def asks_row(model: Nimmt, row: int | None) -> str:
    """What the owner of a card is asked; with a row whether to take it, or in a tie whether to go there."""
    question, words = model.view.question, model.words
    assert question is not None, "asked only where there is a question"
    if row is None:
        key = "row" if question.kind == "low" else question.kind
        return words(f"six_nimmt.panel.{key}", card=question.card)
    price = costs(model.view)[row]
    if question.kind == "tie":
        end = _end(model, row, "text")
        return words("six_nimmt.panel.end_sure", card=question.card, end=end, n=price)
    return words("six_nimmt.panel.row_sure", card=question.card, row=row, n=price)


def answer(model: Nimmt, move: moves.TakeRow) -> str:
    """An answer to the question with what it costs: a row to take, or in a tie the end of a row."""
    words, price = model.words, costs(model.view)[move.row]
    if model.view.question is None or not model.view.question.sides:
        return words("six_nimmt.panel.row_button", row=move.row, n=price)
    return words("six_nimmt.panel.end_button", end=_end(model, move.row, "panel"), n=price)


def _end(model: Nimmt, row: int, tone: Literal["panel", "text"]) -> str:
    question = model.view.question
    assert question is not None, "only a question has ends"
    return model.words(f"six_nimmt.{tone}.end.{question.sides[question.rows.index(row)]}", row=row)


def card_heads(card: int, words: Words) -> str:
    """A card with its heads."""
    return words("six_nimmt.panel.card", card=card, n=heads((card,)))


def card_line(model: Nimmt, move: moves.Choose | moves.Pick) -> str:
    """A card with its heads, and where it would go now."""
    name = card_heads(move.card, model.words)
    if isinstance(move, moves.Pick):
        return name
    where = lands(model.view, move.card, model.words, "panel")
    return model.words("six_nimmt.command.card", card=name, lands=where)


def named(model: Nimmt, move: NimmtMove) -> str:
    """A card to be played or picked, a row to be taken, the end of a row."""
    words, question = model.words, model.view.question
    match move:
        case moves.TakeRow(row=row) if question is not None and row in question.rows and question.sides:
            return _end(model, row, "panel")
        case _:
            return words(f"six_nimmt.move.{tag(move)}", **in_words(move, {}, words))


def settled(model: Nimmt) -> str:
    """What became of the card of `model.seat`: the one picked or laid last, or that of the newest trick."""
    view, words, seat = model.view, model.words, model.seat
    if seat is not None and view.on_turn is not None:
        if view.phase == "draft" and view.known[seat]:
            return words("six_nimmt.panel.settled_picked", card=view.known[seat][-1])
        if view.phase == "choose" and (card := view.laid[seat]) is not None:
            return words("six_nimmt.panel.settled_waits", card=card)
        if view.phase != "choose":
            return words("six_nimmt.panel.settled_over")
    one = next((placed for placed in view.last if placed.seat == seat), None)
    if one is None:
        return words("six_nimmt.panel.settled_over")
    return _fate(model, one, "panel", ("settled_waits", "settled_took", "settled_left", "settled"))


# Alt texts ----------------------------------------------------------------------------------------------


P = ParamSpec("P")


def _alt(parts: Callable[Concatenate[Nimmt, P], list[str]]) -> Callable[Concatenate[Nimmt, P], str]:
    """An alt text of these parts, behind the state of the table."""

    @wraps(parts)
    def alt(model: Nimmt, *args: P.args, **more: P.kwargs) -> str:
        def told(shown: Nimmt) -> str:
            head = headed(shown, "six_nimmt", state(shown))
            return " ".join([head, *parts(shown, *args, **more)])

        return alt_text(model, told)

    return alt


@_alt
def alt_board(model: Nimmt) -> list[str]:
    """Rows, the newest trick, heads so far, whose turn."""
    found = [turn_line(model), *row_lines(model)]
    if laid := _laid_lines(model):
        found.append(model.words("six_nimmt.alt.laid", cards=model.words.listed(laid)))
    elif model.view.last:
        found.append(model.words("six_nimmt.alt.played", cards=" ".join(_played_lines(model))))
    return [*found, standing_line(model)]


@_alt
def alt_step(model: Nimmt, event: Event) -> list[str]:
    """What happened in this step of a replay, then rows and heads so far."""
    return [*report(replace(model, events=(event,))), *row_lines(model), standing_line(model)]


@_alt
def alt_draft(model: Nimmt, choice: int | None, picks: tuple[int, ...] = ()) -> list[str]:
    """The cards that lie face up, who has picked which, what is proposed, whose turn."""
    proposed = [] if choice is None else [model.words("six_nimmt.alt.proposed", card=choice)]
    hands = model.words.listed(_known_lines(model))
    picked = [model.words("six_nimmt.alt.picked", hands=hands)] if hands else []
    return [turn_line(model), *proposed, *row_lines(model), *picked]


@_alt
def alt_hand(model: Nimmt, choice: int | None, laid: int | None) -> list[str]:
    """The hand, what is chosen or proposed or shown as laid, the rows."""
    new = choice is not None and choice != model.view.selected
    proposed = [model.words("six_nimmt.alt.proposed", card=choice)] if new else []
    if laid is not None:
        place = lands(model.view, laid, model.words, "text")
        proposed.append(model.words("six_nimmt.alt.shown", card=laid, place=place))
    return [*proposed, *_hand_lines(model), *row_lines(model)]


@_alt
def alt_row_choice(model: Nimmt, choice: int | None, _even: bool) -> list[str]:
    """The rows with their heads, the low card, the hand, the proposed row."""
    view, words = model.view, model.words
    found = [turn_line(model), *row_lines(model)]
    if view.hand:
        found.append(words("six_nimmt.text.hand_cards", cards=_spaced(view.hand)))
    if choice is not None and view.question is not None and view.question.kind == "tie":
        found.append(words("six_nimmt.alt.end_proposed", end=_end(model, choice, "text")))
    elif choice is not None:
        found.append(words("six_nimmt.alt.row_proposed", row=choice, n=heads(view.rows[choice - 1])))
    return found


def alt_scores(model: Nimmt) -> str:
    """Heads of the last round and totals."""

    def told(model: Nimmt) -> str:
        view, words = model.view, model.words
        last = view.scores[-1] if view.scores else (0,) * view.seats
        title, listed = words.title(game("six_nimmt").info), _gained(model, last, view.totals)
        return words("six_nimmt.alt.scores", game=title, round=len(view.scores), heads=listed)

    return alt_text(model, told)


def _spaced(cards: Iterable[int]) -> str:
    return " ".join(map(str, cards))
