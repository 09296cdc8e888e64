"""The messages of Noria. Everything is public: readers differ only in whose turn it is."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import astuple

from bot.app import App
from bot.discord.content import Content, number
from bot.discord.game_commands import add_game, begins
from bot.discord.move_codec import move_at
from bot.discord.presenter import Given, Line, MoveCommand, Param, TurnPresenter, fixed, won
from bot.discord.router import Call
from bot.discord.steps import Choice, How, Panel, Pick, To
from bot.discord.view_models import spoken
from bot.games.contract import Move
from bot.games.noria import moves, notation, sentences, sentences_of_table as names
from bot.games.noria.box import CHAMBERS, DISCS, GOODS, NOTHING, PATHS, RESOURCES
from bot.games.noria.costs import by_kindness
from bot.games.noria.facts import newest
from bot.games.noria.legal import own as mover
from bot.games.noria.moves import NoriaMove
from bot.games.noria.sentences import foretold, report
from bot.games.noria.sentences_of_choices import ANEW, SWAP, WHEEL, payments, several
from bot.games.noria.sentences_of_panel import Destination, offer
from bot.games.noria.sentences_of_table import Noria
from bot.games.noria.state import NoriaView
from bot.games.registry import game
from bot.text import called, folded
from cogs.noria import starts, steps
from render import ranking as final
from render.drawing import Drawing
from render.film import Frame
from render.noria import as_rival, board, own, ranking, rival

SETUPS = ("first", "basic", "expert")
"""The setups that have a name."""
SHOWN = (moves.Politics, moves.EndTurn)
"""Moves that are shown first: they end the turn early, and what is forecast then stands in no menu."""
NEW = "new"
"""Stands for the next island face down."""
_DISCS = tuple(fixed(disc, f"noria.disc.{disc.lower()}") for disc in DISCS)
_RESOURCES = tuple(fixed(kind, f"noria.kind.{kind}") for kind in RESOURCES)
_GOODS = tuple(fixed(kind, f"noria.kind.{kind}") for kind in GOODS)
_PATHS = tuple(fixed(path, f"noria.score.{path.lower()}") for path in PATHS)
_CHAMBERS = tuple(fixed(chamber, f"noria.score.{chamber.lower()}") for chamber in CHAMBERS)
_RINGS = tuple(fixed(ring, f"noria.ring.{ring.lower()}") for ring in ("M", "L"))


async def _setups(call: Call, typed: str) -> list[Line]:
    named = [(call.words(f"noria.option.setup.{one}"), one) for one in SETUPS]
    return [line for line in named if begins(typed, *line)] + await starts.played(call, typed)


def _lies(field: str) -> Any:
    """How a move is called in a menu of slots: by a slot and what lies in it."""

    def label(model: Noria, move: Any) -> str:
        return names.on(mover(model.view).wheel, getattr(move, field), model.words)

    return label


def _slot(name: str, *, narrows: bool = True, required: bool = True) -> Param:
    return Param(name, required=required, read=notation.read_slot, label=_lies(name), narrows=narrows)


def _slots(value: tuple[str, ...]) -> str | None:
    return " ".join(value) or None


def _chain(model: Noria, move: moves.Chain) -> str:
    return names.chain(mover(model.view).wheel, moves.Chain(move.slots), model.words)


def _island(text: str) -> int | str:
    """The island that somebody means. Refusal: noria_island {text}."""
    return NEW if called(text, "noria.command.new") else notation.read_island(text)


def _usual(model: Noria, found: Sequence[moves.Buy | moves.Invest], given: Given) -> Move | None:
    """Without a payment the one that keeps most choices."""
    kindest = by_kindness(mover(model.view).stock, [move.pay for move in found])[:1]
    return next((move for move in found if move.pay in kindest), None)


_ISLAND = Param(
    "island",
    read=_island,
    of=lambda view, move: NEW if move.island is None else move.island,
    written=str,
    label=lambda model, move: offer(model, Destination(move.island, None)),
)
_PAY = Param(
    "pay",
    required=False,
    read=notation.read_payment,
    written=notation.write_payment,
    label=lambda model, move: names.bundle(move.pay, model.words),
)
_TARGETS = Param(
    "targets",
    required=False,
    read=notation.read_slot_list,
    written=_slots,
    label=lambda model, move: " ".join(move.targets),
)
_COMMANDS = {
    "place": MoveCommand((moves.Place,), (Param("disc", choices=_DISCS), _slot("slot"))),
    "resource": MoveCommand((moves.Choose,), (Param("kind", choices=_RESOURCES),)),
    "path": MoveCommand((moves.Enter,), (Param("path", choices=_PATHS),)),
    "night_shift": MoveCommand((moves.NightShift,), (Param("ring", choices=_RINGS),)),
    "swap": MoveCommand(
        (moves.Modify,),
        (_slot("one", narrows=False), _slot("other", narrows=False)),
        attempt=lambda model, given: moves.Modify(*notation.in_order((given["one"], given["other"]))),
    ),
    "activate": MoveCommand(
        (moves.Activate,),
        (_slot("slot"), Param("double", bool, required=False), _TARGETS),
        meant=lambda model, found, given: moves.Activate(
            given["slot"], double=bool(given["double"]), targets=given["targets"] or ()
        ),
    ),
    "chain": MoveCommand(
        (moves.Chain,),
        (
            Param("slots", read=notation.read_slot_list, written=_slots, label=_chain),
            _slot("double", required=False),
            _TARGETS,
        ),
        meant=lambda model, found, given: moves.Chain(
            given["slots"], given["double"], given["targets"] or ()
        ),
    ),
    "travel": MoveCommand(
        (moves.Travel,),
        (_ISLAND,),
        attempt=lambda model, given: moves.Travel(None if given["island"] == NEW else given["island"]),
    ),
    "ship": MoveCommand((moves.TakeShip,), (Param("space", read=number, written=str),)),
    "factory": MoveCommand((moves.Build,), (Param("spot", read=number, written=str),)),
    "buy": MoveCommand((moves.Buy,), (Param("disc", choices=_DISCS), _PAY), meant=_usual),
    "invest": MoveCommand(
        (moves.Invest,),
        (Param("path", choices=_PATHS), _PAY),
        attempt=lambda model, given: moves.Invest(given["path"], given["pay"] or NOTHING),
        meant=_usual,
    ),
    "produce": MoveCommand((moves.Produce,), (Param("good", choices=_GOODS),)),
    "upgrade": MoveCommand((moves.Upgrade,), (_slot("slot"),)),
    "end_action": MoveCommand((moves.EndAction,)),
    "politics": MoveCommand(
        (moves.Politics,),
        (Param("down", choices=_CHAMBERS), Param("remove", required=False, choices=_CHAMBERS)),
    ),
    "end_turn": MoveCommand((moves.EndTurn,)),
    "fit": MoveCommand((moves.Fit,), (Param("disc", choices=_DISCS), _slot("slot"))),
}


def _once(text: str) -> To:
    """What a control of an older version carried, which wrote only payments otherwise: `invest/REF/e2m1`."""
    tag, *parts = text.split("/")
    if tag == "bonus":
        return "/".join((steps.BONUS_DISC, *parts))
    if tag in ("buy", "invest") and (pay := notation.payment_from(parts[-1])):
        text = "/".join((tag, *parts[:-1], ".".join(map(str, astuple(pay)))))
    return move_at(game("noria"), text) or text


def _made(view: NoriaView, rest: str, values: Sequence[str]) -> Pick | None:
    to = _once("".join(values) or rest)
    return Pick("", to, how="make") if isinstance(to, Move) else None


def _swapped(view: NoriaView, rest: str, values: Sequence[str]) -> Pick | None:
    return Pick("", moves.Modify(*notation.in_order(values)), how="show") if len(values) == 2 else None


class NoriaPresenter(TurnPresenter):
    """The presenter of Noria."""

    key = "noria"
    group = "noria"
    sentences = sentences
    pictures: ClassVar = (board, own)
    commands: ClassVar = _COMMANDS
    legacy: ClassVar = {
        "noria.choose": lambda view, rest, values: Pick("", _once("".join(values) or rest), how="show"),
        "noria.make": _made,
        "noria.swap": _swapped,
        "noria.wheel": lambda view, rest, values: Pick("", WHEEL),
    }
    at_once: ClassVar = frozenset({WHEEL, SWAP, ANEW})
    hidden: ClassVar = frozenset({"start"})
    start_params: ClassVar = (Param("setup", required=False, offers=_setups),)

    def start(self, given: dict[str, Any]) -> dict[str, Any]:
        """A setup by its name, else a start position for one."""
        typed = given.pop("setup", "")
        named = (one for one in SETUPS if folded(typed) == one or called(typed, f"noria.option.setup.{one}"))
        if typed:
            given |= {"setup": setup} if (setup := next(named, "")) else {"start": typed}
        return given

    def how(self, view: NoriaView, move: NoriaMove) -> How:
        """What Undo takes back is made at once, unless there is more to be seen or several ways to pay."""
        shown = isinstance(move, SHOWN) or move == moves.Travel(None) or payments(view, move)
        return "show" if shown else "make"

    def several(self, view: NoriaView, path: str) -> Sequence[Move]:
        """The proposed start wheel, all its discs at once; what else takes one press."""
        return several(view, path)

    def board(self, model: Noria) -> Content:
        """What the player before did, alone also the bot; what was done in this turn, who is to do what."""
        read = spoken(model)
        return Content((*_stories(read), foretold(read), sentences.headline(read)), _public(model))

    def page(self, model: Noria) -> Content:
        """The same story, and whose turn is the news. What ended a turn, alone the turn of the bot, too, is
        told by the post after it and has to stay there."""
        read = spoken(model)
        return Content((*_stories(read), f"-# {self.caption(read)}"), _public(model))

    def outline(self, model: Noria) -> tuple[Frame, ...]:
        """A turn as a whole."""
        return self.told(model, newest(model.view))

    def part(self, model: Noria) -> int:
        """The round of the turn that is the news; 0 for the choices of the start."""
        begun = sentences.turn_begun(model.view)
        return begun.round if begun else model.view.round

    def turn(self, model: Noria, choice: Choice) -> Panel:
        """What can be done now, or a move to be confirmed."""
        if isinstance(choice.move, NoriaMove):
            return steps.sure(model, choice.move)
        return steps.shown(model, choice)

    def ended(self, model: Noria) -> Content:
        """The winners, alone with the score of the bot; the ranking, and in words what each score is made
        of; alone the start position, which others can take on."""
        read, words, setup = spoken(model), model.words, model.view.setup
        made = "\n".join(final.told(read, self.key, rival=as_rival(read)))
        against = sentences.against_the_bot(read)
        first = f"**{against}**" if against else won(model, "noria.panel.won")
        if not setup:
            notes = () if against else sentences.notes(read)
            return Content((first, *notes, made), (ranking(model),))
        start = words("noria.panel.start", start=setup)
        return Content((first, made, start), (ranking(model),), (starts.buttons(words),))


def _stories(read: Noria) -> list[str]:
    return ["\n".join(report(read, events)) for events in (read.view.before, read.view.news)]


def _public(model: Noria) -> tuple[Drawing, ...]:
    return (board(model), rival(model)) if model.view.bot else (board(model),)


async def setup(app: App) -> None:
    commands = add_game(app, NoriaPresenter())
    for command in starts.COMMANDS:
        commands.add_command(command)
