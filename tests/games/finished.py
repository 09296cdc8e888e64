"""Finished games of each version of the rules, as the files that `python -m bot verify` reads.

`python -m tests.games.finished` plays three whole games of every game at random, by the newest version of its
rules, and puts them into `tests/fixtures/finished`, with a digest of every state. What is there is never
written again: it has to replay as it was played. So it is run once for each new version of any rules.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bot.games import commitment, registry
from bot.games.chance import Chance
from bot.games.commitment import PERSON, Contribution
from bot.games.registry import AnyGame
from bot.verify import AnyTranscript, BoundTranscript, LoggedMove, Transcript
from tests.games.samples import Sample, Walk, played, samples

FOLDER = Path(__file__).parents[1] / "fixtures" / "finished"
GAMES = 3
STATES = ".states"
"""Ends the name of the file with a digest of each state, that before the first move, too, one a line."""


def ours() -> list[Sample]:
    """The games of the product."""
    return [sample for sample in samples() if sample.game.info.key in registry.own()]


def digests(game: AnyGame, states: Iterable[Any]) -> str:
    """The beginning of the SHA-256 of each state, one a line."""
    return "".join([f"{hashlib.sha256(game.encode(state)).hexdigest()[:16]}\n" for state in states])


def rules_of(file: AnyTranscript) -> AnyGame:
    """The rules by which a finished game was played."""
    return registry.game(file.game, 1 if file.rules is msgspec.UNSET else file.rules)


def states_of(file: AnyTranscript) -> Iterator[Any]:
    """All states of a finished game, by its own rules from its own draws."""
    game, chance = rules_of(file), Chance(bytes.fromhex(file.secret))
    seats = file.seats if isinstance(file, Transcript) else len(file.seats)
    if isinstance(file, BoundTranscript):
        chance = Chance.bound(chance.secret, commitment.context(file.commitment, file.parts))
    state = game.setup(game.decode_options(bytes(file.options)), seats, chance)
    yield state
    for made in file.log:
        state = game.apply(state, made.seat, game.decode_move(bytes(made.move)), chance).state
        yield state


def made(sample: Sample, number: int) -> AnyTranscript:
    """The first, second or third game: each with options of another third, and with more people. The first
    one draws from its secret alone, as all games did once."""
    rng, game = Random(f"{sample.game.info.key} {number}"), sample.game
    some = [one for at, one in enumerate(sample.options) if at * GAMES // len(sample.options) == number - 1]
    options = rng.choice(some or sample.options)
    fewest, most = game.info.seats[0], game.most_seats(options)
    seats = fewest + (most - fewest) * (number - 1) // (GAMES - 1)
    chance = Chance(rng.randbytes(32))
    if number == 1:
        walk = played(sample, options, seats, chance, rng)
        return Transcript(**_head(game, walk), seats=seats, secret=chance.secret.hex())
    people = (PERSON,) * seats
    presses = tuple([Contribution(seat, f"{rng.getrandbits(60)}") for seat in [*range(1, seats), 0]])
    parts = commitment.digests(number, game.info.key, game.encode_options(options), people, presses)
    key = Chance.bound(chance.secret, commitment.context(chance.commitment, parts))
    walk = played(sample, options, seats, key, rng)
    return BoundTranscript(
        **_head(game, walk) | {"commitment": chance.commitment},
        table=number,
        seats=people,
        contributions=presses,
        secret=chance.secret.hex(),
        parts=parts,
        binding=commitment.binding(chance.commitment, parts),
    )


def _head(game: AnyGame, walk: Walk) -> dict[str, Any]:
    """What the files of both formats hold."""
    moves = [(made.seat, msgspec.Raw(game.encode_move(made.move))) for made in walk.made]
    return {
        "game": game.info.key,
        "rules": game.rules_version if game.rules_version > 1 else msgspec.UNSET,
        "options": msgspec.Raw(game.encode_options(walk.options)),
        "commitment": walk.chance.commitment,
        "log": tuple([LoggedMove(number, *move) for number, move in enumerate(moves, start=1)]),
        "outcome": game.outcome(walk.states[-1]),
    }


def main() -> None:
    """Writes the games that are missing."""
    for sample in ours():
        for number in range(1, GAMES + 1):
            name = f"{sample.game.info.key}/v{sample.game.rules_version}-{number}"
            file = FOLDER / f"{name}.json"
            if file.exists():
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            found = made(sample, number)
            file.write_bytes(msgspec.json.encode(found) + b"\n")
            file.with_suffix(STATES).write_text(digests(sample.game, states_of(found)))


if __name__ == "__main__":
    main()
