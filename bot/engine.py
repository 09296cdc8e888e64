"""A game without Discord: JSON lines in, JSON lines out, so that other programs can play and analyse.

Each line is one request `{"do": ..., ...}`; each is answered by one line, `{"ok": true, ...}` or
`{"ok": false, "code": ..., "detail": {...}}`. The engine knows everything: it hides nothing but in `view`.
"""

import ast
import inspect
import io
import sys
import textwrap
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Any, Literal, TextIO, get_args

import msgspec

from bot.exits import DONE, SETTINGS
from bot.games import contract, registry
from bot.games.chance import Chance
from bot.games.contract import Refusal, Seat
from bot.games.registry import AnyGame

Answer = dict[str, Any]
Secret = Annotated[str, msgspec.Meta(pattern="^[0-9a-fA-F]{64}$")]
"""The 32 bytes that all chance follows from, in hex."""

ZERO_SECRET = bytes(32)
"""Chance of a loaded position that brings no secret, so that it always goes on in the same way."""


class Request(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Base of the requests."""


class New(Request, frozen=True):
    """A new game; without a secret a fresh one is drawn, and told in the answer."""

    seats: int
    options: msgspec.Raw = msgspec.Raw(b"{}")
    secret: Secret | None = None


class Load(Request, frozen=True):
    """A position; what follows from the rest may be left out as far as the game allows."""

    state: msgspec.Raw
    secret: Secret | None = None


class Play(Request, frozen=True):
    """One move; with `forced` also the moves after it that the rules leave no choice about."""

    seat: int
    move: msgspec.Raw
    forced: bool = False


class View(Request, frozen=True):
    """What a seat may know; a spectator without one."""

    seat: int | None = None


class Legal(Request, frozen=True):
    """All moves a seat may make now."""

    seat: int


class Default(Request, frozen=True):
    """The move that would be made for a seat at its deadline."""

    seat: int


Ask = Literal["state", "decisions", "forced", "turn", "outcome", "schema"]
"""The whole truth; who owes what, by seat; the move that the rules leave no choice about, or null; the number
that buttons carry; places and scores, or null; JSON Schemas of all that goes in and out."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that says no more than what is asked for."""

    do: Ask


REQUESTS: dict[str, type[Request | Question]] = {
    **{kind.__name__.lower(): kind for kind in (New, Load, Play, View, Legal, Default)},
    **dict.fromkeys(get_args(Ask), Question),
}
"""By what stands in `do`."""


class Engine:
    """One game at a time, kept in memory; a request that fails changes nothing."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._state: Any = None
        self._chance = Chance(ZERO_SECRET)

    def answer(self, line: str | bytes) -> Answer:
        """The answer to one line, whatever it holds."""
        try:
            return {"ok": True, **self._do(_request(line))}
        except Refusal as no:
            return {"ok": False, "code": no.code, "detail": no.data}

    def _do(self, request: Request | Question) -> Answer:
        match request:
            case New():
                return self._new(request)
            case Load():
                return self._load(request)
            case Question(do="schema"):
                return {"schema": schemas(self._game)}
            case _ if self._state is None:
                raise Refusal("no_game", reason="begin with new or load")
            case Play():
                return self._play(request)
            case _:
                return self._ask(request)

    def _new(self, request: New) -> Answer:
        options = _read("bad_options", self._game.decode_options, request.options)
        chance = Chance(bytes.fromhex(request.secret)) if request.secret else Chance.fresh()
        self._state, self._chance = self._game.setup(options, request.seats, chance), chance
        return {"secret": chance.secret.hex(), "commitment": chance.commitment, **self._whole()}

    def _load(self, request: Load) -> Answer:
        state = _read("bad_position", self._game.restore, request.state)
        secret = bytes.fromhex(request.secret) if request.secret else ZERO_SECRET
        self._state, self._chance = state, Chance(secret)
        return self._whole()

    def _play(self, request: Play) -> Answer:
        game, seat = self._game, self._seat(request.seat)
        move = _read("bad_move", game.decode_move, request.move)
        step = game.apply(self._state, seat, move, self._chance)
        state, events = step.state, [*step.events]
        irrevocable, milestone = step.irrevocable, step.milestone
        played: list[Answer] = []
        while request.forced and (forced := game.forced(state)):
            step = game.apply(state, *forced, self._chance)
            state, events = step.state, [*events, *step.events]
            irrevocable, milestone = irrevocable or step.irrevocable, milestone or step.milestone
            played.append(_seat_and_move(*forced))
        self._state = state
        return {
            "events": events,
            "irrevocable": irrevocable,
            "milestone": milestone,
            "forced": played,
            "turn": game.turn(state),
            "over": game.outcome(state) is not None,
        }

    def _ask(self, request: Request | Question) -> Answer:
        game, state = self._game, self._state
        match request:
            case View(seat=None):
                return {"view": game.view(state, None)}
            case View(seat=int(seat)):
                return {"view": game.view(state, self._seat(seat))}
            case Legal(seat=seat):
                return {"legal": list(game.legal(state, self._seat(seat)))}
            case Default(seat=seat):
                return {"default": game.default(state, self._seat(seat), self._chance)}
            case Question(do="decisions"):
                return {"decisions": game.decisions(state)}
            case Question(do="forced"):
                forced = game.forced(state)
                return {"forced": forced and _seat_and_move(*forced)}
            case Question(do="turn"):
                return {"turn": game.turn(state)}
            case Question(do="outcome"):
                return {"outcome": game.outcome(state)}
            case _:
                return self._whole()

    def _whole(self) -> Answer:
        return {"state": msgspec.Raw(self._game.encode(self._state))}

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < self._state.seats:
            raise Refusal("no_such_seat", seat=number)
        return Seat(number)


def _seat_and_move(seat: Seat, move: Any) -> Answer:
    return {"seat": seat, "move": move}


def _read(code: str, decode: Any, raw: msgspec.Raw) -> Any:
    try:
        return decode(bytes(raw))
    except (ValueError, RecursionError) as error:
        raise Refusal(code, reason=str(error)) from error


def _request(line: str | bytes) -> Request | Question:
    """The request a line holds; anything else is refused with the reason."""
    try:
        name = msgspec.convert(msgspec.json.decode(line), _Head).do
        if name not in REQUESTS:
            raise Refusal("unknown_do", do=name)
        return msgspec.json.decode(line, type=REQUESTS[name])
    except msgspec.ValidationError as error:
        raise Refusal("bad_request", reason=str(error)) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal("not_json", reason=str(error)) from error


class _Head(msgspec.Struct):
    do: str


# The schemas, each field with the sentence that stands below it in the code ----------------------------


def schemas(game: AnyGame) -> dict[str, Any]:
    """The schemas of everything that goes in and out of an engine, by name."""
    types = {
        "options": game.options_type,
        "state": game.state_type,
        "position": game.position_type or game.state_type,
        "move": game.move_type,
        "view": game.view_type,
        "event": game.event_type,
        "outcome": contract.Outcome,
    }
    result = {name: _schema(of) for name, of in types.items()}
    _tell_alike(result["state"], result["position"])
    return result


def _tell_alike(state: dict[str, Any], position: dict[str, Any]) -> None:
    """A position's field without a sentence of its own means what the state's field of that name means."""
    known = _definition(state)["properties"]
    for field, given in _definition(position)["properties"].items():
        if "description" not in given and "description" in known.get(field, {}):
            _describe(_definition(position)["properties"], field, known[field]["description"])


def _definition(schema: dict[str, Any]) -> dict[str, Any]:
    """What a schema is about; the rest of its definitions are parts of it."""
    return schema["$defs"][schema["$ref"].rpartition("/")[2]]


def _schema(of: Any) -> dict[str, Any]:
    schema = msgspec.json.schema(of)
    described = {struct.__name__: _field_docs(struct) for struct in _structs(of, set())}
    for name, definition in schema.get("$defs", {}).items():
        for field, text in described.get(name, {}).items():
            _describe(definition["properties"], field, text)
    return schema


def _describe(properties: dict[str, Any], field: str, text: str) -> None:
    """A plain $ref takes no neighbours in older drafts, so it is wrapped."""
    given = properties.get(field)
    if given is not None:
        properties[field] = {"description": text, **({"allOf": [given]} if "$ref" in given else given)}


def _structs(of: Any, seen: set[type]) -> Iterator[type[msgspec.Struct]]:
    """All structs that are part of a type, each once."""
    if isinstance(of, type) and issubclass(of, msgspec.Struct) and of not in seen:
        seen.add(of)
        yield of
        for field in msgspec.structs.fields(of):
            yield from _structs(field.type, seen)
    for inner in get_args(of):
        yield from _structs(inner, seen)


def _field_docs(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The strings below the fields of a class and its bases, by field."""
    docs: dict[str, str] = {}
    for owner in reversed(struct.__mro__):
        if issubclass(owner, msgspec.Struct) and owner is not msgspec.Struct:
            docs |= _own_docs(owner)
    return docs


def _own_docs(owner: type) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(owner)))
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    docs: dict[str, str] = {}
    for field, below in pairwise(body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
        ):
            text = ast.literal_eval(below.value)
            docs[field.target.id] = inspect.cleandoc(text)
    return docs


# Lines ------------------------------------------------------------------------------------------------


def encode(answer: Answer) -> str:
    """An answer as its line, without the end of it."""
    return msgspec.json.encode(answer).decode()


def main(game: str, lines_in: Iterable[str], lines_out: TextIO) -> int:
    """Answers line by line until the input ends."""
    keys = registry.keys()
    if game not in keys:
        sys.stderr.write(f"stammtisch: there is no game {game!r}; there are: {', '.join(keys)}\n")
        return SETTINGS
    for stream in (lines_in, lines_out):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    engine = Engine(registry.game(game))
    for line in lines_in:
        lines_out.write(encode(engine.answer(line)) + "\n")
        lines_out.flush()
    return DONE
