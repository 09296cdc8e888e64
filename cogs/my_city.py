"""The messages of My City: Roll & Build, described from what their reader may know."""

import dataclasses
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from discord import app_commands
from msgspec.structs import astuple, replace

from bot.app import App
from bot.discord.content import Content, Style, number
from bot.discord.game_commands import add_game
from bot.discord.layout import ENTRIES
from bot.discord.move_codec import step_at, step_path
from bot.discord.presenter import Given, MoveCommand, Param, Presenter, Shown, always, watching, won
from bot.discord.steps import Choice, How, Panel, Pick, Picks, To
from bot.discord.view_models import spoken
from bot.games.contract import Move, Seat
from bot.games.my_city import moves, sentences as told
from bot.games.my_city.city import EPISODES
from bot.games.my_city.ghost import STEPS, Ghost, changes, ghost_from, ghost_of, spot_from
from bot.games.my_city.legal import FIRST, Task, refusal, task_of
from bot.games.my_city.preview import Offer, begun, ends_round, first_ghost, offers, pass_pays, ways_meant
from bot.games.my_city.scoring import episodes_left
from bot.games.my_city.sentences_of_score import City
from render import ranking as final
from render.film import Frame
from render.my_city import board, own, pages, ranking, standings, sums

PAGE = ENTRIES - 2
"""Spots on a page of the menu, which has a line for the page before and one for the next."""
_ARROWS = {"left": "←", "up": "↑", "down": "↓", "right": "→"}
_NUMBER = app_commands.Range[int, min(EPISODES), max(EPISODES)]
_TURNS = tuple((str(turn), f"my_city.command.turn.{turn}") for turn in range(4))


class Aim(msgspec.Struct, frozen=True, tag="aim"):
    """An unfinished choice: where a building is tried out, the page of spots, whether the score is told."""

    ghost: Ghost
    page: Annotated[int, msgspec.Meta(ge=0)] = 0
    scored: bool = False

    def __post_init__(self) -> None:
        if ghost_from(str(self.ghost)) is None:
            raise ValueError("there is no such ghost")


class Stopping(Aim, frozen=True, tag="stopping"):
    """The question whether to stop, with the choice that it has interrupted."""


def _spot(model: City, found: Sequence[moves.Build], given: Given) -> To | Shown | None:
    """The spot that is meant. What doesn't fit is shown with the reason on the sheet, and several ways to be
    chosen from. Refusals: off_sheet."""
    meant = ways_meant(model.view, given["at"], given["turn"], given["flip"])
    if not meant:
        return None
    (cells, why), *others = meant
    if others:
        note = model.words("my_city.command.several", n=len(meant), cell=cells[0])
        return Shown(step_path(Aim(ghost_of(cells))), note)
    shown = why is not None and why.code != "wrong_shape"
    kind = moves.BuildAndStop if given["stop"] else moves.Build
    return Shown(step_path(Aim(ghost_of(cells)))) if shown else kind(cells, model.view.ahead)


def _spots(model: City, typed: str, given: Given) -> list[tuple[str, str]]:
    found = begun(model.view, typed)
    return [(told.spot(each.cells, model.words, each.gain), str(ghost_of(each.cells))) for each in found]


def _aimed(text: str) -> Pick | None:
    """Where a control of an older version led: `D4/1f~0+`."""
    at, _, page = text.partition("~")
    ghost = ghost_from(at)
    return ghost and Pick("", step_path(Aim(ghost, number(page.rstrip("+")), page.endswith("+"))))


def _built(view: moves.MyCityView, rest: str, values: Sequence[str]) -> Pick:
    """What **Build** of an older version meant: `D4/1f`, with `!` where it was said to end the round."""
    ghost = ghost_from(rest.removesuffix("!"))
    task = None if view.seat is None else task_of(view, view.seat)
    if ghost is None or task is None:
        return Pick("", moves.Build(()), how="make")
    cells = ghost.inside(task.shape).cells(task.shape)
    return Pick("", moves.Build(cells), how="make" if rest.endswith("!") else "change")


