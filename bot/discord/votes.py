"""What a motion looks like in the channel of its table, and the answers to it."""

from bot.discord import App, catalog, panel
from bot.discord.called_role import button, called_role
from bot.discord.content import Button, Content, note, number
from bot.discord.router import Call, on
from bot.discord.table_posts import seat_taken
from bot.discord.view_models import called
from bot.tables.model import Status, Table, Vote, VoteKind, VoteState
from bot.tables.votes import still_asked
from bot.text import Words, mention, plain, stamp, words

SEATING = (VoteKind.INVITE, VoteKind.CALL)
"""A yes to one of these takes a seat."""


async def content(app: App, table: Table, motion: Vote) -> Content:
    """A motion as it stands: asked, or in one sentence what became of it."""
    if motion.state is VoteState.OPEN:
        return await asking(app, table, motion)
    speak, state = words(table.locale), str(motion.state)
    if _removed(motion) and not motion.agreed:
        state = "moderated"
    elif motion.withdrawn:
        state = "withdrawn"
    text = speak(
        f"motion.{motion.kind}.{state}",
        who=plain(called(motion.by_name, speak)),
        name=plain(called(motion.name, speak)),
        closer=plain(called(motion.closer, speak)),
        table=table.id,
    )
    free = speak("motion.kick.fill") if _removed(motion) and table.status is Status.PLAYING else ""
    return Content((text, free), table=table.id)


def letter(table: Table, motion: Vote, speak: Words) -> Content:
    """What a person reads who was removed from a table: by whom, from where, and how to come back."""
    key = "motion.kick.letter" if motion.agreed else "motion.kick.letter_moderated"
    game, who = catalog.name(table.game, speak), plain(called(motion.by_name, speak))
    text = speak(key, who=who, game=game, table=table.id, channel=table.channel)
    return Content((text, speak("motion.kick.back")), table=table.id)


def is_news(table: Table, motion: Vote) -> bool:
    """Whether a settled motion is posted although it was never up: only who was removed from a game."""
    return _removed(motion) and table.status is not Status.LOBBY


def _removed(motion: Vote) -> bool:
    return motion.kind is VoteKind.KICK and motion.state is VoteState.CARRIED


async def asking(app: App, table: Table, motion: Vote) -> Content:
    """A motion while it is open; it mentions those whose answer is missing and names who has agreed."""
    speak = words(table.locale)
    asked = still_asked(motion, [sitter.user for sitter in table.sitters])
    rest = str(motion.id)  # which makes these controls its own
    yes = Button("motion.yes", speak(f"motion.{motion.kind}.yes"), rest, "success")
    no = Button("motion.no", speak(f"motion.{motion.kind}.no"), rest)
    head = speak("motion.head", people=" ".join(map(mention, asked))) if asked else ""
    role = await called_role(app, table.guild) if motion.kind is VoteKind.CALL else None
    if role is not None:
        head = speak("role.call", role=role.mention)
    until = speak("motion.until", until=stamp(motion.until, "f"))
    names = [plain(sitter.name) for sitter in table.sitters if sitter.user in motion.agreed]
    so_far = speak("motion.agreed", names=speak.all_of(names), until=until) if names else f"-# {until}"
    texts = (head, await _question(app, table, motion, speak), so_far)
    number, own = role.id if role else 0, button(role, speak)
    return Content(texts, rows=((yes, no, *own),), mentions=asked, role=number, table=table.id)


async def _question(app: App, table: Table, motion: Vote, speak: Words) -> str:
    who, name = (plain(called(each, speak)) for each in (motion.by_name, motion.name))
    game = catalog.name(table.game, speak)
    # Whose seat it is to everybody at the table: also after its person has left.
    names = [plain(called(sitter.away_name or sitter.name, speak)) for sitter in table.sitters]
    match motion.kind:
        case VoteKind.UNDO:
            path = await app.tables.queries.path(table.id, table.version)
            gone = sum(version > (motion.version or 0) for version in path)
            return speak("motion.undo.asked", who=who, n=gone)
        case VoteKind.KICK:
            return speak("motion.kick.asked", who=who, name=name)
        case VoteKind.INVITE:
            if motion.seat is None:
                return speak("motion.invite.lobby", who=who, game=game, table=table.id)
            return speak("motion.invite.asked", who=who, game=game, table=table.id, seat=names[motion.seat])
        case VoteKind.CALL:
            seats = speak.all_of(names[sitter.seat] for sitter in table.absent)
            return speak("motion.call.asked", who=who, game=game, table=table.id, seats=seats)


@on("motion.yes", answers="in_place")
async def agree(call: Call) -> None:
    """A person agrees; who takes a seat by it sees it at once."""
    motion = await _answered(call, yes=True)
    if motion.kind not in SEATING or motion.state is not VoteState.CARRIED:
        return
    table = await call.tables.queries.table(motion.table)
    if table.status is Status.PLAYING:
        done = await seat_taken(call.app, table, call.person.id, call.words)
        await panel.show(call, table, note=done)
    else:
        await call.reply.private(note(call.words("motion.joined", table=table.id), table=table.id))


@on("motion.no", answers="in_place")
async def decline(call: Call) -> None:
    """A person declines, or the one who asked withdraws."""
    await _answered(call, yes=False)


async def _answered(call: Call, *, yes: bool) -> Vote:
    table, motion = call.id.table, number(call.id.rest)
    return await call.tables.votes.answer(table, motion, call.person, yes=yes, key=call.key)
