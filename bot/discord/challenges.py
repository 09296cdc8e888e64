"""The posts of challenges: what opens and how one ended, each told once in the channel of its server."""

from functools import partial

from bot.discord import App, catalog
from bot.discord.content import Button, Content, page_of, pager
from bot.discord.discord_api import DiscordApi
from bot.discord.presenter import presenter_of
from bot.discord.server_posts import ServerPosts
from bot.discord.table_words import SHORT
from bot.games import registry
from bot.tables.challenges import Tried, binding_of
from bot.tables.model import Challenge, NoticeState, Person
from bot.text import Words, cut, mention, plain, stamp, words
from bot.view_model import in_units
from render.challenge import ChallengeCard, Place, results
from render.drawing import Drawing

LISTED = 10
"""Results on a page."""
NAME = 40


class ChallengePosts:
    """Brings every post of a challenge to its channel."""

    def __init__(self, app: App, api: DiscordApi) -> None:
        self._app = app
        self.posts = ServerPosts(app, api, "challenges", self._look)

    async def _look(self) -> None:
        service = self._app.tables.challenges
        for tried in await service.untold():
            if not self.posts.closing:
                send = partial(self._send, tried)
                await self.posts.tell_weekly(service.weekly, tried.challenge, send, "challenge.letter")

    async def _send(self, tried: Tried) -> bool:
        one = tried.challenge
        speak, begin = words(one.locale), partial(self._app.tables.challenges.weekly.begin, one)
        content = closing(tried, speak) if one.is_over else announcement(tried, speak)
        rendered = await self._app.render_pool.rendered(content)
        nonce, begun = f"c{one.id}{'e' if one.is_over else 'o'}", one.told is NoticeState.SENDING
        return await self.posts.post(one.channel, rendered, nonce, begin, begun=begun)


def announcement(tried: Tried, speak: Words) -> Content:
    """What opens, for everybody, with the way to take it."""
    challenge = tried.challenge
    texts = (
        speak("challenge.opens", game=catalog.name(challenge.game, speak)),
        how(challenge, speak),
        speak("challenge.until", day=stamp(challenge.closes, "F"), left=stamp(challenge.closes)),
    )
    rows = ((play(challenge, speak), _standing(challenge, speak), _rules(challenge, speak)),)
    return Content(texts, rows=rows, foot=(promise(challenge, speak),))


def dare(challenge: Challenge, by: Person, guest: int, speak: Words) -> Content:
    """That a person challenges another one to what is open, with the way to take it."""
    text = speak(
        "challenge.dare",
        who=plain(by.name),
        person=mention(guest),
        game=catalog.name(challenge.game, speak),
        left=stamp(challenge.closes),
    )
    buttons = (play(challenge, speak), _standing(challenge, speak), _rules(challenge, speak))
    return Content((text,), rows=(buttons,), mentions=(guest,))


def closing(tried: Tried, speak: Words) -> Content:
    """How it ended: the table of results, and the secret that was announced."""
    challenge = tried.challenge
    title = speak("challenge.closed", game=catalog.name(challenge.game, speak))
    secret = speak("challenge.secret", secret=challenge.secret.hex(), short=challenge.commitment[:SHORT])
    texts, drawings = (title, how(challenge, speak)), (picture(tried, speak),) if tried.results else ()
    rows = ((_standing(challenge, speak), _pass_on(challenge, speak), _rules(challenge, speak)),)
    return Content(texts, drawings, rows, foot=(*lines(tried, speak), secret))


def how(challenge: Challenge, speak: Words) -> str:
    """What is the same for everybody, and who plays."""
    options = registry.game(challenge.game).decode_options(challenge.options)
    chosen = presenter_of(challenge.game).options(options, speak, len(challenge.seats))
    told = [speak("lobby.option", option=option, value=value) for option, value in chosen]
    computers = challenge.seats[1:]
    level = speak(f"lobby.level.{computers[0]}") if computers else ""
    company = (
        speak("challenge.against", n=len(computers), level=level) if computers else speak("challenge.alone")
    )
    return "\n".join((company, f"-# {' · '.join(told)}"))


