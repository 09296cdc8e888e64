"""The guided first games in the simulated Discord: every lesson of every course, in every language."""

import re
from itertools import islice
from typing import Any, cast

import pytest
from any_game import moment
from simcord.backend.models import Message
from simulated import EN, MemberActor, World, controls, noted, pictured, text_of

from bot.discord import coach
from bot.discord.content import CustomId
from bot.discord.move_codec import path_of
from bot.discord.presenter import presenter_of
from bot.discord.router import refused
from bot.discord.table_words import expected
from bot.discord.view_models import view_model
from bot.games.chance import Chance
from bot.games.contract import Move, Refusal
from bot.games.course import LEARNER, Lesson, Playing, course, courses, decoded
from bot.games.noerdlingen.moves import Choose as Number
from bot.games.noria.moves import Chain
from bot.games.registry import game
from bot.games.six_nimmt.moves import Choose
from bot.games.thurn_and_taxis.moves import TakeOpen
from bot.tables.computers import adviser, riddle
from bot.tables.model import Status
from bot.text import Words, locales, words
from render.drawing import Drawing, RenderRequest
from render.games import Lights

LOCALES = {"en": "en-US", "ja": "ja"}
TRIED = {"en": "✗ You tried: {}.", "ja": "✗ 試した手：{}。"}
BULB = EN("learn.solution", move="")
LESSONS = [
    pytest.param(key, at, locale, id=f"{key}-{lesson.key}-{locale}")
    for key in courses()
    for at, lesson in enumerate(course(key))
    for locale in locales()
]


def at_step(panel: Message) -> CustomId:
    """What the controls of a lesson carry as it is shown now."""
    shown = CustomId.parse(controls(panel, "learn.lesson")[-1]["custom_id"])
    assert shown is not None
    return shown


async def press(world: World, ann: MemberActor, panel: Message, at: CustomId, path: str) -> None:
    """A press on a control of the step `at` that makes the move of a path."""
    pressed = CustomId("learn.step", at.table, at.turn, f"!{path}")
    await world.send(world.prepared(ann, panel, str(pressed)))


async def make(world: World, ann: MemberActor, panel: Message, move: Move, key: str) -> None:
    """The learner makes a move, wherever the panel offers it."""
    await press(world, ann, panel, at_step(panel), path_of(game(key), move))


async def opened(world: World, ann: MemberActor, key: str, at: int) -> Message:
    panel = await world.ask(ann, "games learn", game=key)
    await world.press(ann, panel, "learn.lesson", rest="all", values=[str(at)])
    return panel


def wrong(key: str, playing: Playing) -> list[Move]:
    """Legal moves that the step does not ask for, the first and the last."""
    legal = list(game(key).legal(playing.situation.state, LEARNER))
    return [move for move in (legal[0], legal[-1]) if not playing.accepts(move)]


def forbidden(key: str, playing: Playing, speak: Words) -> dict[str, str]:
    """By its path what the rules forbid now of all that is asked for in the course, with what is said of it;
    first a move named by a digest that no legal one has."""
    rules, state = game(key), playing.situation.state
    found = {
        f"{next(iter(rules.legal(state, LEARNER))).__struct_config__.tag}#{0:016}": speak("learn.refused")
    }
    asked_for = (move for lesson in course(key) for step in lesson.steps for move in step.accepts(rules))
    for move in asked_for:
        try:
            rules.apply(state, LEARNER, move, Chance(bytes(32)))
        except Refusal as refusal:
            told = speak("learn.refused") if refusal.code == "not_now" else refused(speak, refusal)
            return found | {path_of(rules, move): told}
    pytest.fail("all that is asked for in the course is legal")


def named(key: str, playing: Playing, move: Move, speak: Words) -> str:
    """What a move of the learner is called."""
    state = playing.situation.state
    return presenter_of(key).named(view_model(moment(key, state, state.seats), LEARNER, speak), move)


