"""The file of a finished game, and its check: everything is replayed from the revealed secret.

There are three formats: in games whose lobby was opened before there were contributions the draws follow
from the secret alone; in challenges, which many play with the same secret, from it and from what they all
share; in all others from the secret and what it was bound to at the table (`bot.games.commitment`).
"""

import hashlib
import sys
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from bot.exits import CHECK_FAILED, DONE, Refused
from bot.games import registry
from bot.games.chance import Chance, Stream
from bot.games.commitment import (
    AnyParts,
    Contribution,
    Digest,
    Parts,
    SharedParts,
    binding,
    context,
    digests,
    shared_digests,
)
from bot.games.contract import Outcome, Refusal, Said, Seat, State
from bot.games.registry import AnyGame
from bot.games.undo import Past, last_own, past, refuse_unless_open

Count = Annotated[int, msgspec.Meta(ge=0)]
Version = Annotated[int, msgspec.Meta(ge=1)]


class LoggedMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One move of the log, as the table accepted it; with `back` a step taken back."""

    version: Count
    """1 for the first move, then without gaps."""
    seat: Seat
    move: msgspec.Raw = msgspec.Raw(b"null")
    """`Game.encode_move`; null where a step was taken back."""
    automatic: bool = False
    """Made for the seat: forced by the rules, at a deadline, or by a computer."""
    back: Count | msgspec.UnsetType = msgspec.UNSET
    """The version that stands again: all moves after it are taken back."""
    agreed: bool | msgspec.UnsetType = msgspec.UNSET
    """Everybody at the table agreed to take back more than the own last step."""


class Transcript(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game whose draws follow from its secret alone; `msgspec.json.encode` makes the file."""

    format: Literal[1] = 1
    game: str
    """Key of the game."""
    rules: Version | msgspec.UnsetType = msgspec.UNSET
    """The version of its rules, if it is not the first one."""
    options: msgspec.Raw
    """`Game.encode_options`."""
    seats: int
    secret: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    """The table's 32 bytes of secret in hex, revealed at the end."""
    commitment: str
    """SHA-256 of the secret in hex, as announced at the start."""
    log: tuple[LoggedMove, ...]
    outcome: Outcome


