"""The messages of City of Nördlingen. Everything is public: readers differ only in whose turn it is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from bot.app import App
from bot.discord.content import Content, in_rows, number
from bot.discord.game_commands import add_game
from bot.discord.move_codec import prefix_of
from bot.discord.presenter import Given, MoveCommand, Param, Shown, TurnPresenter
from bot.discord.router import refused
from bot.discord.steps import Choice, How, Panel, Pick, Picks
from bot.discord.view_models import spoken
from bot.games.contract import Refusal
from bot.games.noerdlingen import sentences as told
from bot.games.noerdlingen.board import Path, board_of
from bot.games.noerdlingen.calendar import crossing_meant, folded, steps_in, way_meant
from bot.games.noerdlingen.game import GAME
from bot.games.noerdlingen.moves import Bonus, Choose, Decline, Draw, NoerdlingenMove, NoerdlingenView, Place
from bot.games.noerdlingen.preview import beside_churches, columns, drawable, round_told
from bot.games.noerdlingen.sentences import Noerdlingen
from bot.games.noerdlingen.town import Crossing, crossing_name, crossing_named
from bot.text import cut, one_line
from render.noerdlingen import board, own

Border = Draw | Bonus
Soldiers = Mapping[Crossing, tuple[Path, ...]]
V = TypeVar("V")
_BORDERS: Mapping[str, type[Border]] = {"draw": Draw, "bonus": Bonus}
"""By phase, what is drawn in it."""
_REPEATED = 40
"""Characters that are repeated of what nobody understood."""


def _crossings(model: Noerdlingen, typed: str, given: Given) -> list[tuple[str, str]]:
    free = columns(model.view).values() if model.view.phase == "place" else ()
    names = [crossing_name(at) for column in free for at in column]
    return [(name, name) for name in names if name.startswith(folded(typed))]


def _drawing(kind: type[Border]) -> MoveCommand:

    def meant(model: Noerdlingen, found: Sequence[Any], given: Given) -> Shown | None:
        view, start = model.view, given["soldier"]
        mine = view.players[view.active].soldiers if _BORDERS.get(view.phase) is kind else ()
        if found or given["way"] or start not in mine:
            return None
        return Shown(note=refused(model.words, Refusal("nothing_from_there", crossing=crossing_name(start))))

    soldier = Param(
        "soldier",
        read=crossing_meant,
        of=lambda view, move: move.start,
        written=crossing_name,
        label=lambda model, move: told.line(model, move, whole=False),
        prefix=folded,
    )
    way = Param(
        "way",
        required=False,
        read=lambda typed: way_meant(cut(one_line(typed), _REPEATED)),
        of=lambda view, move: move.steps,
        label=told.line,
        prefix=steps_in,
        after="soldier",
    )
    return MoveCommand(
        (kind,),
        (soldier, way),
        attempt=lambda view, given: kind(given["soldier"], given["way"] or ""),
        meant=meant,
    )


def _once(text: str, how: How) -> Pick | None:
    """What a control of an older version meant: a number, or a phase with what was chosen in it."""
    match text.split("/"):
        case [taken] if how == "show":
            return Pick("", Choose(number(taken)), how="make")
        case ["choose", taken]:
            return Pick("", Choose(number(taken)), how=how)
        case ["place", name] if name:
            at = crossing_named(name)
            return Pick("", Place(at) if at else f"place/{name}", how=how)
        case ["draw" | "bonus" as phase, name, *way] if at := crossing_named(name):
            kind = _BORDERS[phase]
            return Pick("", kind(at, way[0]) if way else _from(kind, at), how=how)
        case _:
            return None


class NoerdlingenPresenter(TurnPresenter):
    """The presenter of City of Nördlingen."""

    key = "noerdlingen"
    group = "noerdlingen"
    sentences = told
    pictures: ClassVar = (board, own)
    commands: ClassVar = {
        "place": MoveCommand(
            (Place,),
            (Param("crossing", read=crossing_meant, of=lambda view, move: move.at),),
            attempt=lambda view, given: Place(given["crossing"]),
            suggest={"crossing": _crossings},
        ),
        "choose": MoveCommand((Choose,), (Param("number", int, label=told.line, prefix=folded),)),
        "draw": _drawing(Draw),
        "bonus": _drawing(Bonus),
        "decline": MoveCommand((Decline,)),
    }
    legacy: ClassVar = {
        **dict.fromkeys(
            [f"noerdlingen.{menu}" for menu in ("column", "crossing", "choose", "soldier", "way")],
            lambda view, rest, values: _once(values[0], "show"),
        ),
        "noerdlingen.confirm": lambda view, rest, values: _once(rest, "make"),
        "noerdlingen.decline": lambda view, rest, values: Pick("", Decline()),
    }

    def board(self, model: Noerdlingen) -> Content:
        """What the player before did, what has been drawn in this turn, and who is to do what."""
        return Content((*told.stories(spoken(model)), told.headline(spoken(model))), (board(model),))

    def page(self, model: Noerdlingen) -> Content:
        """The same story, and which turn it is."""
        return Content((*told.stories(spoken(model)), f"-# {self.caption(spoken(model))}"), (board(model),))

    def part(self, model: Noerdlingen) -> int:
        """The round of the turn that is the news."""
        return round_told(model.view)

    def how(self, view: NoerdlingenView, move: NoerdlingenMove) -> How:
        """A border, and a number that can't be drawn, are shown first; all else is made at once."""
        if isinstance(move, Choose):
            return "make" if board_of(view).counts(view.active)[move.number] else "show"
        return "show" if isinstance(move, Draw | Bonus) else "make"

    def turn(self, model: Noerdlingen, choice: Choice) -> Panel:
        """What can be done now, one phase at a time."""
        step = {"place": _place_panel, "choose": _choose_panel}.get(model.view.phase, _draw_panel)
        return step(model, choice)