@pytest.mark.parametrize(("key", "at", "locale"), LESSONS)
async def test_every_lesson_is_solved_by_its_own_solution(
    world: World, key: str, at: int, locale: str
) -> None:
    """What is not asked for is answered with what was tried, what it leads to and a hint, what is forbidden
    with why and the hint; neither changes anything."""
    ann, speak, rules = world.person("Ann", LOCALES[locale]), words(locale), game(key)
    lesson = course(key)[at]
    said, playing = f"{key}.course.{lesson.key}", Playing(key, lesson)
    panel = await opened(world, ann, key, at)
    assert speak(f"{said}.title") in text_of(panel)
    assert speak(f"{said}.text") in text_of(panel)
    for number, step in enumerate(lesson.steps, start=1):
        assert speak(f"{said}.{number}") in text_of(panel)
        assert pictured(panel)
        for move in wrong(key, playing):
            await make(world, ann, panel, move, key)
            tried = TRIED[locale].format(named(key, playing, move, speak))
            assert tried in noted(panel)
            effect = noted(panel).partition(tried)[2].splitlines()[0].strip()
            assert effect.endswith((".", "。")), "a sentence of its own"
            assert not effect[0].islower()
            assert speak(f"{said}.{number}.hint") in noted(panel)
        for path, why_not in forbidden(key, playing, speak).items():
            await press(world, ann, panel, at_step(panel), path)
            assert why_not in noted(panel)
            assert speak(f"{said}.{number}.hint") in noted(panel)
            assert at_step(panel).turn == at * 1000 + number - 1
        await world.press(ann, panel, "learn.solve")
        assert BULB in noted(panel)
        solution = decoded(rules, step.solution)
        assert playing.accepts(solution)
        await make(world, ann, panel, solution, key)
        playing.make(solution)
    if lesson.steps:
        assert speak(f"{said}.done") in text_of(panel)
        assert pictured(panel)
        row = await world.app.tables.courses.at(ann.id, key)
        assert row.finished == at + 1


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("key", courses())
async def test_a_worse_move_is_compared_with_the_best_one_in_the_unit_of_its_game(
    world: World, key: str, locale: str
) -> None:
    ann, speak = world.person("Ann", LOCALES[locale]), words(locale)
    level = speak(f"lobby.level.{adviser(key)}")
    said = re.escape(speak(f"{key}.course.compared", level=level, points="@", best="@"))
    unit = {"en": "heads|points", "ja": "頭|点"}[locale]
    assert re.search(unit, said)
    for at, lesson in enumerate(course(key)):
        panel, playing = await opened(world, ann, key, at), Playing(key, lesson)
        for step in lesson.steps:
            for move in wrong(key, playing):
                await make(world, ann, panel, move, key)
                if re.search(said.replace("@", r"−?\d+\.\d"), text_of(panel)):
                    return
            solution = decoded(game(key), step.solution)
            await make(world, ann, panel, solution, key)
            playing.make(solution)
    pytest.fail("no move of any lesson was compared")


async def test_a_worse_move_is_compared_with_what_is_asked_for_wherever_the_computer_looked_ahead(
    world: World,
) -> None:
    """It would play another card than the one that the lesson on gaps asks for, which is still the better."""
    ann, en = world.person("Ann"), words("en")
    lessons, key = [lesson.key for lesson in course("six_nimmt")], "six_nimmt"
    lesson = course(key)[lessons.index("gap")]
    playing = Playing(key, lesson)
    now, rules = playing.situation, game(key)
    asked = riddle(rules, now.state, LEARNER, adviser(key))
    advice = await world.app.opponents.advise(asked, len(asked.legal))
    order = [one.move for one in advice]
    best = next(one for one in advice if playing.accepts(one.move))
    assert order.index(best.move) > 0
    panel = await opened(world, ann, key, lessons.index("gap"))
    for one in (each for each in advice if not playing.accepts(each.move)):
        await make(world, ann, panel, one.move, key)
        said = en(
            f"{key}.course.compared",
            level=en("lobby.level.hard"),
            points=expected(one),
            best=expected(best),
        )
        assert (said in text_of(panel)) is (order.index(one.move) > order.index(best.move))


async def test_a_move_that_a_computer_prefers_to_what_is_asked_for_is_not_compared(world: World) -> None:
    """In the lesson on heads it would play 101, and not the 2 that opens the choice of a row."""
    ann, en = world.person("Ann"), words("en")
    panel = await opened(world, ann, "six_nimmt", 3)
    await make(world, ann, panel, Choose(103), "six_nimmt")
    assert en("six_nimmt.course.heads.1.hint") in text_of(panel)
    assert en("lobby.level.hard") not in text_of(panel)


