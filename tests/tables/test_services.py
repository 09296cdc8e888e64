"""The services of tables: plain classes that are given what they need, and reactions in one visible list."""

import ast
from dataclasses import replace
from pathlib import Path

from table_world import World

from bot.store.repositories import Repositories
from bot.tables import services
from bot.tables.units import Units

NODES = [
    (path.name, node)
    for path in sorted(Path(services.__file__).parent.glob("*.py"))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
]
REACTIONS = {"table_reactions", "move_reactions", "change_reactions"}


def test_no_class_of_the_tables_inherits_from_another_one_of_theirs() -> None:
    classes = [node for _, node in NODES if isinstance(node, ast.ClassDef)]
    ours = {node.name for node in classes}
    assert not [node.name for node in classes for base in node.bases if ast.unparse(base) in ours]


def test_all_reactions_stand_in_one_place() -> None:
    calls = [(name, node) for name, node in NODES if isinstance(node, ast.Call)]
    given = [(name, each.arg, type(each.value)) for name, node in calls for each in node.keywords]
    found = {each for each in given if each[1] in REACTIONS}
    assert found == {("services.py", name, ast.Tuple) for name in REACTIONS}


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
