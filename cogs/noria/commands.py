"""`/noria`: opening a table, and each kind of step by command for keyboards and screen readers."""

from __future__ import annotations

from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord import router
from bot.discord.ids import number
from bot.discord.translator import choice, command, group
from bot.games.noria.box import CHAMBERS, DISCS, GOODS, PATHS, RESOURCES, Chamber
from bot.games.noria.moves import (
    Activate,
    Build,
    Buy,
    Choose,
    EndAction,
    EndTurn,
    Enter,
    Fit,
    Invest,
    Modify,
    NightShift,
    Place,
    Produce,
    TakeShip,
    Upgrade,
)
from cogs.noria import asking, opening, scores, spelling, suggesting

_BOTS = [choice(f"noria.option.bot.{value}", value) for value in ("bot_1", "bot_2", "bot_3", "random")]
_DISCS = [choice(f"noria.disc.{value.lower()}", value) for value in DISCS]
_RESOURCES = [choice(f"noria.kind.{value}", value) for value in RESOURCES]
_GOODS = [choice(f"noria.kind.{value}", value) for value in GOODS]
_PATHS = [choice(f"noria.score.{value.lower()}", value) for value in PATHS]
_CHAMBERS = [choice(f"noria.score.{value.lower()}", value) for value in CHAMBERS]
_RINGS = [choice(f"noria.ring.{value.lower()}", value) for value in ("M", "L")]
T = TypeVar("T")
Interaction = discord.Interaction[Any]
Suggestions = list[app_commands.Choice[Any]]


