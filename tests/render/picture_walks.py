"""Whole games through the eyes of everybody: the models of a moment, and what a presenter draws of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace as with_model
from functools import cache
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.discord.presenter import Presenter, TurnPresenter
from bot.discord.steps import Choice, Panel, Picks
from bot.games.chance import Chance
from bot.games.chronicle import Page, chronicle
from bot.games.contract import Event, Move, Seat, heard
from bot.text import words
from bot.view_model import ViewModel
from render.drawing import Drawing
from render.ending import ending
from render.games import style
from render.lookback import Course, Turning, lookback, question
from tests.games.samples import Made, Sample, Walk, played, samples
from tests.render.picture_models import reader

SAMPLES = {sample.game.info.key: sample for sample in samples()}
MOMENTS = 4
"""So many moments of a game are looked at, besides its end."""


class Moments:
    """Typical moments of random games of one kind."""

    def __init__(self, key: str, stages: Mapping[str, Callable[[Any], bool]], options: Any) -> None:
        self.key, self._stages, self._options = key, stages, options
        self.moment = cache(self._moment)
        """A moment at a stage, in the second half of a game if there is one."""

    def played(self, seats: int, seed: int = 0, **options: Any) -> list[Any]:
        rng, chosen = Random(f"{seats} {seed}"), replace(self._options, **options)
        return played(SAMPLES[self.key], chosen, seats, Chance(rng.randbytes(32)), rng).states

    def _moment(self, seats: int, stage: str, **options: Any) -> Any:
        for seed in range(30):
            states = self.played(seats, seed, **options)
            half = len(states) // 2
            for state in (*states[half:], *states[:half]):
                if self._stages[stage](state):
                    return state
        raise LookupError(stage)

    def view_model(
        self, seats: int, stage: str, locale: str = "en", *, seat: int | None = None, **options: Any
    ) -> ViewModel[Any]:
        """A moment as one reader sees it."""
        return reader(self.key, self.moment(seats, stage, **options), locale, seat=seat)

    def active(self, seats: int, stage: str, locale: str = "en", **options: Any) -> ViewModel[Any]:
        seat = self.moment(seats, stage, **options).active
        return self.view_model(seats, stage, locale, seat=seat, **options)


def presenter_in(key: str) -> Presenter:
    """The presenter that the game's cog puts in place."""
    import_module(f"cogs.{key}")
    kinds = (*Presenter.__subclasses__(), *TurnPresenter.__subclasses__())
    return next(kind() for kind in kinds if kind.__dict__.get("key") == key)


def models(game: Any, names: tuple[str, ...], made: Made, locale: str) -> Iterator[ViewModel[Any]]:
    """A moment as everybody sees it, then as each seat does."""
    state, told = made.step.state, made.step.events
    for seat in (None, *map(Seat, range(len(names)))):
        heard = tuple(event for event in told if event.seen_by is None or seat in event.seen_by)
        view, outcome = game.view(state, seat), game.outcome(state)
        yield ViewModel(1, 1, view, names, words(locale), seat, heard, outcome)


def told_at_the_end(presenter: Presenter, walk: Walk, names: tuple[str, ...], locale: str) -> ViewModel[Any]:
    """The end of a whole game as everybody sees it, with its chronicle."""
    game, events = SAMPLES[presenter.key].game, list[Event]()
    seen = [ViewModel(1, 0, game.view(walk.start, None), names, words(locale))]
    for made in walk.made:
        events += heard(made.step.events, None)
        if made.step.milestone or made is walk.made[-1]:
            view, outcome = game.view(made.step.state, None), game.outcome(made.step.state)
            seen.append(ViewModel(1, 1, view, names, words(locale), None, tuple(events), outcome))
            events.clear()
    pages = [Page(model.view, model.events, presenter.part(model)) for model in seen]
    points, end = [game.points(page.view) for page in pages], seen[-1]
    assert end.outcome is not None
    return with_model(end, chronicle=chronicle(pages, points, end.outcome, game.highlights(pages)))


def keepsakes(walk: Walk, told: ViewModel[Any], key: str, day: str) -> Iterator[Drawing]:
    """What each seat may keep of a game, where it has something to keep."""
    game, ends = SAMPLES[key].game, [made for made in walk.made if made.step.milestone]
    views = [game.view(made.step.state, None) for made in (*ends, walk.made[-1])]
    for seat in range(walk.seats):
        if keepsake := style(key).keepsake:
            yield keepsake(told, Seat(seat), views, day)