def _place_panel(model: Noerdlingen, choice: Choice) -> Panel:
    words, move, free = model.words, choice.move, columns(model.view)
    at = move.at if isinstance(move, Place) else None
    column = crossing_name(at)[0] if at else next(iter(choice.of("place") or ()), "")
    rows = in_rows([Pick(one, f"place/{one}", chosen=one == column, disabled=one == column) for one in free])
    if column not in free:
        rows = (tuple(_beside_churches(model)), *rows)
    else:
        rows += in_rows([Pick(crossing_name(each), Place(each), chosen=each == at) for each in free[column]])
    asked = words("noerdlingen.panel.place_column", column=column) if column in free else ""
    return Panel(
        (asked or words("noerdlingen.panel.place"),),
        (own(model, move if isinstance(move, Place) else None, column=column),),
        rows,
        sure=move,
        back=column in free,
    )


def _beside_churches(model: Noerdlingen) -> Iterator[Pick]:
    """A crossing at each church, for who wants to begin without looking for one."""
    for at, digit in beside_churches(model.view):
        says = model.words("noerdlingen.panel.place_church", crossing=crossing_name(at), digit=digit)
        yield Pick(says, Place(at), style="success")


def _choose_panel(model: Noerdlingen, choice: Choice) -> Panel:
    view, words, move = model.view, model.words, choice.move
    if isinstance(move, Choose) and not board_of(view).counts(view.active)[move.number]:
        text = words(f"noerdlingen.panel.risk.{view.options.elimination}", number=move.number)
        return Panel((text,), (own(model, move),), sure=move, style="danger")
    # One press each: the picture tells the shape of each number and in how many ways it can be drawn.
    counts = board_of(view).counts(view.active)
    few = [": ".join(told.number_told(model, each)) for each in view.free if counts[each] < 2]
    picks = [
        Pick(str(each), Choose(each), style="secondary" if counts[each] else "danger") for each in view.free
    ]
    texts = (words("noerdlingen.panel.choose"), *filter(None, ["\n".join(few)]))
    return Panel(texts, (own(model),), in_rows(picks), back=False)


def _draw_panel(model: Noerdlingen, choice: Choice) -> Panel:
    view, words, move = model.view, model.words, choice.move
    kind, soldiers, rows = _BORDERS[view.phase], dict(drawable(view)), list[Picks]()
    start = _only({_from(kind, at): at for at in soldiers}, "/".join(choice.parts[:2]))
    paths = {path.steps: path for path in soldiers[start]} if start else {}
    path = _only(paths, move.steps if isinstance(move, Draw | Bonus) else "")
    if len(soldiers) > 1:
        rows.append(_soldier_menu(model, soldiers, start))
    if start:
        rows.append(_way_menu(model, soldiers[start], path))
    sure = kind(path.start, path.steps) if path else None
    return Panel(
        told.question(spoken(model), soldiers, start, path),
        (own(model, sure, None if sure else start),),
        tuple(rows),
        sure=sure,
        back=bool(choice.parts),
        beside=(Pick(words("noerdlingen.panel.decline"), Decline()),) if kind is Bonus else (),
    )


def _soldier_menu(model: Noerdlingen, soldiers: Soldiers, chosen: Crossing | None) -> Picks:
    words, kind = model.words, _BORDERS[model.view.phase]
    picks = tuple(
        Pick(
            words("noerdlingen.panel.soldier", crossing=crossing_name(at)),
            _from(kind, at),
            told.soldier_about(model, paths),
            chosen=at == chosen,
        )
        for at, paths in soldiers.items()
    )
    return Picks(words("noerdlingen.panel.soldier_menu"), picks)


def _way_menu(model: Noerdlingen, paths: Sequence[Path], chosen: Path | None) -> Picks:
    words, kind = model.words, _BORDERS[model.view.phase]
    picks = tuple(
        Pick(
            words("noerdlingen.panel.way", place=place, way=told.way(path, words)),
            kind(path.start, path.steps),
            told.way_about(model, path),
            chosen=path == chosen,
        )
        for place, path in enumerate(paths, start=1)
    )
    return Picks(words("noerdlingen.panel.way_menu"), picks)


def _from(kind: type[Border], at: Crossing) -> str:
    """The step at which a border begins there and its way is still to be chosen."""
    return prefix_of(GAME, [kind(at, "")])


def _only(offered: Mapping[str, V], chosen: str) -> V | None:
    """What is chosen, if it is offered; without a choice the one thing there is, if there is but one."""
    return next(iter(offered.values())) if len(offered) == 1 else offered.get(chosen)


async def setup(app: App) -> None:
    add_game(app, NoerdlingenPresenter())