class NoriaCommands(commands.GroupCog, **group("noria")):
    """The commands of Noria."""

    @command("noria.start")
    @app_commands.choices(bot=_BOTS)
    async def start(
        self,
        interaction: Interaction,
        setup: str | None = None,
        bot: str | None = None,
        thread: bool = False,
    ) -> None:
        """A lobby in this channel; the host may change the options there."""
        await router.command(interaction, lambda call: opening.start(call, setup, bot, thread))

    @command("noria.setup")
    async def setup(self, interaction: Interaction) -> None:
        """The start position of the game here, to be copied."""
        await router.command(interaction, opening.show_start)

    @command("noria.scores")
    async def scores(self, interaction: Interaction, setup: str | None = None) -> None:
        """The best solo games of this server with a start."""
        await router.command(interaction, lambda call: scores.show(call, setup))

    @command("noria.place")
    @app_commands.choices(disc=_DISCS)
    async def place(self, interaction: Interaction, disc: str, slot: str) -> None:
        """A starting disc comes into a slot."""
        await router.command(interaction, lambda call: asking.place(call, _of(DISCS, disc), slot, Place))

    @command("noria.resource")
    @app_commands.choices(kind=_RESOURCES)
    async def resource(self, interaction: Interaction, kind: str) -> None:
        """A resource to begin with."""
        await router.command(interaction, lambda call: asking.step(call, Choose(_of(RESOURCES, kind))))

    @command("noria.path")
    @app_commands.choices(path=_PATHS)
    async def path(self, interaction: Interaction, path: str) -> None:
        """The path of the first representative."""
        await router.command(interaction, lambda call: asking.step(call, Enter(_of(PATHS, path))))

    @command("noria.night_shift")
    @app_commands.choices(ring=_RINGS)
    async def night_shift(self, interaction: Interaction, ring: str) -> None:
        """A ring goes one slot on."""
        found = "M" if ring == "M" else "L"
        await router.command(interaction, lambda call: asking.step(call, NightShift(found)))

    @command("noria.swap")
    async def swap(self, interaction: Interaction, one: str, other: str) -> None:
        """Two slots exchange what lies in them."""
        await router.command(interaction, lambda call: asking.swap(call, one, other))

    @command("noria.activate")
    async def activate(
        self,
        interaction: Interaction,
        slot: str,
        double: bool | None = None,
        targets: str | None = None,
    ) -> None:
        """A disc of the active half."""
        await router.command(interaction, lambda call: asking.activate(call, slot, double, targets))

    @command("noria.travel")
    async def travel(self, interaction: Interaction, island: str) -> None:
        """The ambassador goes to an island."""
        await router.command(interaction, lambda call: asking.travel(call, island))

    @command("noria.ship")
    async def ship(self, interaction: Interaction, space: str) -> None:
        """A ship of the island."""
        await router.command(interaction, lambda call: asking.step(call, TakeShip(number(space))))

    @command("noria.factory")
    async def factory(self, interaction: Interaction, spot: str) -> None:
        """A factory on a spot of the island."""
        await router.command(interaction, lambda call: asking.step(call, Build(number(spot))))

    @command("noria.buy")
    @app_commands.choices(disc=_DISCS)
    async def buy(self, interaction: Interaction, disc: str, pay: str | None = None) -> None:
        """A disc of the market."""
        await router.command(interaction, lambda call: asking.buy(call, _of(DISCS, disc), pay))

    @command("noria.invest")
    @app_commands.choices(path=_PATHS)
    async def invest(self, interaction: Interaction, path: str, pay: str | None = None) -> None:
        """The next level of a path."""
        await router.command(interaction, lambda call: asking.invest(call, _of(PATHS, path), pay))

    @command("noria.produce")
    @app_commands.choices(good=_GOODS)
    async def produce(self, interaction: Interaction, good: str) -> None:
        """A warehouse is filled."""
        await router.command(interaction, lambda call: asking.step(call, Produce(_of(GOODS, good))))

    @command("noria.upgrade")
    async def upgrade(self, interaction: Interaction, slot: str) -> None:
        """A disc is turned to its upgraded side."""
        await router.command(interaction, lambda call: asking.step(call, Upgrade(spelling.slot(slot))))

    @command("noria.end_action")
    async def end_action(self, interaction: Interaction) -> None:
        """The running action ends."""
        await router.command(interaction, lambda call: asking.step(call, EndAction()))

    @command("noria.politics")
    @app_commands.choices(down=_CHAMBERS, remove=_CHAMBERS)
    async def politics(self, interaction: Interaction, down: str, remove: str | None = None) -> None:
        """A politician goes down in one chamber, one leaves another."""
        chosen: list[Chamber] = [_of(CHAMBERS, one) for one in (down, remove) if one is not None]
        await router.command(interaction, lambda call: asking.politics(call, *chosen))

    @command("noria.end_turn")
    async def end_turn(self, interaction: Interaction) -> None:
        """The end of the turn, shown to be confirmed."""
        await router.command(interaction, lambda call: asking.step(call, EndTurn()))

    @command("noria.fit")
    @app_commands.choices(disc=_DISCS)
    async def fit(self, interaction: Interaction, disc: str, slot: str) -> None:
        """A new disc comes into a free slot."""
        await router.command(interaction, lambda call: asking.place(call, _of(DISCS, disc), slot, Fit))

    @start.autocomplete("setup")
    async def setups(self, interaction: Interaction, current: str) -> Suggestions:
        """The setups that have a name, and the starts that were played here."""
        return await router.suggest(interaction, lambda call: suggesting.setups(call, current))

    @scores.autocomplete("setup")
    async def starts(self, interaction: Interaction, current: str) -> Suggestions:
        """The starts that were played in this server."""
        return await router.suggest(interaction, lambda call: suggesting.starts(call, current))

    @place.autocomplete("slot")
    async def places(self, interaction: Interaction, current: str) -> Suggestions:
        """The free slots with room for the disc."""
        disc = interaction.namespace.disc
        return await router.suggest(
            interaction,
            lambda call: suggesting.fields(call, current, Place, "slot", lambda move: move.disc == disc),
        )

    @fit.autocomplete("slot")
    async def gaps(self, interaction: Interaction, current: str) -> Suggestions:
        """The free slots."""
        return await router.suggest(interaction, lambda call: suggesting.fields(call, current, Fit, "slot"))

    @swap.autocomplete("one")
    async def ones(self, interaction: Interaction, current: str) -> Suggestions:
        """All slots with what lies in them."""
        return await router.suggest(interaction, lambda call: suggesting.fields(call, current, Modify, "one"))

    @swap.autocomplete("other")
    async def others(self, interaction: Interaction, current: str) -> Suggestions:
        """The slots that can be exchanged with the first one."""
        return await router.suggest(
            interaction, lambda call: suggesting.fields(call, current, Modify, "other")
        )

    @activate.autocomplete("slot")
    async def discs(self, interaction: Interaction, current: str) -> Suggestions:
        """The discs that can be activated."""
        return await router.suggest(
            interaction, lambda call: suggesting.fields(call, current, Activate, "slot")
        )

    @activate.autocomplete("targets")
    async def targets(self, interaction: Interaction, current: str) -> Suggestions:
        """What a bonus disc can name."""
        slot = interaction.namespace.slot
        return await router.suggest(
            interaction,
            lambda call: suggesting.fields(
                call, current, Activate, "targets", lambda move: move.slot == slot and move.targets
            ),
        )

    @travel.autocomplete("island")
    async def islands(self, interaction: Interaction, current: str) -> Suggestions:
        """The islands with what is there."""
        return await router.suggest(interaction, lambda call: suggesting.islands(call, current))

    @ship.autocomplete("space")
    async def ships(self, interaction: Interaction, current: str) -> Suggestions:
        """The ships of the island."""
        return await router.suggest(
            interaction, lambda call: suggesting.fields(call, current, TakeShip, "space")
        )

    @factory.autocomplete("spot")
    async def spots(self, interaction: Interaction, current: str) -> Suggestions:
        """The free spots of the island."""
        return await router.suggest(interaction, lambda call: suggesting.fields(call, current, Build, "spot"))

    @buy.autocomplete("pay")
    async def prices(self, interaction: Interaction, current: str) -> Suggestions:
        """All that can be paid for the disc."""
        disc = interaction.namespace.disc
        return await router.suggest(
            interaction,
            lambda call: suggesting.fields(call, current, Buy, "pay", lambda move: move.disc == disc),
        )

    @invest.autocomplete("pay")
    async def costs(self, interaction: Interaction, current: str) -> Suggestions:
        """All that can be paid for the level."""
        path = interaction.namespace.path
        return await router.suggest(
            interaction,
            lambda call: suggesting.fields(call, current, Invest, "pay", lambda move: move.path == path),
        )

    @upgrade.autocomplete("slot")
    async def upgrades(self, interaction: Interaction, current: str) -> Suggestions:
        """The discs on their normal side."""
        return await router.suggest(
            interaction, lambda call: suggesting.fields(call, current, Upgrade, "slot")
        )


def _of(values: tuple[T, ...], value: str) -> T:
    """The value that Discord sends for a fixed choice."""
    return values[[str(one) for one in values].index(value)]
