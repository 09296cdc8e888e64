"""`/games suggest`: what some people of a server could play together, and why."""

import re

from bot.discord import catalog
from bot.discord.channels import server_of
from bot.discord.content import Button, Content, Entry, Menu, Row
from bot.discord.router import Call
from bot.games.contract import Refusal
from bot.tables.suggestions import Candidate, Suggestion
from bot.text import Words, mention, one_line, plain, stamp
from cogs import shelf

SHOWN = 5
"""Games that are suggested."""
MOST = 12
"""People who can be named."""
_MENTION = re.compile(r"<@!?(\d{1,19})>")


async def suggest(call: Call, named: str, minutes: int) -> Content:
    """The games that fit the person and those who are named. Refusals: shelf_in_server, nobody_named,
    many_named {most}."""
    guild, speak = server_of(call, "shelf_in_server"), call.words
    others = [user for user in _people(named) if user != call.person.id]
    here = [Candidate(game.info.key, *game.info.seats, game.info.minutes) for game in catalog.games()]
    found = await call.tables.suggestions.suggest(guild, call.person.id, others, here, minutes)
    names = await shelf.names(call, guild)
    people = len(others) + 1
    who = speak.all_of([speak("suggest.you"), *map(mention, others)])
    asked = speak("suggest.for_time", n=people, who=who, minutes=minutes)
    title = speak("suggest.title"), asked if minutes else speak("suggest.for", n=people, who=who)
    if not found:
        return Content((*title, speak("suggest.none")), rows=((Button("shelf.own", speak("shelf.button")),),))
    shown = found[:SHOWN]
    lines = [
        speak("suggest.line", game=plain(names[each.game]), why=_why(each, people, call.person.id, speak))
        for each in shown
    ]
    rows: list[Row] = [
        Menu("shelf.page", speak("shelf.menu"), tuple(Entry(names[each.game], each.game) for each in shown))
    ]
    first = shown[0].game
    if not first.isdecimal():
        opening = Button("lobby.open", speak("games.list.open", game=names[first]), first, style="primary")
        rows.append((opening, Button("shelf.own", speak("shelf.button"))))
    return Content((*title, "\n".join(lines), speak("suggest.about")), rows=tuple(rows))


def _people(named: str) -> tuple[int, ...]:
    """Who is mentioned; refuses what is none."""
    found = tuple(dict.fromkeys(int(user) for user in _MENTION.findall(named)))
    rest = one_line(_MENTION.sub(" ", named)).strip(" ,、")
    if rest:
        raise Refusal("nobody_named", name=rest[:32])
    if len(found) > MOST:
        raise Refusal("many_named", most=MOST)
    return found


def _why(each: Suggestion, people: int, asking: int, speak: Words) -> str:
    """Half a line: who likes it, whose box it is, when it was played last."""
    liked = speak("suggest.liked", n=each.likes, people=people) if each.likes else speak("suggest.unmarked")
    played = speak("suggest.played", when=stamp(each.played)) if each.played else speak("suggest.unplayed")
    box = ""
    if each.game.isdecimal():
        own = asking in each.owners
        box = speak("suggest.own") if own else speak("suggest.owned", name=mention(each.owners[0]))
    return " · ".join(filter(None, (liked, played, box)))
