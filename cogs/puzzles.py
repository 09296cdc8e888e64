"""`/games puzzle`: the puzzle of the week, its answers, who does well, and where a server has it posted."""

from bot.discord import catalog
from bot.discord.channels import manages, server_of
from bot.discord.content import IN_A_ROW, Button, Content, Menu, Row, number
from bot.discord.homes import homes, name_of
from bot.discord.puzzle_posts import lines_of, moves_of, picture_of, question, solution, until
from bot.discord.rate_limit import PICTURE, spend
from bot.discord.router import Call, on
from bot.discord.weekly import checked, set_by_controls, settings, told
from bot.games.contract import Refusal
from bot.store.puzzles import PuzzleWeek
from bot.tables.puzzles import Solver, posed
from bot.text import Words, mention

TOP = 10
"""So many of those who solve puzzles are listed."""


async def show(call: Call) -> Content:
    """Where the server has puzzles and how the newest one stands; for managers also the settings. Refusals:
    puzzle_in_server."""
    if not call.in_server:
        return await _elsewhere(call)
    guild, speak = server_of(call, "puzzle_in_server"), call.words
    server = await call.tables.puzzles.weekly.server(guild)
    week = await call.tables.puzzles.newest_puzzle(guild)
    texts, buttons = [speak("puzzle.panel"), told("puzzle", server, speak)], list[Button]()
    if week is not None and not week.is_over:
        texts.append(until(week, speak))
        buttons.append(Button("puzzle.open", speak("puzzle.answer"), str(week.id), style="primary"))
    buttons.append(Button("puzzle.board", speak("puzzle.board")))
    rows: list[Row] = [tuple(buttons)]
    if server is not None:
        texts.append(speak("puzzle.own_games"))
    if manages(call, guild):
        rows += settings("puzzle", server, speak)
    else:
        texts.append(speak("server.read_only"))
    return Content(tuple(texts), rows=tuple(rows))


async def _elsewhere(call: Call) -> Content:
    """What can be answered in the servers of a person, where they are."""
    speak, buttons = call.words, list[Button]()
    for guild in await homes(call):
        week = await call.tables.puzzles.newest_puzzle(guild)
        if week is not None and not week.is_over:
            label = f"{speak('puzzle.answer')} · {name_of(call, guild)}"
            buttons.append(Button("puzzle.open", label, str(week.id), style="primary"))
    if not buttons:
        return Content((speak("puzzle.panel"), speak("solo.no_puzzle")))
    return Content((speak("puzzle.panel"),), rows=(tuple(buttons[:IN_A_ROW]),))


set_by_controls(
    "puzzle",
    lambda call: call.tables.puzzles.weekly,
    "puzzle_in_server",
    lambda call, channel: checked(call, "puzzle_place", channel),
    show,
)


# Answers -----------------------------------------------------------------------------------------------


@on("puzzle.open", answers="private")
async def _open(call: Call) -> Content:
    """**Answer** of the post: the person's own panel."""
    spend(call, PICTURE)
    return await _panel(call, await _week(call))


@on("puzzle.solve")
async def _solve(call: Call) -> Content:
    """A move of the menu is the answer from now on."""
    week = await _week(call)
    await call.tables.puzzles.solve(week.id, call.person.id, number(call.value))
    return await _panel(call, week)


async def _week(call: Call) -> PuzzleWeek:
    """The puzzle of a control, of this server or of one of the person's. Refusals: no_puzzle."""
    week = await call.tables.puzzles.puzzle_week(number(call.id.rest))
    if week.guild not in await homes(call):
        raise Refusal("no_puzzle")
    return week


async def _panel(call: Call, week: PuzzleWeek) -> Content:
    speak, one = call.words, posed(week)
    answer = await call.tables.puzzles.answer_of(week.id, call.person.id)
    lines = lines_of(one, answer, speak)
    own = next((entry for entry in lines if entry.chosen), None)
    said = speak("puzzle.yours", move=moves_of(one, speak)[number(own.value)]) if own else ""
    title = speak("puzzle.of", game=catalog.name(one.game, speak))
    if week.is_over or week.closes <= call.app.now():
        texts, drawings = solution(one, speak) if week.is_over else ((speak("refusal.puzzle_over"),), ())
        return Content((title, said, *texts), drawings)
    menu = Menu("puzzle.solve", speak("puzzle.menu"), lines, str(week.id))
    texts = (
        speak("puzzle.title"),
        question(one, speak),
        said or speak("puzzle.none_yet"),
        until(week, speak),
    )
    return Content(texts, picture_of(one, speak), (menu,))


# Who does well -----------------------------------------------------------------------------------------


@on("puzzle.board", answers="private")
async def _board(call: Call) -> Content:
    """**Ratings**: who does well with the puzzles of this server, and the person who asks."""
    guild, speak, user = server_of(call, "puzzle_in_server"), call.words, call.person.id
    found = await call.tables.puzzles.solvers(guild, user)
    if not found:
        return Content((speak("puzzle.board.title"), speak("puzzle.board.none")))
    lines = [_line(at, one, speak) for at, one in enumerate(found, 1) if at <= TOP or one.user == user]
    return Content((speak("puzzle.board.title"), "\n".join(lines), speak("puzzle.board.about")))


def _line(at: int, one: Solver, speak: Words) -> str:
    rating = one.rating
    return speak(
        "puzzle.board.line",
        place=at,
        who=mention(one.user),
        points=rating.points,
        certainty=speak(f"statistics.certainty.{rating.certainty}"),
        found=one.found,
        n=one.answered,
        streak=one.streak,
    )
