"""The puzzle of the week in Discord: posted once, answered in private, solved in public, set by managers."""

import logging
from typing import Any

import msgspec
import pytest
from finished_games import finished
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, text_of
from troubled import Evening, control, has
from units import writing

from bot.discord import puzzle_posts
from bot.games import puzzles
from bot.games.registry import own
from bot.store.puzzles import GamePuzzle
from bot.store.records import NoticeState
from bot.tables import puzzles as service
from bot.text import mention, words
from render.pool import DrawingError
from tests.render.picture_checks import texts

WEEK = 8 * 24
"""Hours after which the first puzzle is over, and the second one is not yet."""
PLAYED = 1_767_225_600
ALL = [each for key in own() for each in puzzles.puzzles(key)]


@pytest.fixture(autouse=True)
def nimmt_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first puzzle is one whose moves are cards."""

    def of_nimmt(number: int) -> puzzles.Puzzle:
        return puzzles.puzzle(f"six_nimmt.{number + 2}")

    monkeypatch.setattr(service, "puzzle_of", of_nimmt)


def posts(evening: Evening) -> list[Message]:
    return [post for post in evening.public() if has(post, "puzzle.open")]


def solutions(evening: Evening) -> list[Message]:
    return [post for post in evening.public() if has(post, "puzzle.board")]


async def begun(evening: Evening) -> tuple[MemberActor, Message]:
    """Who manages the server has puzzles posted; the first one."""
    boss = evening.trusted("Boss", manage_guild=True)
    panel = await evening.ask(boss, "games puzzle")
    await evening.press(boss, panel, "puzzle.here")
    (post,) = posts(evening)
    return boss, post


def right() -> int:
    return puzzles.puzzle("six_nimmt.2").losses.index(0)


def wrong() -> int:
    return int(right() == 0)


def move(at: int) -> str:
    return puzzle_posts.moves_of(puzzles.puzzle("six_nimmt.2"), EN)[at]


async def answer(evening: Evening, person: MemberActor, post: Message, at: int) -> Message:
    panel = await evening.opened(person, post, "puzzle.open")
    await evening.press(person, panel, "puzzle.solve", values=[str(at)])
    return panel


async def test_a_puzzle_is_posted_answered_in_private_and_solved_once(evening: Evening) -> None:
    ann, ben, cleo = evening.people
    _, post = await begun(evening)
    assert len(post.attachments) == 1
    assert str(post.attachments[0]["description"])
    panel = await evening.opened(ann, post, "puzzle.open")
    assert EN("puzzle.none_yet") in text_of(panel)
    question = text_of(post).splitlines()[1]
    assert question.startswith("In 6 nimmt! you are ")
    assert question in text_of(panel), "in a direct message nothing else says whose move it is"
    (menu,) = controls(panel, "puzzle.solve")
    assert [line["label"] for line in menu["options"]] == [move(at) for at in range(len(menu["options"]))]
    for at in (wrong(), right()):
        await evening.press(ann, panel, "puzzle.solve", values=[str(at)])
        assert EN("puzzle.yours", move=move(at)) in text_of(panel)
    pick = control(panel, "puzzle.solve")
    await evening.send(*[evening.prepared(ann, panel, pick, [str(right())])] * 2)
    await answer(evening, ben, post, wrong())
    await answer(evening, cleo, post, right())
    await evening.wish(cleo, listed=False)
    assert [text_of(each) for each in evening.public()] == [text_of(post)], "nothing is told before the end"
    await evening.restart()
    await evening.hours(WEEK)
    (solved,) = solutions(evening)
    assert EN("puzzle.found", n=3, found=2) in text_of(solved)
    assert EN("puzzle.found_by", names=mention(ann.id)) in text_of(solved)
    assert mention(cleo.id) not in text_of(solved)
    assert solved.ping_user_ids == []
    assert move(right()) in text_of(solved)
    assert len(posts(evening)) == 2
    late = await evening.opened(ben, post, "puzzle.open")
    assert controls(late, "puzzle.solve") == []
    (refused,) = await evening.send(evening.prepared(ben, panel, pick, [str(right())]))
    assert EN("refusal.puzzle_over") in text_of(evening.private(refused))
    board = await evening.opened(ann, solved, "puzzle.board")
    assert mention(ann.id) in text_of(board)
    assert mention(cleo.id) not in text_of(board)
    assert mention(cleo.id) in text_of(await evening.opened(cleo, solved, "puzzle.board"))


async def test_an_answer_is_known_to_nobody_else_before_the_close(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ann, ben, _ = evening.people
    _, post = await begun(evening)
    before = text_of(post)
    panel = await answer(evening, ann, post, right())
    assert panel not in evening.public()
    assert text_of(post) == before
    other = await evening.opened(ben, post, "puzzle.open")
    assert EN("puzzle.none_yet") in text_of(other)
    (menu,) = controls(other, "puzzle.solve")
    assert not any(line.get("default") for line in menu["options"])
    assert EN("puzzle.board.none") in text_of(
        await evening.opened(ben, await evening.ask(ben, "games puzzle"), "puzzle.board")
    )
    assert move(right()) not in caplog.text


@pytest.mark.parametrize("up", [True, False])
async def test_what_broke_off_is_posted_once(evening: Evening, up: bool) -> None:
    """A bot that can't know whether the post went out looks for it in the channel."""
    _, post = await begun(evening)
    async with writing(evening.app.store) as tx:
        await tx.puzzle_weeks.mark(1, NoticeState.SENDING)
    if not up:
        evening.env.backend.delete_message(post.channel_id, post.id)
    await evening.restart()
    await evening.wait(90)
    assert len(posts(evening)) == 1
    assert await evening.app.tables.puzzles.weekly.untold() == ()