def choices(shown: Panel) -> Iterator[Choice]:
    """What the picks of a panel could carry on to the next one."""
    for row in shown.rows:
        picks, base = (row.picks[:3], row.to) if isinstance(row, Picks) else (row, "")
        for pick in picks:
            if isinstance(pick.to, Move):
                yield Choice(move=pick.to)
            else:
                yield Choice(tuple(f"{base}/{pick.to}".strip("/").split("/")))


def panels(presenter: Presenter, model: ViewModel[Any]) -> Iterator[Panel]:
    """The panel of a seat, and what some of its picks lead to."""
    panel = presenter.panel(model, Choice())
    yield from (panel, *[presenter.panel(model, choice) for choice in [*choices(panel)][:6]])


def noticed(sample: Sample, moments: tuple[Made, ...]) -> list[Made]:
    """The moments that somebody sees: at no other one does the next move make itself."""
    return [made for made in moments if sample.game.forced(made.step.state) is None]


def looked_back(presenter: Presenter, walk: Walk, told: ViewModel[Any], rng: Random) -> Iterator[Drawing]:
    """A game looked back at, with the moves that take most room; and the question about one of them."""
    game, key, steps = SAMPLES[presenter.key].game, presenter.key, len(walk.made)
    chances = tuple(tuple(rng.random() for _ in range(walk.seats)) for _ in range(steps + 1))
    parts = tuple(1 + 9 * step // steps for step in range(steps + 1))
    course = Course(chances, parts, presenter.part_name, chances[0])
    turnings, offered = list[Turning](), list[str]()
    for number, at in enumerate(sorted(rng.sample(range(steps), min(3, steps))), start=9):
        made = walk.made[at]
        model = replace_view(told, game.view(made.before, made.seat), made.seat)
        moves = [presenter.named(model, move) for move in islice(game.legal(made.before, made.seat), 40)]
        longest, own = sorted(moves, key=len)[-8:], presenter.named(model, made.move)
        offered = offered or longest
        when = presenter.caption(told)
        turnings.append(Turning(number, made.seat, at + 1, "blunder", own, longest[-1], when, 100))
    yield lookback(told, key, course, tuple(turnings))
    yield question(told, key, turnings[0].seat, turnings[0], tuple(offered))


def replace_view(model: ViewModel[Any], view: Any, seat: Seat) -> ViewModel[Any]:
    """The same for the eyes of a seat, at another moment."""
    return with_model(model, view=view, seat=seat, outcome=None, chronicle=None, events=())


@cache
def whole(key: str, seats: int, locale: str) -> tuple[Walk, Any]:
    """A game of so many that is played once, and where chance goes on after it."""
    sample, rng = SAMPLES[key], Random(f"{seats} {locale}")
    fit = [options for options in sample.options if sample.game.most_seats(options) >= seats]
    return played(sample, rng.choice(fit), seats, Chance(rng.randbytes(32)), rng), rng.getstate()


def drawn(key: str, seats: int, names: tuple[str, ...], locale: str) -> Iterator[Drawing]:
    """All that is drawn at some moments of a game of so many, its end among them."""
    sample, presenter, rng = SAMPLES[key], presenter_in(key), Random()
    walk, after = whole(key, seats, locale)
    rng.setstate(after)
    *before, end = walk.made
    told = told_at_the_end(presenter, walk, names[:seats], locale)
    earlier = (3, -12, 140) if seats == 1 else ()
    yield ending(told, key, presenter.part_name, presenter.notes(told), earlier)
    yield from looked_back(presenter, walk, told, rng)
    yield from list(keepsakes(walk, told, key, "May 19, 2026"))[:2]
    yield from (one for one in presenter.ended(told).drawings if isinstance(one, Drawing))
    some = noticed(sample, tuple(before))
    for made in (end, *rng.sample(some, min(MOMENTS, len(some)))):
        everybody, *seated = models(sample.game, names[:seats], made, locale)
        owing = rng.choice([*sample.game.decisions(made.step.state)] or [Seat(0)])
        yield from (one for panel in panels(presenter, seated[owing]) for one in panel.drawings)
        yield from presenter.panel(seated[owing - 1], Choice()).drawings
        ends = (presenter.ended(everybody),) if everybody.outcome else ()
        for shown in (presenter.board(everybody), presenter.page(everybody), *ends):
            yield from (one for one in shown.drawings if isinstance(one, Drawing))
