"""The diary, the film and the file of a tournament."""

from contextlib import suppress

from bot.discord.channels import manages, server_of
from bot.discord.content import Attached, Button, Content, number
from bot.discord.rate_limit import FILE, FILM, PICTURE, spend
from bot.discord.router import Call, on
from bot.discord.shown_posts import show_everybody
from bot.discord.tournament_story import moving, page
from bot.discord.tournaments import head_of, state_of
from bot.games.contract import Refusal
from bot.tables.cups import Cup
from bot.tables.tournament_file import results_file
from bot.text import plain, words
from cogs import circles


async def cup_of(call: Call, numbered: int | None = None) -> Cup:
    """The tournament of a control, or of a number, in this server: of others nothing is told. Refusals:
    cup_in_server, no_tournament, circle_only."""
    guild = server_of(call, "cup_in_server")
    cup = await call.tables.tournaments.cup(
        number(call.id.rest.partition("/")[0]) if numbered is None else numbered
    )
    if cup.row.guild != guild:
        raise Refusal("no_tournament")
    if cup.row.circle and not (cup.of_user(call.person.id) or directs(call, cup)):
        try:
            await circles.view_of(call, cup.row.circle)
        except Refusal:
            raise Refusal("circle_only") from None
    return cup


def directs(call: Call, cup: Cup) -> bool:
    """Whether a person directs a tournament: whoever has opened it, and who manages the server."""
    return call.in_server and (cup.director == call.person.id or manages(call, cup.row.guild))


@on("cup.story", answers=lambda call: "shown" if "/" in call.id.rest else "private")
async def story(call: Call) -> Content:
    """**Diary**: the page of a round, the last one where none is named."""
    spend(call, PICTURE)
    cup = await cup_of(call)
    _, named, at = call.id.rest.partition("/")
    wanted = number(at) if named else len(cup.tournament.rounds)
    channels: dict[int, int] = {}
    own = cup.of_user(call.person.id)
    for pod in cup.pods:
        # The private threads of a duplicate are shown to those who sit there.
        seen = not cup.tournament.rules.duplicate or (own is not None and own.line in pod.lines)
        if seen and pod.table and pod.round == max(wanted, 1):
            with suppress(Refusal):  # an old table may have been deleted
                channels[pod.table] = (await call.tables.queries.table(pod.table)).channel
    return page(cup, wanted, channels, call.words)


@on("cup.film", answers="private")
async def show_film(call: Call) -> Content:
    """**Film**: the standings round by round, for whoever asks alone."""
    cup = await _played(call)
    share = Button("cup.share", call.words("table.share"), str(cup.number))
    texts = (head_of(cup, call.words), state_of(cup, call.words))
    return Content(texts, (moving(cup, call.words),), ((share,),))


@on("cup.share", answers="in_place")
async def share_film(call: Call) -> None:
    """The same for everybody in the channel."""
    cup = await _played(call)
    speak = words(cup.row.locale)
    by = speak("table.shared", name=plain(call.person.name))
    texts = (head_of(cup, speak), state_of(cup, speak), by)
    await show_everybody(call, Content(texts, (moving(cup, speak),)), speak)


@on("cup.file", answers="private")
async def download(call: Call) -> Content:
    """**Results as a file**."""
    spend(call, FILE)
    cup = await cup_of(call)
    name = f"stammtisch-tournament-{cup.number}.json"
    return Content((call.words("cup.file.about", file=name),), files=(Attached(name, results_file(cup)),))


async def _played(call: Call) -> Cup:
    """A tournament with a film. Refusals: cup_in_server, no_tournament, tournament_undecided."""
    spend(call, FILM)
    cup = await cup_of(call)
    if not cup.ranked:
        raise Refusal("tournament_undecided")
    return cup