def letters(evening: Evening, person: MemberActor) -> list[str]:
    """What a person was told of puzzles by direct message."""
    return [text for each in evening.letters(person) if "/games puzzle" in (text := text_of(each))]


async def test_a_puzzle_that_could_not_be_drawn_is_posted_later(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """All other posts go on meanwhile."""
    asked, failed = puzzle_posts.asked, list[bool]()

    def fails_once(*args: Any) -> Any:
        if not failed:
            failed.append(True)
            raise DrawingError("2 workers were lost over one picture")
        return asked(*args)

    boss = evening.trusted("Boss", manage_guild=True)
    panel = await evening.ask(boss, "games puzzle")
    monkeypatch.setattr(puzzle_posts, "asked", fails_once)
    await evening.press(boss, panel, "puzzle.here")
    await evening.env.advance_time(5)
    assert len(posts(evening)) == 1
    assert "could not be drawn" in caplog.text


async def test_where_it_cannot_be_posted_the_manager_is_told_so(evening: Evening) -> None:
    boss, _ = await begun(evening)
    assert letters(evening, boss) == []
    evening.bar()
    await evening.hours(WEEK)
    (letter,) = letters(evening, boss)
    assert f"<#{evening.channel.id}>" in letter
    assert evening.guild.name in letter
    await evening.restart()
    await evening.hours(WEEK)
    assert letters(evening, boss) == [letter], "nothing new"
    assert all(letters(evening, each) == [] for each in evening.people)
    assert len(posts(evening)) == 1
    server = await evening.app.tables.puzzles.weekly.server(evening.guild.id)
    assert server is not None
    assert server.barred
    lounge = evening.guild.create_text_channel("lounge")
    panel = await evening.ask(boss, "games puzzle", lounge)
    assert EN("weekly.barred", channel=f"<#{evening.channel.id}>") in text_of(panel)
    await evening.press(boss, panel, "puzzle.place", values=[str(lounge.id)])
    await evening.hours(WEEK)
    assert any(has(each, "puzzle.open") for each in evening.public(lounge))


async def test_a_letter_that_gets_through_later_comes_once(evening: Evening) -> None:
    boss, _ = await begun(evening)
    evening.bar()
    evening.fail("POST", "/users/@me/channels", 503, times=2)
    await evening.hours(WEEK)
    assert len(letters(evening, boss)) == 1
    server = await evening.app.tables.puzzles.weekly.server(evening.guild.id)
    assert server is not None
    assert server.barred


async def test_who_wants_no_letters_gets_none(evening: Evening) -> None:
    boss, _ = await begun(evening)
    await evening.app.tables.preferences.want_messages(boss.id, wanted=False)
    evening.bar()
    await evening.hours(WEEK)
    assert letters(evening, boss) == []


async def test_only_who_manages_the_server_sets_it(evening: Evening) -> None:
    ann, *_ = evening.people
    boss, post = await begun(evening)
    panel = await evening.ask(boss, "games puzzle")
    assert controls(await evening.ask(ann, "games puzzle"), "puzzle.day") == []
    for action, values in (("puzzle.stop", None), ("puzzle.day", ["3"])):
        (refused,) = await evening.send(evening.prepared(ann, panel, control(panel, action), values))
        assert EN("refusal.not_manager") in text_of(evening.private(refused))
    await evening.press(boss, panel, "puzzle.day", values=["3"])
    assert "Thursday" in text_of(panel)
    await evening.press(boss, panel, "puzzle.stop")
    assert EN("weekly.puzzle.off") in text_of(panel)
    await evening.hours(2 * WEEK)
    assert posts(evening) == [post]
    assert len(solutions(evening)) == 1


async def test_a_game_of_the_server_is_told_as_such_and_names_nobody(evening: Evening) -> None:
    """The wish is set in the panel of the person, and the picture is that of one seat."""
    ann, ben, _ = evening.people
    boss, _ = await begun(evening)
    assert EN("puzzle.own_games") in text_of(await evening.ask(ben, "games puzzle"))
    for person in (ann, ben):
        panel = await evening.ask(person, "games settings")
        assert EN("personal.puzzles.is_off") in text_of(panel)
        await evening.press(person, panel, "me.puzzles")
        assert EN("personal.puzzles.is_on") in text_of(panel)
    table = await finished(evening.app.store, [ann.id, ben.id], [3, 5], guild=evening.guild.id)
    one = msgspec.structs.replace(puzzles.puzzle("six_nimmt.5"), name=f"six_nimmt.t{table}", played=PLAYED)
    row = GamePuzzle(table, evening.guild.id, "six_nimmt", evening.env.now(), puzzle=msgspec.json.encode(one))
    async with writing(evening.app.store) as tx:
        await tx.game_puzzles.put(row)
    await evening.hours(WEEK)
    post = posts(evening)[-1]
    assert EN("puzzle.played", when=f"<t:{PLAYED}:D>") in text_of(post)
    (picture,) = puzzle_posts.picture_of(one, EN)
    said = f"{text_of(post)} {picture.draw().alt} {post.attachments[0]['description']}"
    assert not any(person.name in said for person in (ann, ben, boss))
    await answer(evening, ben, post, one.losses.index(0))
    await evening.hours(WEEK)
    solved = solutions(evening)[-1]
    assert EN("puzzle.played", when=f"<t:{PLAYED}:D>") in text_of(solved)
    assert mention(ben.id) in text_of(solved)


@pytest.mark.usefixtures("presenters")
@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.name)
def test_every_move_is_told_apart_in_words_and_the_solution_has_a_reason(puzzle: puzzles.Puzzle) -> None:
    for locale in ("en", "ja"):
        speak = words(locale)
        labels = [entry.label for entry in puzzle_posts.lines_of(puzzle, bytes(puzzle.solution), speak)]
        assert len(set(labels)) == len(labels)
        said, drawings = puzzle_posts.solution(puzzle, speak)
        assert drawings
        assert all(said)


@pytest.mark.usefixtures("presenters")
@pytest.mark.parametrize("puzzle", puzzles.puzzles("my_city"), ids=lambda each: each.name)
def test_the_picture_of_the_question_is_not_that_of_the_best_move(puzzle: puzzles.Puzzle) -> None:
    """A panel for one person alone shows a move: not the best one."""
    (asked,), best = puzzle_posts.picture_of(puzzle, EN), puzzle.losses.index(0)
    (shown,) = puzzle_posts.picture_of(puzzle, EN, best)
    assert asked.key != shown.key


@pytest.mark.usefixtures("presenters")
@pytest.mark.parametrize("puzzle", puzzles.puzzles("six_nimmt"), ids=lambda each: each.name)
def test_a_picture_does_not_say_which_row_is_cheapest(puzzle: puzzles.Puzzle) -> None:
    for locale in ("en", "ja"):
        speak = words(locale)
        (drawing,) = puzzle_posts.picture_of(puzzle, speak)
        assert speak("six_nimmt.picture.cheapest") not in texts(drawing)


async def test_it_speaks_the_language_of_the_person(world: World) -> None:
    yui = world.person("Yui", "ja")
    assert JA("weekly.puzzle.off") in await world.says(yui, "games puzzle")
