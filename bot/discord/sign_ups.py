"""The post by which people sign up for a tournament: it follows whatever changes, until the end."""

from functools import partial

from bot.discord import App
from bot.discord.content import Button, Content
from bot.discord.discord_api import DiscordApi
from bot.discord.server_posts import GONE, ServerPosts
from bot.discord.tournaments import decided, head_of, state_of
from bot.store.tournaments import TournamentState
from bot.tables.cups import Cup
from bot.text import Words, one_line, plain, words

LISTED = 30
"""So many names are in a panel."""


class SignUpPosts:
    """Puts up the post of each tournament of ours and changes it as long as people let it stand."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app, self._api = app, api
        self.posts = ServerPosts(app, api, "sign-ups", self._look)

    async def _look(self) -> None:
        service = self._app.tables.tournaments
        for cup in await service.unshown():
            if not self.posts.closing:
                shown = partial(service.note_shown, cup)
                await self.posts.follow(cup.number, cup.row.post, partial(self._shown, cup), shown)

    async def _shown(self, cup: Cup) -> int:
        """Has the post show a tournament; the message, 0 where there is none and none is needed any more."""
        if cup.row.post == GONE:
            return GONE
        rendered = await self._app.render_pool.rendered(panel(cup, words(cup.row.locale)))
        channel, post = cup.row.channel, cup.row.post
        if post is None:
            # An attempt of an earlier run may have got through, and versions before noted no post.
            post = await self._api.near(channel, rendered, cup.row.press)
        if post is None:
            if cup.row.state is not TournamentState.OPEN:
                return GONE
            return await self._api.send(channel, rendered, nonce=f"c{cup.number}", silent=False)
        await self._api.edit(channel, post, rendered)
        return post


def panel(cup: Cup, speak: Words, reader: int | None = None) -> Content:
    """What a tournament is, who takes part, and the ways in and out: those that all have, or the ones open to
    its one reader."""
    texts = [head_of(cup, speak), state_of(cup, speak)]
    waiting = cup.waiting if cup.active else ()
    for key, people in (("cup.people", cup.playing), ("cup.waiting", waiting)):
        if people:
            names = [plain(one_line(one.name)) for one in people[:LISTED]]
            more = "" if len(people) <= LISTED else f" +{len(people) - LISTED}"
            texts.append(speak(key, n=len(people), names=speak.all_of(names)) + more)
    texts += [f"-# {speak('cup.circle')}"] if cup.row.circle else []
    if cup.row.state is TournamentState.OPEN:
        texts.append(f"-# {decided(cup, speak)}")
    if cup.active:
        texts.append(f"-# {speak('cup.rule')}")
    here = str(cup.number)
    is_open = cup.row.state is TournamentState.OPEN
    label = speak("cup.join" if is_open or not cup.active else "cup.join.waiting")
    join = Button("cup.join", label, here, style="success", disabled=not cup.active)
    leaving = "cup.leave" if is_open else "cup.quit"
    leave = Button(leaving, speak("cup.leave"), here, disabled=not cup.active)
    show = Button("cup.show", speak("cup.standings"), here)
    story = (Button("cup.story", speak("cup.story"), here),) if cup.tournament.rounds else ()
    if reader is None:
        ways = (join, leave, show, Button("cup.panel", speak("cup.more"), here), *story)
    elif cup.active:
        ways = (leave if cup.of_user(reader) else join, show, *story)
    else:
        ways = (show, *story)
    return Content(tuple(texts), rows=(ways,))