def promise(challenge: Challenge, speak: Words) -> str:
    """What can be compared once it is over."""
    key = "challenge.known" if challenge.known else "challenge.promise"
    short, bound = challenge.commitment[:SHORT], binding_of(challenge)[:SHORT]
    return speak(key, short=short, bound=bound)


def picture(tried: Tried, speak: Words, at: int = 0) -> Drawing:
    """A page of the table of results."""
    shown, page, pages = page_of(tried.results, at, LISTED)
    rows = tuple(Place(each.place, each.name or speak("challenge.hidden"), each.points) for each in shown)
    return results(ChallengeCard(tried.challenge.game, rows, len(tried.results), page, pages), speak)


def lines(tried: Tried, speak: Words, at: int = 0) -> tuple[str, ...]:
    """The same in words, how many results come after it, and who has none."""
    if not tried.results and not tried.others:
        return (speak("challenge.nobody"),)
    shown, page, _ = page_of(tried.results, at, LISTED)
    told = [
        speak(
            "challenge.line",
            place=each.place,
            name=plain(cut(each.name, NAME)) if each.name else speak("challenge.hidden"),
            result=in_units(speak, tried.challenge.game, each.points),
        )
        for each in shown
    ]
    left = len(tried.results) - page * LISTED - len(shown)
    more = [speak("challenge.more", n=left)] if left else []
    others = [speak("challenge.unfinished", n=tried.others)] if tried.others else []
    return ("\n".join([*told, *more, *others]),)


def play(challenge: Challenge, speak: Words) -> Button:
    """The way to take a challenge."""
    return Button("challenge.play", speak("challenge.play"), str(challenge.id), style="success")


def _standing(challenge: Challenge, speak: Words) -> Button:
    if challenge.is_over:
        return Button("challenge.show", speak("challenge.all"), str(challenge.id))
    return Button("challenge.show", speak("challenge.standing"), str(challenge.id))


def _pass_on(challenge: Challenge, speak: Words) -> Button:
    return Button("challenge.line", speak("challenge.pass_on"), str(challenge.id))


def _rules(challenge: Challenge, speak: Words) -> Button:
    return Button("games.rules", speak("table.rules"), challenge.game)


def standing(tried: Tried, speak: Words, page: int | None = None) -> Content:
    """How it stands, for one person alone: results to those who have one, or once it is over; first the page
    with their own."""
    challenge, found = tried.challenge, tried.results
    own_at = next((at for at, each in enumerate(found) if each.table == tried.own), 0)
    _, page, pages = page_of(found, own_at // LISTED if page is None else page, LISTED)
    game = catalog.name(challenge.game, speak)
    if challenge.is_over:
        title, state = speak("challenge.closed", game=game), ""
    else:
        title = speak("challenge.opens", game=game)
        state = speak("challenge.until", day=stamp(challenge.closes, "F"), left=stamp(challenge.closes))
    own = _own(tried, speak)
    turn = pager("challenge.page", speak, page, pages, f"{challenge.id}/")
    first = (play(challenge, speak),) if tried.own is None and not challenge.is_over else ()
    bound, short = binding_of(challenge), challenge.commitment[:SHORT]
    proof = speak("table.verify.challenge", commitment=challenge.commitment, binding=bound)
    if challenge.is_over:
        proof = speak("challenge.secret", secret=challenge.secret.hex(), short=short)
    return Content(
        (title, how(challenge, speak), state, own, *(lines(tried, speak, page) if found else ())),
        (picture(tried, speak, page),) if found else (),
        (*([turn] if turn else []), (*first, _pass_on(challenge, speak), _rules(challenge, speak))),
        foot=(proof,),
    )


def _own(tried: Tried, speak: Words) -> str:
    if tried.own is not None and not tried.finished:
        return speak("challenge.yours", table=tried.own)
    if tried.challenge.is_over or tried.finished:
        return ""
    return speak("challenge.waits", n=tried.others)