class BoundTranscript(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game whose draws follow from its secret and from what that was bound to at the start."""

    format: Literal[2] = 2
    table: Count
    """Its number."""
    game: str
    rules: Version | msgspec.UnsetType = msgspec.UNSET
    options: msgspec.Raw
    seats: tuple[str, ...]
    """Who sat where at the start: `person`, or the level of a computer."""
    contributions: Annotated[tuple[Contribution, ...], msgspec.Meta(min_length=1)]
    """What people added, in order; the last one is the start."""
    secret: Digest
    commitment: str
    """SHA-256 of the secret in hex, as announced when the lobby opened."""
    parts: Parts
    binding: str
    """SHA-256 in hex of what the secret was bound to, as announced at the start."""
    log: tuple[LoggedMove, ...]
    outcome: Outcome


class SharedTranscript(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game of a challenge: everybody who took it has the same draws."""

    format: Literal[3] = 3
    game: str
    rules: Version | msgspec.UnsetType = msgspec.UNSET
    options: msgspec.Raw
    seats: tuple[str, ...]
    """Who sat where: `person`, or the level of a computer."""
    secret: Digest
    commitment: str
    """SHA-256 of the secret in hex, as announced when the challenge opened."""
    parts: SharedParts
    binding: str
    """SHA-256 in hex of what the secret is bound to, as announced with it."""
    log: tuple[LoggedMove, ...]
    outcome: Outcome


AnyTranscript = Transcript | BoundTranscript | SharedTranscript


class _Format(msgspec.Struct):
    format: int = 1


_FORMAT = msgspec.json.Decoder(_Format)
_PLAIN = msgspec.json.Decoder(Transcript)
_OTHERS = {2: msgspec.json.Decoder(BoundTranscript), 3: msgspec.json.Decoder(SharedTranscript)}


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """What the check of a file found: `code` is "ok" or the first thing that is wrong."""

    code: str
    """One of `SENTENCES`, or "ok"."""
    data: dict[str, Said] = {}
    """What the sentence names; of a confirmed game the number of `moves`, also those taken back, and of
    `draws` from the secret."""
    transcript: AnyTranscript | None = None
    """The file's content, unless it is malformed."""

    @property
    def ok(self) -> bool:
        """Whether everything follows from the secret and the rules."""
        return self.code == "ok"


class _Wrong(Refusal):
    """A finding, told to whoever asked for the check."""


def read(data: bytes) -> AnyTranscript:
    """The content of a file."""
    return _OTHERS.get(_FORMAT.decode(data).format, _PLAIN).decode(data)


def verify(data: bytes) -> Verification:
    """Replays a transcript: commitment, every deal and roll, every move, the outcome."""
    try:
        transcript = read(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Verification(code="malformed", data={"reason": str(error)})
    try:
        draws = _replay(transcript)
    except _Wrong as wrong:
        return Verification(code=wrong.code, data=wrong.data, transcript=transcript)
    moves = sum(entry.back is msgspec.UNSET for entry in transcript.log)
    counts: dict[str, Said] = {"moves": moves, "draws": draws}
    return Verification(code="ok", data=counts, transcript=transcript)


class _Counted(Chance):
    """Chance that notes which draws were asked for."""

    __slots__ = ("drawn",)

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self.drawn: set[tuple[str, int]] = set()

    def stream(self, label: str, number: int) -> Stream:
        self.drawn.add((label, number))
        return super().stream(label, number)


def _replay(transcript: AnyTranscript) -> int:
    """The number of draws that the game took from its secret."""
    game, chance = game_of(transcript), _Counted(key_of(transcript))
    try:
        options = game.decode_options(bytes(transcript.options))
        line = _Line(game, game.setup(options, seats_of(transcript), chance), chance)
    except msgspec.ValidationError as error:
        raise _Wrong("setup", reason=str(error)) from error
    except Refusal as refusal:
        raise _Wrong("setup", reason=refusal.code) from refusal
    for expected, entry in enumerate(transcript.log, start=1):
        if entry.version != expected:
            raise _Wrong("gap", version=expected)
        line.follow(entry)
    outcome = game.outcome(line.state)
    if outcome is None:
        raise _Wrong("unfinished", moves=len(transcript.log))
    if outcome != transcript.outcome:
        raise _Wrong("outcome")
    return len(chance.drawn)


def key_of(transcript: AnyTranscript) -> bytes:
    """What all draws follow from."""
    secret = bytes.fromhex(transcript.secret)
    if hashlib.sha256(secret).hexdigest() != transcript.commitment:
        raise _Wrong("commitment")
    if isinstance(transcript, Transcript):
        return secret
    _refuse_changes(transcript)
    return Chance.bound(secret, context(transcript.commitment, transcript.parts)).secret


def _refuse_changes(transcript: BoundTranscript | SharedTranscript) -> None:
    """Refuses a file that speaks of another table, game or lobby than its secret was bound to."""
    try:
        found = _found(transcript)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise _Wrong("changed", part="options") from None
    for part in found.__struct_fields__:
        if getattr(found, part) != getattr(transcript.parts, part):
            raise _Wrong("changed", part=part)
    if binding(transcript.commitment, transcript.parts) != transcript.binding:
        raise _Wrong("binding")


def _found(transcript: BoundTranscript | SharedTranscript) -> AnyParts:
    """What the content of the file comes to."""
    game, options, seats = transcript.game, bytes(transcript.options), transcript.seats
    if isinstance(transcript, SharedTranscript):
        return shared_digests(game, options, seats)
    return digests(transcript.table, game, options, seats, transcript.contributions)


def game_of(transcript: AnyTranscript) -> AnyGame:
    """The rules of the game, in the version that it was played by."""
    version = 1 if transcript.rules is msgspec.UNSET else transcript.rules
    try:
        return registry.game(transcript.game, version)
    except KeyError:
        raise _Wrong("unknown_game", game=transcript.game) from None
    except Refusal:
        raise _Wrong("unknown_rules", game=transcript.game, rules=version) from None


def seats_of(transcript: AnyTranscript) -> int:
    """How many played."""
    return transcript.seats if isinstance(transcript, Transcript) else len(transcript.seats)


class _Line:
    """The game as far as the log was followed."""

    def __init__(self, game: AnyGame, state: State, chance: Chance) -> None:
        self._game = game
        self._chance = chance
        self._states = [state]
        self._steps: list[tuple[int, Past]] = []
        """The moves that lead to the newest state, each with its version."""

    @property
    def state(self) -> State:
        """The newest one."""
        return self._states[-1]

    def follow(self, entry: LoggedMove) -> None:
        """Makes a move, or takes one back."""
        try:
            self._states.append(self._moved(entry) if entry.back is msgspec.UNSET else self._returned(entry))
        except msgspec.ValidationError as error:
            raise _Wrong("move", version=entry.version, seat=entry.seat + 1, reason=str(error)) from error
        except Refusal as refusal:
            code = "move" if entry.back is msgspec.UNSET else "undo"
            raise _Wrong(code, version=entry.version, seat=entry.seat + 1, reason=refusal.code) from refusal

    def _moved(self, entry: LoggedMove) -> State:
        move = self._game.decode_move(bytes(entry.move))
        step = self._game.apply(self.state, entry.seat, move, self._chance)
        made = past(self._game, self.state, entry.seat, move, step, automatic=entry.automatic)
        self._steps.append((entry.version, made))
        return step.state

    def _returned(self, entry: LoggedMove) -> State:
        """The state before the seat's own last step; the file has to name just that one, or where everybody
        agreed the one before any other step of the seat."""
        if self._game.outcome(self.state) is not None:
            raise Refusal("over")
        gone = self._own(entry) if entry.agreed is not True else self._agreed(entry)
        del self._steps[-gone:]
        assert entry.back is not msgspec.UNSET
        return self._states[entry.back]

    def _own(self, entry: LoggedMove) -> int:
        """How many of the newest steps go when a seat takes back its last one."""
        gone = last_own((made for _, made in reversed(self._steps)), entry.seat)
        if entry.back != self._steps[-gone][0] - 1:
            raise Refusal("stale")
        return gone

    def _agreed(self, entry: LoggedMove) -> int:
        """How many of them go by agreement: all after the version that is named."""
        assert entry.back is not msgspec.UNSET
        steps = [(at, made) for at, made in self._steps if at > entry.back]
        refuse_unless_open(self._game, [(self._states[at - 1], made) for at, made in steps], entry.seat)
        if entry.back != steps[0][0] - 1:
            raise Refusal("stale")
        return len(steps)


SENTENCES = {
    "malformed": "This is not the file of a finished game: {reason}.",
    "commitment": "The secret is not the one that was announced: its SHA-256 differs from the commitment.",
    "changed": "What the file says under {part!r} is not what the secret was bound to at the start.",
    "binding": "The parts of the file do not make up its binding, which was announced at the start.",
    "unknown_game": "There is no game {game!r} in this version.",
    "unknown_rules": "This version does not know version {rules} of the rules of {game!r}.",
    "setup": "The game can't have begun like this: {reason}.",
    "gap": "The log has no move {version} where it should be.",
    "move": "Move {version}, of seat {seat}, does not follow from the secret and the rules: {reason}.",
    "undo": "In row {version} seat {seat} takes back what can't be taken back: {reason}.",
    "unfinished": "After all {moves} moves the game is not over.",
    "outcome": "The outcome in the file is not the one that the moves lead to.",
}
"""What the command line says to each finding but "ok"."""


def main(path: Path) -> int:
    """Checks a file and says in a few lines what was found."""
    try:
        found = verify(path.read_bytes())
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from error
    for line in _lines(found):
        sys.stdout.write(f"{line}\n")
    return DONE if found.ok else CHECK_FAILED


def _lines(found: Verification) -> list[str]:
    transcript = found.transcript
    if transcript is None or not found.ok:
        return ["NOT OK", SENTENCES[found.code].format_map(found.data)]
    places = ", ".join(
        f"seat {seat}: {score} points, place {place}"
        for seat, (score, place) in enumerate(
            zip(transcript.outcome.scores, transcript.outcome.places, strict=True), start=1
        )
    )
    return [
        f"OK: {registry.game(transcript.game).info.title}, {seats_of(transcript)} seats",
        f"The secret matches the commitment {transcript.commitment}.",
        *_binding(transcript),
        f"All {found.data['draws']} draws and all {found.data['moves']} moves follow from it.",
        f"Outcome: {places}.",
    ]


def _binding(transcript: AnyTranscript) -> list[str]:
    """What besides the secret can be compared with what was announced, and with what people remember."""
    if isinstance(transcript, Transcript):
        return []
    if isinstance(transcript, SharedTranscript):
        return [
            f"Game, options and seats match the binding {transcript.binding}.",
            "It is a challenge: everybody who took it has the same draws, and nobody's joining contributed.",
        ]
    presses = ", ".join(f"seat {each.seat + 1}: {each.press}" for each in transcript.contributions)
    return [
        f"Table {transcript.table}, game, options, seats and contributions match the binding "
        f"{transcript.binding}.",
        f"Contributions: {presses}.",
    ]