async def test_a_move_that_the_computer_gave_no_thought_is_not_compared(world: World) -> None:
    """The whole chain of discs is no worse than its first disc, of which it thinks alone."""
    ann, en = world.person("Ann"), words("en")
    lessons = [lesson.key for lesson in course("noria")]
    panel = await opened(world, ann, "noria", lessons.index("paths"))
    await make(world, ann, panel, Chain(("M1", "L2", "S1")), "noria")
    assert en("noria.course.paths.1.hint") in text_of(panel)
    compared = en("noria.course.compared", level=en("lobby.level.hard"), points="@", best="@")
    assert compared.partition("@")[0] not in text_of(panel)


@pytest.mark.parametrize("key", courses())
async def test_a_whole_game_goes_on_after_a_restart_and_leads_to_a_real_one(world: World, key: str) -> None:
    ann, lessons = world.person("Ann"), course(key)
    panel = await opened(world, ann, key, len(lessons) - 1)
    assert BULB in text_of(panel)
    await world.press(ann, panel, "learn.coach")
    assert BULB not in text_of(panel)
    playing = Playing(key, lessons[-1])
    for move in islice(moves(key, playing), 3):
        await make(world, ann, panel, move, key)
        playing.make(move)
    await world.restart()
    panel = await world.ask(ann, "games learn", game=key)
    for move in moves(key, playing):
        await make(world, ann, panel, move, key)
        playing.make(move)
    assert words("en")(f"{key}.course.{lessons[-1].key}.done") in text_of(panel)
    assert (await world.app.tables.courses.at(ann.id, key)).finished == len(lessons)
    await world.press(ann, panel, "lobby.against")
    table = await world.table()
    assert (table.game, table.status) == (key, Status.PLAYING)


def moves(key: str, playing: Playing) -> Any:
    """The moves of a computer for the learner, as long as there is anything to decide."""
    rules = game(key)
    while not playing.situation.over:
        state = playing.situation.state
        yield rules.default(state, LEARNER, playing.chance)


async def test_what_the_rules_forbid_is_refused_with_a_hint(world: World) -> None:
    """And a press of before is answered with what is asked now."""
    ann, en = world.person("Ann"), words("en")
    panel = await opened(world, ann, "six_nimmt", 0)
    rules = game("six_nimmt")
    first = at_step(panel)
    await press(world, ann, panel, first, "choose/5")
    assert en("six_nimmt.course.rows.1.hint") in text_of(panel)
    assert en("refusal.not_in_hand", card=5) in text_of(panel)
    solution = decoded(rules, course("six_nimmt")[0].steps[0].solution)
    await make(world, ann, panel, solution, "six_nimmt")
    assert en("six_nimmt.course.rows.2") in text_of(panel)
    await press(world, ann, panel, first, path_of(rules, solution))
    assert en("kit.renewed") in text_of(panel)
    assert len((await world.app.tables.courses.at(ann.id, "six_nimmt")).moves) == 1


async def test_what_a_move_of_the_postmaster_is_called_says_so(world: World) -> None:
    """A second card is found behind a button with his name."""
    ann, key = world.person("Ann"), "thurn_and_taxis"
    panel = await opened(world, ann, key, 1)
    await make(world, ann, panel, TakeOpen(1), key)
    assert "(open card 1)." in text_of(panel)
    await make(world, ann, panel, decoded(game(key), course(key)[1].steps[0].solution), key)
    await make(world, ann, panel, TakeOpen(3), key)
    assert "(open card 3), with the Postmaster." in text_of(panel)


@pytest.mark.parametrize("locale", locales())
async def test_the_hint_on_a_bonus_disc_names_its_line_as_the_menu_does(world: World, locale: str) -> None:
    ann, key, at = world.person("Ann", LOCALES[locale]), "noria", 3
    panel = await opened(world, ann, key, at)
    wanted = path_of(game(key), decoded(game(key), course(key)[at].steps[0].solution))
    lines = [line for menu in controls(panel, "learn.menu") for line in menu["options"]]
    line = next(line["label"] for line in lines if line["value"].endswith(wanted))
    assert line in words(locale)("noria.course.tool.1.hint").replace("**", "")


async def test_learn_leads_from_list_lobby_and_direct_message_to_the_course(world: World) -> None:
    ann, en = world.person("Ann"), words("en")
    title = en("six_nimmt.course.rows.title")
    listed = await world.ask(ann, "games list")
    assert title in text_of(await world.opened(ann, listed, "learn.open", values=["six_nimmt"]))
    lobby = await world.open_table([ann])
    assert title in text_of(await world.opened(ann, lobby, "learn.open"))
    alone = world.private(await ann.user.slash("games learn", game="six_nimmt"))
    await make(world, ann, alone, Choose(38), "six_nimmt")
    assert en("six_nimmt.course.rows.2") in text_of(alone)