class MyCityPresenter(Presenter):
    """The presenter of My City."""

    key = "my_city"
    group = "mycity"
    part_name = "episode"
    sentences = told
    commands: ClassVar = {
        "build": MoveCommand(
            (moves.Build, moves.BuildAndStop),
            (
                Param("at", read=spot_from),
                Param("turn", required=False, choices=_TURNS, read=int),
                Param("flip", bool | None, required=False),
                Param("stop", bool, required=False),
            ),
            attempt=lambda view, given: moves.Build(()),
            meant=_spot,
            suggest={"at": _spots},
        ),
        "pass": MoveCommand((moves.Pass,)),
        "stop": MoveCommand((moves.Stop,)),
        "roll": MoveCommand((moves.RollOn,)),
        "episode": MoveCommand(
            (moves.Begin,),
            (Param("number", _NUMBER, of=lambda view, move: move.episode, label=told.begins),),
            attempt=lambda view, given: moves.Begin(given["number"]),
        ),
        "finish": MoveCommand((moves.Finish,)),
    }
    legacy: ClassVar = {
        "mycity.steer": lambda view, rest, values: _aimed(rest[1:]),
        "mycity.spot": lambda view, rest, values: _aimed("".join(values)),
        "mycity.build": _built,
        "mycity.pass": always(moves.Pass(), "change"),
        "mycity.passed": always(moves.Pass(), "make"),
        "mycity.stop": always(moves.Stop(), "show"),
        "mycity.stopped": always(moves.Stop(), "make"),
        "mycity.begin": lambda view, rest, values: Pick("", moves.Begin(number("".join(values))), how="show"),
        "mycity.begun": lambda view, rest, values: Pick("", moves.Begin(number(rest)), how="make"),
        "mycity.finish": always(moves.Finish(), "show"),
        "mycity.finished": always(moves.Finish(), "make"),
    }

    def start(self, given: dict[str, Any]) -> dict[str, Any]:
        """What is played follows from an order, else from a chapter."""
        if "order" in given or "chapter" in given:
            given.setdefault("mode", "campaign" if "order" in given else "chapter")
        return given

    def board(self, model: City) -> Content:
        """The newest round, at an episode's end also the score sheets, and who still has to choose."""
        read = spoken(model)
        texts = (told.story(read), told.headline(read), told.still_to_choose(read))
        return Content(texts, (board(model), *sums(model)))

    def page(self, model: City) -> Content:
        """The board of that moment without who has still to choose."""
        return Content((told.story(spoken(model)), f"-# {self.caption(model)}"), pages(model))

    def frames(self, model: City) -> tuple[Frame, ...]:
        """What a round has brought to the sheets; choosing alone shows nothing."""
        story = told.story(spoken(model))
        if not story or all(isinstance(event, moves.Decided) for event in model.events):
            return ()
        return tuple(Frame(drawing, story, self.caption(model)) for drawing in pages(model))

    def part(self, model: City) -> int:
        return model.view.episode

    def how(self, view: moves.MyCityView, move: moves.MyCityMove) -> How:
        """Building and passing can be changed until the last player has chosen; rolling on takes one press;
        the rest is shown first."""
        if isinstance(move, moves.RollOn):
            return "make"
        return "change" if type(move) in (moves.Build, moves.Pass) else "show"

    def tried(self, move: Move) -> str:
        return step_path(Aim(ghost_of(move.cells))) if isinstance(move, moves.Build) else ""

    def settling(self, model: City, move: moves.MyCityMove | None) -> City:
        view, choice = model.view, move if isinstance(move, moves.Chosen) else None
        return dataclasses.replace(model, view=replace(view, decided=(True,) * view.seats, choice=choice))

    def panel(self, model: City, choice: Choice) -> Panel:
        """The sheet of who is in the round, the next episode for whoever chooses it; others watch."""
        view, seat = model.view, model.seat
        task = None if seat is None else task_of(view, seat)
        if seat is not None and task is not None:
            return _Round(model, seat, task).panel(choice)
        if view.phase == "between" and seat == FIRST:
            return _between(model, choice.move)
        picture = own(model) if view.episode and seat is not None else board(model)
        return watching(told.watching(spoken(model)), picture)

    def settled(self, model: City) -> Content:
        return Content((told.settled(model),))

    def ended(self, model: City) -> Content:
        """The winners, the ranking, and in words what each score is made of."""
        made = "\n".join(final.told(spoken(model), self.key))
        grades = "\n".join((*told.chapter_lines(spoken(model)), *told.notes(model)))
        pictures = () if model.chronicle and model.view.seats == 1 else (ranking(model),)
        return Content((won(model, "my_city.panel.won"), grades, made), pictures)


def _between(model: City, move: Move | None) -> Panel:
    """The episodes that are left and **Finish**; either is shown to be confirmed."""
    view, words = model.view, model.words
    picture = standings(model) if view.results else board(model)
    if isinstance(move, moves.Finish):
        return Panel((told.next_episode(model, move),), (picture,), sure=move, style="danger")
    episodes = tuple(
        Pick(told.begins(model, begin), begin, told.of_chapter(begin.episode, words), chosen=move == begin)
        for begin in map(moves.Begin, episodes_left(view))
    )
    menu = Picks(words("my_city.panel.episodes"), episodes)
    ends = () if move or not view.results else ((Pick(words("my_city.panel.finish"), moves.Finish()),),)
    return Panel((told.next_episode(model, move),), (picture,), (menu, *ends), sure=move)


