"""Matchmaking posts: they call people who want the same game, with a button that seats them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import discord

from bot.discord import App, catalog
from bot.discord.called_role import button, called_role
from bot.discord.channels import Locks, can_look, find_channel
from bot.discord.content import Button, Content, note, number
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered
from bot.discord.opening import open_table
from bot.discord.router import Call, on
from bot.discord.server_posts import ServerPosts
from bot.tables.model import MatchGroup, MatchRequest, NoticeState
from bot.text import mention, plain, words

_one_table_for_each = Locks()
"""By the number of an invitation: two quick presses open one table."""
Members = Sequence[tuple[MatchRequest, discord.Member]]


class Invitations:
    """Brings every invitation to its channel."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app = app
        self._api = api
        self.posts = ServerPosts(app, api, "invitations", self._look)

    async def _look(self) -> None:
        matchmaking = self._app.tables.matchmaking
        for gathering in await matchmaking.gatherings():
            if not self.posts.closing:
                await self.posts.tell(
                    gathering.id,
                    partial(self._send, gathering),
                    lambda up, gathering=gathering: matchmaking.end_call(gathering, delivered=up),
                )

    async def _send(self, gathering: MatchGroup) -> bool:
        role = await called_role(self._app, gathering.guild)
        rendered = await self._app.render_pool.rendered(content(gathering, role))
        begun = gathering.state is NoticeState.SENDING
        if begun and await self._api.find(gathering.channel, rendered) is not None:
            return True
        found = await self._placed(gathering)
        if found is None:
            return False
        placed, members = found
        if role is not None:
            rendered = await self._app.render_pool.rendered(content(placed, role, members))
        begin = partial(self._app.tables.matchmaking.begin_call, placed)
        return await self.posts.post(placed.channel, rendered, f"g{gathering.id}", begin, begun=False)

    async def _placed(self, gathering: MatchGroup) -> tuple[MatchGroup, Members] | None:
        """The same in the newest channel of these people where all can look, and who they are; None, and no
        call, elsewhere."""
        guild, matchmaking = self._app.get_guild(gathering.guild), self._app.tables.matchmaking
        said = await matchmaking.requests_of(gathering)
        if guild is not None:
            members: list[tuple[MatchRequest, discord.Member]] = []
            gone: list[int] = []
            for row in said:
                try:
                    async with self._api.line.request():
                        members.append((row, await guild.fetch_member(row.user)))
                except Undelivered as error:
                    # As which the codes of unknown members and users are read.
                    if error.trouble not in (Trouble.CHANNEL_GONE, Trouble.DM_CLOSED):
                        raise
                    gone.append(row.user)
            if gone:
                await matchmaking.left_server(gathering, gone)
                return None
            for number in dict.fromkeys((gathering.channel, *(row.channel for row in said))):
                if await self._seen_by_all(guild, number, members):
                    return replace(gathering, channel=number), members
        await matchmaking.end_call(gathering, delivered=False)
        return None

    async def _seen_by_all(self, guild: discord.Guild, number: int, members: Members) -> bool:
        """Whether all can look into a channel or thread; into a private thread, if they have asked there."""
        try:
            await self._api.line.turn()
            channel = await find_channel(guild, number)
        except Undelivered as error:
            if error.trouble is Trouble.BUSY:
                raise
            return False
        if isinstance(channel, discord.Thread) and channel.is_private():
            return all(row.channel == channel.id for row, _ in members)
        return all(can_look(member, channel) for _, member in members)


def content(gathering: MatchGroup, role: discord.Role | None = None, members: Members = ()) -> Content:
    """The post, in the language of its server. It mentions these people alone; where a role is called, that
    one, and beside it those of them who don't have it."""
    speak, people = words(gathering.locale), gathering.people
    game, n = catalog.name(gathering.game, speak), len(people)
    if role is None:
        called = " ".join(map(mention, people))
        text = speak("games.wanted.call", people=called, game=game, n=n)
    else:
        having = {row.user: plain(row.name) for row, member in members if member.get_role(role.id)}
        named = speak.all_of(having.get(person, mention(person)) for person in people)
        text = speak("games.wanted.call.role", role=role.mention, people=named, game=game, n=n)
        people = tuple(person for person in people if person not in having)
    buttons = (
        Button("wanted.sit", speak("games.wanted.sit"), str(gathering.id), style="success"),
        Button("games.rules", speak("table.rules"), gathering.game),
        Button("wanted.panel", speak("games.wanted.change"), str(gathering.id)),
        *button(role, speak),
    )
    texts = (text, f"-# {speak('games.wanted.call.how')}")
    return Content(texts, rows=(buttons,), mentions=people, role=role.id if role else 0)


@on("wanted.sit", answers="private")
async def sit(call: Call) -> Content:
    """**Take a Seat**: opens the table, or joins the one that another of these people has opened."""
    gathering = await call.tables.matchmaking.gathering(number(call.id.rest))
    async with _one_table_for_each.of(gathering.id):
        table = await call.tables.matchmaking.table_of(gathering)
        if table is None:
            return await open_table(call, gathering.game)
        await call.tables.lobby.join(table.id, call.person, key=call.key)
    return note(call.words("games.wanted.joined", table=table.id, channel=table.channel))
