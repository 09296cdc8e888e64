"""A tournament as a whole: its rounds as pages with their tables, and the standings as a moving picture."""

from collections.abc import Mapping
from dataclasses import replace

from msgspec import structs

from bot.discord.content import Button, Content
from bot.discord.tournaments import byes_of, card_of, head_of, letter, name_of, state_of, worth
from bot.store.tournaments import PodRow, TournamentState
from bot.tables.cups import Cup
from bot.text import Words, cut, cut_lines, plain, stamp
from bot.tournaments.standings import standings
from render.drawing import Drawing
from render.film import Film, Frame, film
from render.tournament import cup_picture

SECONDS = 30.0
"""The longest film."""
ALT = 1000
NAME = 40


def as_of(cup: Cup, after: int) -> Cup:
    """The tournament as it stood after so many rounds."""
    whole = cup.tournament
    lines = tuple(
        structs.replace(line, until=None if line.until is None or line.until > after else line.until)
        for line in whole.lines
    )
    then = structs.replace(whole, lines=lines, rounds=whole.rounds[:after])
    pods = tuple(pod for pod in cup.pods if pod.round <= after)
    last = after == len(whole.rounds)
    row = cup.row if last else replace(cup.row, state=TournamentState.RUNNING)
    return replace(cup, row=row, tournament=then, pods=pods)


def page(cup: Cup, at: int, channels: Mapping[int, int], speak: Words) -> Content:
    """The page of a round: its tables with their threads and places, the standings after it, the winner."""
    rounds = len(cup.tournament.rounds)
    if not rounds:
        return Content((head_of(cup, speak), state_of(cup, speak)))
    at = min(max(at, 1), rounds)
    then = as_of(cup, at)
    tables = [_table(then, pod, channels, speak) for pod in then.pods if pod.round == at]
    tables += byes_of(then, speak)
    turning = [
        Button("cup.story", speak(f"cup.story.{name}"), f"{cup.number}/{goal}", disabled=not there)
        for name, goal, there in (("earlier", at - 1, at > 1), ("later", at + 1, at < rounds))
        if rounds > 1
    ]
    film = Button("cup.film", speak("cup.film"), str(cup.number), style="primary")
    ways = (
        *((film,) if cup.ranked else ()),
        Button("cup.file", speak("cup.file"), str(cup.number)),
    )
    when = speak("cup.story.when", when=stamp(cup.row.at, "D")) if not cup.active else ""
    texts = (head_of(cup, speak), state_of(cup, speak), when, speak("cup.story.round", n=at))
    return Content((*texts, "\n".join(tables)), (_picture(then, speak),), ((*turning, *ways),))


def _table(cup: Cup, pod: PodRow, channels: Mapping[int, int], speak: Words) -> str:
    names = [plain(cut(name_of(cup, line, speak), NAME)) for line in pod.lines]
    channel = channels.get(pod.table or 0)
    where = f"<#{channel}>" if channel else ""
    said = names
    if pod.places:
        best = sorted(range(len(names)), key=lambda seat: (pod.places[seat], seat))
        said = [speak("cup.story.place", place=pod.places[seat], name=names[seat]) for seat in best]
    return speak("cup.story.table", table=letter(pod), where=where, names=" · ".join(said)).replace("  ", " ")


def _picture(cup: Cup, speak: Words) -> Drawing:
    return cup_picture(replace(card_of(cup, standings(cup.tournament), speak), tables=()), speak)


def moving(cup: Cup, speak: Words) -> Film:
    """The standings after each round of which a table has ended, each a frame, the last one longer."""
    frames: list[Frame] = []
    for after in sorted({pod.round for pod in cup.pods if pod.places}):
        then = as_of(cup, after)
        best = [one for one in standings(then.tournament) if one.place == 1]
        names = speak.all_of(name_of(cup, one.number, speak) for one in best)
        told = speak("cup.film.step", n=after, names=names, points=worth(best[0].points))
        frames.append(Frame(_picture(then, speak), plain(told), told))
    head = speak("cup.film.alt", title=cup.row.title, n=len(frames))
    alt = cut_lines([head, *[frame.told for frame in frames]], ALT)
    return film(f"{cup.row.game}-tournament.gif", frames, alt, SECONDS)
