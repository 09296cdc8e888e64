"""A table of 6 nimmt! at the simulated Discord, played at random."""

from __future__ import annotations

from any_game import A_WHILE, GAMES, AnyEvening
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World

from bot.games.contract import Seat
from bot.games.registry import game
from bot.games.six_nimmt.moves import Choose
from bot.games.six_nimmt.state import NimmtState
from bot.games.six_nimmt.view import NimmtView

__all__ = ["A_WHILE", "RULES", "Evening", "begin", "begin_with", "seat_computers"]
RULES = game("six_nimmt")


class Evening(AnyEvening):
    """One table and the people who sit at it, in seat order; computers sit behind them."""

    def __init__(self, world: World, people: list[MemberActor], table: int, seed: int = 0) -> None:
        super().__init__(world, GAMES["six_nimmt"], people, seed)
        self.table = table

    @property
    def presses(self) -> int:
        """How many moves people have made."""
        return self.moves

    async def view(self, seat: int | None = None) -> NimmtView:
        """What a seat may know now."""
        return RULES.view(await self.state(), None if seat is None else Seat(seat))

    async def position(self) -> NimmtState:
        """The state itself, to compare before and after."""
        state = await self.state()
        assert isinstance(state, NimmtState)
        return state

    async def open_panel(self, actor: MemberActor) -> Message:
        """The private panel behind **Your move** of the newest board."""
        return await self.panel(actor)

    async def play_card(self, actor: MemberActor, card: int) -> None:
        """Selects a card in the panel, and confirms it where that is asked for."""
        await self.pick(actor, await self.panel(actor), Choose(card))

    async def select_all_but(self, seat: int) -> None:
        """Everybody else selects the first card of the hand."""
        for other in await self.owing():
            view = await self.view(other)
            if other != seat and view.selected is None:
                actor = self.people[other]
                await self.world.pick(actor, self.prompt(actor), Choose(view.hand[0]))

    def prompt(self, actor: MemberActor) -> Message:
        """The newest direct message with something to press."""
        return self.world.with_control(self.world.dms(actor), "")

    def message(self, number: int) -> Message:
        """A message of the channel by its id."""
        return self.world.env.backend.get_message(self.world.channel.id, number)


async def seat_computers(world: World, host: MemberActor, *levels: str) -> Message:
    """The host's panel after computers of these levels have sat down."""
    lobby = world.with_control(world.public(), "lobby.join")
    panel = await world.opened(host, lobby, "lobby.computers")
    for level in levels:
        await world.press(host, panel, "lobby.computer", values=[level])
    return panel


async def begin_with(
    world: World, people: list[MemberActor], *levels: str, seed: int = 0, **options: object
) -> Evening:
    """A game of these people against computers of these levels that has just begun."""
    await people[0].slash(world.channel, "nimmt start", **options)
    for actor in people[1:]:
        await world.press(actor, world.with_control(world.public(), "lobby.join"), "lobby.join")
    await seat_computers(world, people[0], *levels)
    await world.press(people[0], world.with_control(world.public(), "lobby.start"), "lobby.start")
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    return Evening(world, people, table.id, seed)


async def begin(
    world: World, count: int = 3, *, seed: int = 0, locale: str = "en-US", **options: object
) -> Evening:
    """A game that has just begun."""
    people = world.people(count, locale)
    return Evening(world, people, await world.start_game(people, **options), seed)
