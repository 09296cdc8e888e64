"""Presses that no control of ours could bring: forged, of other games, empty, enormous. All are answered."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, cast

import pytest
from discord import app_commands
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.results import InteractionResult
from simulated import EN, World, controls, text_of

from bot.discord import router
from bot.discord.content import MOST, number
from bot.games import registry
from bot.tables.model import Table
from render.canvas import Canvas
from render.drawing import Drawing, Picture
from render.film import Film
from render.games import style
from render.png import encode
from tests.games.samples import GUESTS

PRESSES = 2000
KEYS = [rules.info.key for rules in registry.games() if rules.info.key not in GUESTS]
NUMBERS = ("0", "1", "3", "-1", "007", "9" * 9, "9" * 19, "9" * 40, str(2**63), "٣", "²", "1e9", "0x10")
STRANGE = ("", "-", "/", "//", "x/y/z", "\u202e", "\x00", "{name}", "%s", "[x](http://x.example)", "🎲")
SCRAPS = (  # noqa: SIM905 - one a line would hide what is tried
    "place/D6 choose/5 draw/D6/UUL bonus/D6/U close/each+1f close begin/ulm left/ulm more anew D4/1f pass "
    "stop begin/1 activate/M1/1/- invest/REF/e2m1 politics/REF build/9 S1 M2 yes/1 f0 p1 o3 g0 r2 no seat "
    "told menu easy host on off en ja 22-8 dm light rounds limit 1/2 six_nimmt/0 noria/all six_nimmt all "
    "aim/D4.1.1/0/1 aim/Z9.7.0/-1/x ~pass !build/D1.D2"
).split()
"""What controls of ours carry, and nearly so."""


class Forger:
    """Makes up interactions by chance."""

    def __init__(self, world: World, people: Sequence[MemberActor], tables: int, seed: int) -> None:
        self.world, self.people = world, people
        self.tables = [str(number) for number in range(1, tables + 1)]
        self.rng = Random(seed)
        self.posts = [post for place in world.channel.threads for post in world.public(place)]
        seen = [post for place in world.channel.threads for post in world.messages(place)]
        self.controls = [item for post in seen for item in controls(post)]
        self.typed_in = list(_completed(world))
        # Games that other tests add stay registered for good.
        self.actions = sorted(name for name in router.HANDLERS if not name.startswith("pebbles."))

    def any(self) -> tuple[Any, dict[str, Any]]:
        """A button, a menu, a modal or something half typed."""
        kind = self.rng.choices(("button", "menu", "modal", "typed"), (4, 4, 2, 1))[0]
        if kind == "typed":
            return self._sent(4, self._half_typed())
        data: dict[str, Any] = {"custom_id": self._custom_id()}
        if kind == "modal":
            return self._sent(5, data | {"components": self._fields()})
        data["component_type"] = 2 if kind == "button" else 3
        if kind == "menu":
            data["values"] = [self._value() for _ in range(self.rng.choice((0, 0, 1, 1, 1, 2, 25)))]
        return self._sent(3, data)

    def _sent(self, kind: int, data: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """The interaction as Discord would send it; a modal belongs to a message or to a command."""
        backend = self.world.env.backend
        record, payload = interactions.base_payload(
            backend,
            type=kind,
            channel_id=self.world.channel.id,
            guild_id=self.world.guild.id,
            user_id=self.rng.choice(self.people).id,
            data=data,
        )
        if kind == 3 or (kind == 5 and self.rng.random() < 0.5):
            post = self.rng.choice(self.posts)
            payload["message"] = dict(serializers.message_payload(backend, post))
            record.source_message_id = post.id
        return record, payload

    def _custom_id(self) -> str:
        """A control of ours of which one part is another, or one that is made up altogether."""
        rng = self.rng
        if rng.random() < 0.6:
            parts, others = (rng.choice(self.controls)["custom_id"].split(":") for _ in range(2))
            changed = rng.choice((1, 2, 2, 3, 4))
            parts[changed] = rng.choice((others[changed], others[changed], self._rest()))
            return ":".join(parts)
        table = rng.choice((*self.tables, *self.tables, "0", "99", "9" * 12, "-1", "x"))
        turn = rng.choice(("0", "0", "1", "2", "3", "9" * 9, "-1"))
        whole = f"s1:{rng.choice(self.actions)}:{table}:{turn}:{self._rest()}"
        return whole if rng.random() < 0.95 else whole[rng.randrange(5) : rng.randrange(5, 60)]

    def _value(self) -> str:
        """A line of a menu, mostly one that is offered somewhere."""
        offered = self.rng.choice(self.controls).get("options", ())
        return self.rng.choice(offered)["value"] if offered else self._rest()

    def _rest(self) -> str:
        """What a control carries or a menu offers."""
        return self.rng.choice(self.rng.choice((NUMBERS, STRANGE, SCRAPS, SCRAPS, SCRAPS)))

    def _fields(self) -> list[Any]:
        """What is filled into a modal, in either of Discord's shapes, or nothing."""
        lines = [
            {"type": 4, "id": 2, "custom_id": name, "value": self._rest() * self.rng.choice((1, 1, 100))}
            for name in self.rng.sample(("value", "line", "zone", "day", "x"), self.rng.randint(0, 4))
        ]
        if self.rng.random() < 0.3:
            return [{"type": 1, "id": 1, "components": lines}]
        return [{"type": 18, "id": 1, "component": line} for line in lines]

    def _half_typed(self) -> dict[str, Any]:
        """What somebody has typed so far into a field of a command that offers something."""
        command, field = self.rng.choice(self.typed_in)
        value = self._rest() * self.rng.choice((1, 1, 50))
        typed = {"name": field, "type": 3, "value": value, "focused": True}
        group, _, name = command.partition(" ")
        options = [{"name": name, "type": 1, "options": [typed]}]
        return {"id": "1", "name": group, "type": 1, "options": options}