def test_a_lesson_says_what_the_others_do() -> None:
    """The script is followed as long as it is legal."""
    lesson: Lesson = course("six_nimmt")[0]
    playing = Playing("six_nimmt", lesson)
    playing.make(decoded(game("six_nimmt"), lesson.steps[0].solution))
    assert playing.situation.state.rows[2] == (55, 58, 76)


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("key", courses())
async def test_whoever_does_what_the_coach_says_plays_the_whole_game_to_its_end(
    world: World, key: str, locale: str
) -> None:
    """And is told with how many points it was won."""
    ann, speak, rules = world.person("Ann", LOCALES[locale]), words(locale), game(key)
    *before, lesson = course(key)
    panel, playing = await opened(world, ann, key, len(before)), Playing(key, lesson)
    while not playing.situation.over:
        assert pictured(panel)
        state = playing.situation.state
        legal = rules.legal(state, LEARNER)
        found = {f"{BULB}{named(key, playing, one, speak)}": one for one in legal}
        (line,) = [line for line in text_of(panel).split("\n") if line.startswith(BULB)]
        move = found[max((name for name in found if line.startswith(name)), key=len)]
        await make(world, ann, panel, move, key)
        playing.make(move)
    assert speak(f"{key}.course.{lesson.key}.done") in text_of(panel)
    outcome = rules.outcome(playing.situation.state)
    assert outcome is not None
    won = outcome.scores[outcome.places.index(1)]
    assert re.search(rf"(?<!\d){won}(?!\d)".replace("-", "\N{MINUS SIGN}"), text_of(panel))


async def test_the_picture_of_a_whole_game_is_lit_where_its_coach_speaks_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an arrow from the card to its row, where it lies already; not while a card is picked, nor once the
    coach is off."""
    shown: list[tuple[Lights, bool]] = []
    laid: list[int | None] = []

    def recorded(drawing: Drawing, lights: Lights, *, arrow: bool) -> Drawing:
        shown.append((lights, arrow))
        laid.append(cast(RenderRequest, drawing.draw).args[-1])
        return drawing

    monkeypatch.setattr(coach, "spotlit", recorded)
    ann, key = world.person("Ann"), "six_nimmt"
    panel = await opened(world, ann, key, len(course(key)) - 1)
    card, row = re.findall(rf"{BULB}Play (\d+): \d+ would be card \d of row (\d) ", text_of(panel))[0]
    assert shown.pop() == (((f"card {card}",), (f"row {row}",)), True)
    assert laid.pop() == int(card)
    at = at_step(panel)
    picked = CustomId("learn.step", at.table, at.turn, f"choose/{card}")
    await world.send(world.prepared(ann, panel, str(picked)))
    assert shown.pop() == ((), True)
    assert laid.pop() is None
    await world.press(ann, panel, "learn.back")
    assert shown.pop()[0]
    await world.press(ann, panel, "learn.coach")
    assert not shown.pop()[0]


async def test_in_a_whole_game_the_coach_goes_on_speaking_while_a_move_is_put_together(world: World) -> None:
    """And all that the others did since is told: in this game the borders of both."""
    ann, key = world.person("Ann"), "noerdlingen"
    panel = await opened(world, ann, key, len(course(key)) - 1)
    await make(world, ann, panel, Number(6), key)
    told = text_of(panel)
    assert all(f"{name} draws" in told for name in ("Pip", "Dot"))
    at = at_step(panel)
    await world.send(world.prepared(ann, panel, str(CustomId("learn.step", at.table, at.turn, "draw/4.5"))))
    assert BULB in text_of(panel)


async def test_what_a_good_move_leads_to_is_said_until_something_is_picked(world: World) -> None:
    ann, key = world.person("Ann"), "thurn_and_taxis"
    panel = await opened(world, ann, key, len(course(key)) - 1)
    await make(world, ann, panel, TakeOpen(3), key)
    assert "\N{ELECTRIC LIGHT BULB} Play Sigmaringen at the left end: Hohenzollern" in text_of(panel)
    at = at_step(panel)
    await world.send(world.prepared(ann, panel, str(CustomId("learn.step", at.table, at.turn, "begin"))))
    assert "\N{ELECTRIC LIGHT BULB} Play Sigmaringen at the left end" in text_of(panel)
    assert "at the left end: Hohenzollern" not in text_of(panel)
