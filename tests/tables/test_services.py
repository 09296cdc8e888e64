"""The services of tables: plain classes that are given what they need, and reactions in one visible list."""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace
from pathlib import Path
from unittest.mock import MagicMock

from bot.store.repositories import Repositories
from bot.tables import services
from bot.tables.move_runner import Played
from bot.tables.services import Tables
from bot.tables.standing import Standing
from bot.tables.timers import Signals
from bot.tables.units import Units
from tests.tables.table_world import World

MOST = 25
"""Public methods of one service."""
SOURCES = sorted(Path(services.__file__).parent.glob("*.py"))
SERVICES: list[type] = [type(service) for service in vars(Tables(MagicMock(signals=Signals()))).values()]
REACTIONS = ("table_reactions", "move_reactions", "change_reactions")


def _public(service: type) -> list[str]:
    """The public methods of a class, also of those that it might inherit from."""
    return [name for name, member in inspect.getmembers(service, inspect.isfunction) if name[0] != "_"]


def test_no_service_inherits_from_another_class() -> None:
    assert {service: service.__bases__ for service in (*SERVICES, Units)} == dict.fromkeys(
        (*SERVICES, Units), (object,)
    )


def test_no_class_of_the_tables_inherits_from_another_one_of_theirs() -> None:
    classes = [node for path in SOURCES for node in ast.walk(_tree(path)) if isinstance(node, ast.ClassDef)]
    ours = {node.name for node in classes}
    assert not [node.name for node in classes for base in node.bases if ast.unparse(base) in ours]


def test_a_service_has_few_public_methods() -> None:
    assert {service: names for service in SERVICES if len(names := _public(service)) > MOST} == {}


def test_whoever_reacts_is_given_as_a_tuple() -> None:
    given = inspect.signature(Units).parameters
    assert {name for name in given if name.endswith("reactions")} == {*REACTIONS}
    for name in REACTIONS:
        assert given[name].default is inspect.Parameter.empty
        assert str(given[name].annotation).startswith("tuple[")


def test_all_reactions_stand_in_one_place() -> None:
    given = [
        (path.name, ast.unparse(keyword.value), type(keyword.value))
        for path in SOURCES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg in REACTIONS
    ]
    assert {(name, kind) for name, _, kind in given} == {("services.py", ast.Tuple)}
    assert len(given) == len(REACTIONS)
    assert any("follow_votes" in listed for _, listed, _ in given)


def test_nothing_is_given_to_a_service_after_its_construction() -> None:
    """Only the signals are heard by those who start later."""
    late = [
        ast.unparse(target)
        for path in SOURCES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute) and ast.unparse(target.value) != "self"
    ]
    assert [each for each in late if ".signals.on_" not in each] == []


async def test_reactions_follow_in_order_and_within_the_transaction(world: World) -> None:
    table = await world.lobby(2)
    signalled, seen = world.told, list[tuple[str, int, int]]()

    async def first(_: Units, tx: Repositories, changed: int) -> None:
        seen.append(("first", changed, len(await tx.seats.at(changed))))

    async def second(_: Units, tx: Repositories, changed: int) -> None:
        seen.append(("second", changed, len(await tx.seats.at(changed))))
        signalled.clear()

    async def empty(tx: Repositories) -> None:
        await tx.seats.put(table.id, (await tx.seats.at(table.id))[:1])

    mine = replace(world.tables.play.units, change_reactions=(first, second))
    await mine.change_table(table.id, empty)
    assert seen == [("first", table.id, 1), ("second", table.id, 1)]
    assert signalled == [table.id]


async def test_who_reacts_to_moves_learns_what_was_played(world: World) -> None:
    moment = await world.game(2)
    seen: list[Played] = []

    async def notes(tx: Repositories, played: Played) -> None:
        seen.append(played)

    units = replace(world.tables.play.units, table_reactions=(), move_reactions=(notes,))

    async def play_default(tx: Repositories) -> None:
        row = await tx.tables.get(moment.table.id)
        assert row is not None
        seats = await tx.seats.at(row.id)
        standing = Standing(row, seats, stored=seats)
        run = await units.run(tx, standing)
        seat = run.owing()[0]
        run.play(seat, run.default(seat))
        await units.write_moves(tx, standing, run, None)

    await world.store.change(play_default)
    (played,) = seen
    assert played.row.version == played.run.version == len(played.run.made) == 1
    assert played.was.row.version == 0


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
