"""The post by which people sign up for a tournament: it follows whatever changes, until the end."""

from bot.discord import App
from bot.discord.content import Button, Content
from bot.discord.discord_api import DiscordApi, Trouble, Undelivered, moment
from bot.discord.server_posts import ServerPosts
from bot.discord.tournaments import decided, head_of, state_of
from bot.store.tournaments import TournamentState
from bot.tables.cups import Cup
from bot.text import Words, one_line, plain, words

PACE = 5.0
"""Seconds between two changes of the same post."""
LISTED = 30
"""So many names are in a panel."""
GONE = 0


class SignUpPosts:
    """Puts up the post of each tournament of ours and changes it as long as people let it stand."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app, self._api = app, api
        self.posts = ServerPosts(app, api, "sign-ups", self._look)
        self._calm: dict[int, float] = {}
        """By tournament: when its post may be changed again, as long as that matters."""

    async def _look(self) -> None:
        now = moment()
        self._calm = {cup: until for cup, until in self._calm.items() if until > now}
        for cup in await self._app.tables.tournaments.unshown():
            if self.posts.closing:
                return
            if cup.number in self._calm:
                self.posts.later(self._calm[cup.number] - now)
                continue
            self._calm[cup.number] = now + PACE
            try:
                post = await self._shown(cup)
            except Undelivered as error:
                if error.trouble is Trouble.BUSY:
                    del self._calm[cup.number]
                    self.posts.try_again()
                    continue
                post = GONE if error.trouble is Trouble.MESSAGE_GONE else cup.row.post or GONE
            await self._app.tables.tournaments.note_shown(cup, post)

    async def _shown(self, cup: Cup) -> int:
        """Has the post show a tournament; the message, 0 where there is none and none is needed any more."""
        if cup.row.post == GONE:
            return GONE
        rendered = await self._app.render_pool.rendered(panel(cup, words(cup.row.locale)))
        channel, post = cup.row.channel, cup.row.post
        if post is None:
            if cup.row.state is not TournamentState.OPEN:
                return GONE
            # An attempt of an earlier run may have got through.
            post = await self._api.find(channel, rendered)
        if post is None:
            return await self._api.send(channel, rendered, nonce=f"c{cup.number}", silent=False)
        await self._api.edit(channel, post, rendered)
        return post


def panel(cup: Cup, speak: Words) -> Content:
    """What a tournament is, who takes part, and the ways in and out."""
    texts = [head_of(cup, speak), state_of(cup, speak)]
    for key, people in (("cup.people", cup.playing), ("cup.waiting", cup.waiting)):
        if people:
            names = [plain(one_line(one.name)) for one in people[:LISTED]]
            more = "" if len(people) <= LISTED else f" +{len(people) - LISTED}"
            texts.append(speak(key, n=len(people), names=speak.all_of(names)) + more)
    texts += [f"-# {speak('cup.circle')}"] if cup.row.circle else []
    if cup.row.state is TournamentState.OPEN:
        texts.append(f"-# {decided(cup, speak)}")
    texts.append(f"-# {speak('cup.rule')}")
    here = str(cup.number)
    ways = (
        Button("cup.join", speak("cup.join"), here, style="success", disabled=not cup.active),
        Button("cup.leave", speak("cup.leave"), here, disabled=not cup.active),
        Button("cup.show", speak("cup.standings"), here),
        Button("cup.panel", speak("cup.more"), here),
        *(() if cup.row.state is TournamentState.OPEN else (Button("cup.story", speak("cup.story"), here),)),
    )
    return Content(tuple(texts), rows=(ways,))