@dataclasses.dataclass(frozen=True, slots=True)
class _Round:
    """The panel of a seat in the round."""

    model: City
    seat: Seat
    task: Task

    def panel(self, choice: Choice) -> Panel:
        """The sheet with the building on it and all that can be done; a choice to be confirmed."""
        model, view, left = self.model, self.model.view, step_at(Stopping, choice.parts)
        move = choice.move if left is None else moves.Stop(view.ahead)
        if isinstance(move, moves.Chosen):
            style = "danger" if isinstance(move, moves.Stop | moves.BuildAndStop) else "success"
            texts, drawings = told.sure(model, self.seat, move), (own(model, move),)
            tried = Aim(ghost_of(move.cells)) if isinstance(move, moves.Build) else left
            back = tried and step_path(Aim(*astuple(tried)))
            return Panel(texts, drawings, sure=move, style=style, back=back)
        found = offers(view, self.seat)
        tried = step_at(Aim, choice.parts)
        aim = tried or Aim(first_ghost(view, self.task, found))
        aim = replace(aim, ghost=aim.ghost.inside(self.task.shape))
        build = moves.Build(aim.ghost.cells(self.task.shape), view.ahead)
        # Opened anew, the panel shows what was chosen; a building is where the steering begins.
        shown = build if tried or view.choice is None else view.choice
        texts = told.trying(model, self.seat, self.task, shown, nowhere=not found)
        foot = (told.scored(model, self.seat, shown),) if aim.scored else ()
        spots = (self._spots(aim, build, found),) if found else ()
        rows = (*self._steering(aim), *spots, self._deciding(aim, build, nowhere=not found))
        picture = own(model, shown if tried or not choice.even else None)
        return Panel(texts, (picture,), rows, back=False, foot=foot)

    def _steering(self, aim: Aim) -> tuple[tuple[Pick, ...], ...]:
        """Four arrows, then turning, flipping and the score; what would change nothing can't be picked."""
        words, shape = self.model.words, self.task.shape
        picks: dict[str, Pick] = {}
        for step in STEPS:
            after = aim.ghost.steered(shape, step)
            label = _ARROWS.get(step) or words(f"my_city.panel.{step}")
            idle = not changes(shape, step) if step in ("turn", "flip") else after == aim.ghost
            picks[step] = Pick(label, step_path(replace(aim, ghost=after)), disabled=idle)
        label = words("my_city.panel.untold" if aim.scored else "my_city.panel.told")
        score = Pick(label, step_path(replace(aim, scored=not aim.scored)))
        return tuple(picks[step] for step in _ARROWS), (picks["turn"], picks["flip"], score)

    def _spots(self, aim: Aim, here: moves.Build, found: Sequence[Offer]) -> Picks:
        words, last = self.model.words, (len(found) - 1) // PAGE
        page = min(aim.page, last)
        picks = [
            Pick(
                told.spot(offer.cells, words, offer.gain),
                step_path(replace(aim, ghost=ghost_of(offer.cells), page=page)),
                words.listed(offer.cells),
                chosen=offer.cells == here.cells,
            )
            for offer in found[page * PAGE :][:PAGE]
        ]
        if page > 0:
            better = words("my_city.panel.better", n=page * PAGE)
            picks.insert(0, Pick(better, step_path(replace(aim, page=page - 1))))
        if page < last:
            more = words("my_city.panel.more", n=len(found) - (page + 1) * PAGE)
            picks.append(Pick(more, step_path(replace(aim, page=page + 1))))
        return Picks(words("my_city.panel.spots", n=len(found)), tuple(picks), here=step_path(aim))

    def _deciding(self, aim: Aim, build: moves.Build, *, nowhere: bool) -> tuple[Pick, ...]:
        """**Build**, **Pass** with its cost, **Build and stop**, **Stop**; what is chosen is off, and what
        costs less stands out where nothing fits. At an own pace also **Roll on** once there is one."""
        view, seat, words = self.model.view, self.seat, self.model.words
        how = "hold" if ends_round(view, seat) else "change"
        misfit = refusal(view, seat, build) is not None
        no_build = misfit or build == view.choice
        passes, both = moves.Pass(view.ahead), moves.BuildAndStop(build.cells, view.ahead)
        stop, stopped = step_path(Stopping(*astuple(aim))), view.choice == moves.Stop(view.ahead)
        no_pass = view.choice == passes or refusal(view, seat, passes) is not None
        rolls = Pick(words("my_city.panel.roll_on"), moves.RollOn(view.ahead), style="primary")
        style: tuple[Style, Style] = ("secondary", "primary")
        pays = nowhere and pass_pays(view, seat)
        return (
            Pick(words("my_city.panel.build"), build, style="success", disabled=no_build, how=how),
            Pick(told.passing(self.model, seat), passes, style=style[pays], disabled=no_pass),
            Pick(words("my_city.panel.build_and_stop"), both, disabled=misfit),
            Pick(words("my_city.panel.stop"), stop, style=style[nowhere and not pays], disabled=stopped),
            *((rolls,) if view.may_roll else ()),
        )


async def setup(app: App) -> None:
    add_game(app, MyCityPresenter())
