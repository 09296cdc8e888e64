"""From a moment of a table to what one reader may see of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from bot.games.chronicle import Page, chronicle
from bot.games.contract import Event, Seat, View, heard
from bot.games.registry import AnyGame, game
from bot.tables.model import ABSENT, FORMER, Moment, SeatRow, Table
from bot.text import Words, one_line, plain
from bot.view_model import ComputerName, ViewModel

V = TypeVar("V", bound=View)


def rules(table: Table) -> AnyGame:
    """The rules of a table's game, of the version by which it is played."""
    return game(table.game, table.rules)


def post_of(moment: Moment) -> int:
    """The public post that shows this moment."""
    return rules(moment.table).post(moment.state)


def owing(moment: Moment) -> tuple[Seat, ...]:
    """The seats that owe a decision; where the next move makes itself, those that still have a choice."""
    rule, state = rules(moment.table), moment.state
    seats = tuple(rule.decisions(state))
    if rule.forced(state) is None:
        return seats
    return tuple(seat for seat in seats if len(tuple(islice(rule.legal(state, seat), 2))) > 1)


def may_move(moment: Moment, seat: Seat) -> bool:
    """Whether a seat owes a decision, or may still change the choice that it has made."""
    rule, state = rules(moment.table), moment.state
    if seat in owing(moment):
        return True
    return rule.forced(state) is None and any(True for _ in rule.legal(state, seat))


def up_to(moment: Moment, user: int | None, speak: Words) -> str:
    """Whose turn it is, in the words for a person (None: any reader); empty where no decision is owed."""
    seats = owing(moment)
    if user is not None and moment.table.seat_of(user) in seats:
        return speak("news.yours")
    names = [plain(sitter.name) for sitter in moment.table.sitters if sitter.seat in seats]
    return speak("news.theirs", names=speak.all_of(names)) if names else ""


def in_turn(moment: Moment) -> bool:
    """Whether people who owe a decision are called in public."""
    return rules(moment.table).in_turn(moment.state)


def called(name: str, speak: Words) -> str:
    """A name as it is shown: as people call themselves; of forgotten people by a number if need be."""
    if not name.startswith(FORMER):
        return name
    number = name.removeprefix(FORMER)
    return speak("data.former") if number == "1" else speak("data.former_too", number=number)


def names_at(moment: Moment, speak: Words) -> tuple[str, ...]:
    """The names by seat of those who sat there at that moment, each on one line."""
    now = names_of(moment.table, speak)
    then = tuple(one_line(called(name, speak)) for name in moment.names) or now
    return tuple(same if same == name else name for name, same in zip(then, now, strict=True))


def names_of(table: Table, speak: Words) -> tuple[str, ...]:
    """The names at a table by seat, each on one line."""
    sitters = sorted(table.sitters, key=lambda sitter: sitter.seat)
    return tuple(_name(sitter, speak) for sitter in sitters)


def _name(sitter: SeatRow, speak: Words) -> str:
    name = one_line(called(sitter.name, speak))
    return name if sitter.computer in (None, ABSENT) else ComputerName(name)


def icons_of(table: Table) -> tuple[str, ...]:
    """The icons at a table by seat, "" for the symbol of the seat; of two that are alike the first counts.
    None where nobody has chosen any."""
    icons = [sitter.icon for sitter in sorted(table.sitters, key=lambda sitter: sitter.seat)]
    shown = tuple("" if icon in icons[:seat] else icon for seat, icon in enumerate(icons))
    return shown if any(shown) else ()


def view_model(
    moment: Moment, seat: Seat | None, speak: Words, *, events: tuple[Event, ...] | None = None
) -> ViewModel[Any]:
    """What `seat` (None: everybody) may know of a moment; `events` are those of the step that led there,
    or of an earlier one that is still the news."""
    rule = rules(moment.table)
    news = moment.events if events is None else events
    return ViewModel(
        table=moment.table.id,
        version=moment.version,
        view=rule.view(moment.state, seat),
        names=names_at(moment, speak),
        words=speak,
        seat=seat,
        events=heard(news, seat),
        outcome=rule.outcome(moment.state),
        icons=icons_of(moment.table),
    )


def spoken(model: ViewModel[V]) -> ViewModel[V]:
    """The same model for a text with Markdown: no name can format, link or ping."""
    return replace(model, names=tuple(plain(name) for name in model.names))


def chronicled(
    model: ViewModel[V], pages: Sequence[Moment], part: Callable[[ViewModel[V]], int]
) -> ViewModel[V]:
    """The model of the end of a game with its chronicle, from its pages; `part` as in `Presenter`."""
    rule, outcome = rules(pages[0].table), model.outcome
    assert outcome is not None, "the game is over"
    seen = [view_model(page, None, model.words) for page in pages]
    told = [Page(each.view, each.events, part(each)) for each in seen]
    points = [rule.points(page.view) for page in told]
    return replace(model, chronicle=chronicle(told, points, outcome, rule.highlights(told)))
