"""`python -m bot puzzles`: looks through games of computers for those that come with the bot."""

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec import structs

from bot.analysis.puzzles import AGAIN, SEEDS, Position, Thought, puzzle_of, second, stands, thought
from bot.exits import CHECK_FAILED, DONE
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Move, Options
from bot.games.my_city.city import EPISODES
from bot.games.puzzles import FEWEST_MOVES, MOST_MOVES, NAME, Puzzle
from bot.games.registry import AnyGame

ENOUGH = 12
"""Puzzles of a game."""
LOOKED_AT = 0.3
"""The share of the decisions of a game that are looked at."""
PLAYERS = "normal"
"""The level that plays the games: quick, and its positions look like those of people."""
QUICK, TRIES = ("easy", PLAYERS), 3
"""Levels that may not make the move in any of so many tries: what they see is no puzzle."""
FORETOLD = "hard"
"""The level whose choice tells in a moment where the strongest is worth asking."""
ALIKE: Mapping[str, int] = {"thurn_and_taxis": 6}
"""So many solutions may be moves of the same type; any number in another game."""
SEATS: Mapping[str, int] = {"six_nimmt": 4, "thurn_and_taxis": 3, "my_city": 1, "noerdlingen": 3}
"""How many play; 2 in any other game."""
VARIED: Mapping[str, tuple[str, Sequence[int]]] = {"my_city": ("episode", tuple(EPISODES)[3:])}
"""The option that varies from puzzle to puzzle, and its values: in the first episodes of My City easy
computers see whatever is far better."""


def main(*, key: str, count: int, seed: int, folder: Path = Path("bot/games")) -> int:
    """Adds puzzles to the file of a game until it has so many; each is written as soon as it is found. Those
    of earlier rules make way, and their names are not given again."""
    path = folder / key / "data" / f"{NAME}.json"
    found = msgspec.json.decode(path.read_bytes(), type=list[Puzzle]) if path.is_file() else []
    number = max([int(each.name.rpartition(".")[2]) for each in found], default=0)
    rule = registry.game(key)
    found = [each for each in found if each.rules == rule.rules_version]
    rng = Random(f"{key} {seed} {number}")
    known = {bytes(each.state) for each in found}
    for _ in range(count * 100):
        if len(found) >= count:
            break
        one = first_of(rule, rng, f"{key}.{number + 1}", varied(rule, found, rng), frequent(rule, found))
        if one is not None and bytes(one.state) not in known:
            number += 1
            found.append(one)
            path.write_bytes(b"[" + b",\n".join(map(msgspec.json.encode, found)) + b"]\n")
            sys.stderr.write(f"{one.name}: {len(one.losses)} moves, {second(one.losses):.1f} points apart\n")
    return DONE if len(found) >= count else CHECK_FAILED


def varied(rule: AnyGame, found: Sequence[Puzzle], rng: Random) -> Options:
    """The options of the next game: with what fewest of the puzzles have."""
    option, values = VARIED.get(rule.info.key, ("", ()))
    if not option:
        return rule.options_type()
    had = [getattr(rule.decode(bytes(each.state)).options, option) for each in found]
    value = min(rng.sample(values, len(values)), key=had.count)
    return structs.replace(rule.options_type(), **{option: value})


def frequent(rule: AnyGame, found: Sequence[Puzzle]) -> Collection[type[Move]]:
    """The types of moves that are the solution of enough puzzles."""
    moves: list[Move] = [rule.decode_move(bytes(each.solution)) for each in found]
    had = Counter[type[Move]](map(type, moves))
    return [kind for kind, count in had.items() if count >= ALIKE.get(rule.info.key, len(found) + 1)]


def first_of(
    rule: AnyGame, rng: Random, name: str, options: Options, unwanted: Collection[type[Move]] = ()
) -> Puzzle | None:
    """The first puzzle of a new game of computers with no move of these types as its solution, None if there
    is none in it."""
    for position in positions(rule, rng, options):
        likely = _choice(rule, FORETOLD, position, rng)
        if type(likely) in unwanted or not missed(rule, position, likely, rng):
            continue
        thoughts = thoughts_of(rule, position, rng)
        best = position.legal[thoughts[0].best] if thoughts else None
        if best is not None and type(best) not in unwanted and missed(rule, position, best, rng):
            return puzzle_of(rule, position, thoughts, name)
    return None


def missed(rule: AnyGame, position: Position, move: Move, rng: Random) -> bool:
    """Whether no level that looks less far makes this move."""
    return all(_choice(rule, level, position, rng) != move for level in QUICK for _ in range(TRIES))


def _choice(rule: AnyGame, level: str, position: Position, rng: Random) -> Move:
    return rule.opponents[level].choose(rule.view(position.state, position.seat), position.legal, rng)


def positions(rule: AnyGame, rng: Random, options: Options) -> Iterator[Position]:
    """Some decisions of a new game in which the seat has a choice that a menu can hold."""
    key, chance = rule.info.key, Chance(rng.randbytes(32))
    options = rule.opened(options, f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}")
    state = rule.setup(options, SEATS.get(key, 2), chance)
    while owed := rule.decisions(state):
        seat = next(iter(owed))
        legal = tuple(rule.legal(state, seat))
        if FEWEST_MOVES <= len(legal) <= MOST_MOVES and rng.random() < LOOKED_AT:
            yield Position(state, seat, legal)
        move = rule.opponents[PLAYERS].choose(rule.view(state, seat), legal, rng)
        state = rule.apply(state, seat, move, chance).state


def thoughts_of(rule: AnyGame, position: Position, rng: Random) -> list[Thought]:
    """What is thought each time of a position in which one move is far and stably better; else nothing."""
    thoughts = list[Thought]()
    while len(thoughts) < SEEDS + AGAIN:
        one = thought(rule, position, rng)
        if one is None or not stands(rule, [*thoughts, one]):
            return []
        thoughts.append(one)
    return thoughts