def _completed(world: World) -> Iterator[tuple[str, str]]:
    """The commands that offer something, with their fields."""
    for command in world.app.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for field in command.parameters:
                if field.autocomplete:
                    yield command.qualified_name, field.name


def draw_nothing(world: World) -> None:
    """All pictures are the same small one: these tests are not about them."""
    png = encode(Canvas(20), style(KEYS[0]))

    async def drawn(drawing: Drawing | Film, making: object) -> Picture:
        return Picture("x.gif", png, "x") if isinstance(drawing, Film) else Picture("x.png", png, "x")

    cast(Any, world.app.render_pool)._draw = drawn


async def a_table_of_each_game(world: World, people: Sequence[MemberActor]) -> None:
    """Each of them in a thread of its own."""
    draw_nothing(world)
    world.app.limited = False
    here = world.channel
    for key in KEYS:
        world.channel = await world.thread(channel=here)
        await world.start_game(people, game=key)
        board = world.with_control(world.public(), "table.move")
        for actor, action in product(people, ("table.move", "table.more")):
            await world.press(actor, board, action)
    world.channel = here


async def all_tables(world: World) -> list[Table]:
    """The tables as they are stored, and with them their games."""
    standings = world.app.tables.queries.units.standings

    async def read(tx: Any) -> list[Table]:
        return [(await standings.at(tx, number)).table() for number in range(1, len(KEYS) + 1)]

    return await world.app.store.read(read)


async def test_whatever_is_pressed_is_answered_and_what_is_refused_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = world.members(3)
    await a_table_of_each_game(world, people)
    forger = Forger(world, [*people, world.person("stranger")], len(KEYS), seed=0)
    refusals, before, kinds = list[object](), await all_tables(world), set[int]()
    refused, outdated = router.refused, router.outdated
    monkeypatch.setattr(router, "refused", lambda *way: refusals.append(way) or refused(*way))
    monkeypatch.setattr(router, "outdated", lambda *way: refusals.append(way) or outdated(*way))
    for _ in range(PRESSES):
        refusals.clear()
        record, payload = forger.any()
        world.env.backend.emit("INTERACTION_CREATE", payload)
        await world.env.settle()
        what = payload["data"]
        assert InteractionResult(world.env, record).acknowledged, what
        assert world.app.failures == 0, what
        now = await all_tables(world)
        assert not refusals or now == before, what
        before = now
        kinds.add(payload["type"])
    assert kinds == {3, 4, 5}


async def test_a_menu_in_which_nothing_was_chosen_is_outdated(world: World) -> None:
    people = world.members(2)
    await world.start_game(people)
    post = world.public()[-1]
    for action in ("nimmt.menu", "noerdlingen.menu", "mycity.menu", "me.palette", "server.ending"):
        (answer,) = await world.send(world.prepared(people[0], post, f"s1:{action}:1:0:", []))
        assert text_of(world.private(answer)) == EN("kit.outdated"), action


def test_a_number_out_of_a_control_is_one_that_the_store_takes() -> None:
    assert [number(text) for text in ("7", str(MOST))] == [7, MOST]
    assert [number(text) for text in (str(MOST + 1), "9" * 5000, "-1", "²", "")] == [0] * 5
