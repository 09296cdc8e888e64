"""Analyses of finished games in the simulated Discord: how far one is, its pages, the question for the better
move, what is shown to all, trouble and a restart. What is thought of the moves is made up here."""

import re
from functools import cache
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from any_game import GAMES, AnyEvening, deal
from hostile import NAMES, met, wrong_in_markdown
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, World, controls, noted, pictured, text_of

from bot.analysis import Mark, Verdict
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Move, Seat
from bot.games.registry import AnyGame
from bot.games.six_nimmt.moves import NimmtOptions
from bot.opponents import analyses
from bot.opponents.examiner import Found, Game, Question, Whole
from bot.opponents.runner import ThinkingError
from bot.verify import read
from bot.worker_pool import Worker
from cogs.tables import analysis
from render.lookback import MOST

ANALYSE, PAGE, FIND, ANSWER, SHOW = (
    "table.analyse",
    "analysis.page",
    "analysis.find",
    "analysis.choose",
    "analysis.show",
)
A_WHILE = 6
"""Seconds after which more is told."""
PIECE = 3
"""Decisions that are judged at once."""
ADVISED = [key for key, sample in GAMES.items() if sample.game.adviser in sample.game.opponents]


@cache
def _replayed(key: str, transcript: bytes) -> tuple[AnyGame, int, list[tuple[Any, Seat, Move]]]:
    """Rules and number of seats of a file, and each of its moves with the state before and who made it."""
    game, file = registry.game(key), read(transcript)
    seats = file.seats if isinstance(file.seats, int) else len(file.seats)
    chance, made = Chance(bytes.fromhex(file.secret)), list[tuple[Any, Seat, Move]]()
    state = game.setup(game.decode_options(bytes(file.options)), seats, chance)
    for logged in file.log:
        if logged.back is msgspec.UNSET:
            seat, move = Seat(logged.seat), game.decode_move(bytes(logged.move))
            made.append((state, seat, move))
            state = game.apply(state, seat, move, chance).state
    return game, seats, made


class Judge(Worker[Question, Found]):
    """Finds fault with every decision but each third one, in which there was a choice."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        """With how many verdicts it was asked to go on."""
        self.trouble = ""
        self.told: Game | None = None
        """What it remembers."""

    def do(self, question: Question) -> Found:
        self.asked.append(before := question.judged)
        if self.trouble:
            raise ThinkingError(self.trouble)
        self.told = question.game or self.told
        assert self.told is not None
        game, seats, made = _replayed(self.told.key, bytes(self.told.transcript))
        found: list[tuple[int, int, msgspec.Raw]] = []
        for action, (state, seat, move) in enumerate(made[before : before + PIECE], start=before):
            others = [one for one in game.legal(state, seat) if one != move] if action % 3 else []
            moves = [msgspec.json.decode(game.encode_move(one)) for one in (move, *others[:1])]
            loss = 0.1 + action / 1000 if others else 0.0
            mark = Mark.MISTAKE if others else Mark.FINE
            verdict = Verdict(action, seat, moves[0], moves[-1], (0.5,) * seats, loss, mark, not others, 1.5)
            found.append((action, seat, msgspec.Raw(verdict.to_json())))
        whole = Whole(1, (0.5,) * seats, (0.25,) * seats, game.adviser)
        return Found(tuple(found), msgspec.json.encode(whole) if before + PIECE >= len(made) else None)


@pytest.fixture(autouse=True)
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Who judges for all bots; the games are short."""
    deal(monkeypatch, 4)
    judge = Judge()
    monkeypatch.setattr(analyses, "Analyst", lambda: judge)
    return judge


@pytest.fixture
def at_rest(world: World) -> None:
    """Nothing is judged but by `go_on`, until the bot is started again."""
    world.app.tables.signals.on_analyses = lambda: None


async def go_on(world: World) -> None:
    """The next decisions are judged."""
    tables, house = world.app.tables.analyses, world.app.analyses
    if (examination := await world.done(tables.next_examination())) is not None:
        await world.done(house.go_on(examination))


async def finished(world: World, key: str = "six_nimmt", count: int = 2, locale: str = "en-US") -> AnyEvening:
    """A finished game of people who speak this language."""
    evening = AnyEvening(world, GAMES[key], world.members(count, locale), seed=3)
    await evening.begin(options=NimmtOptions(format="rounds", rounds=1) if key == "six_nimmt" else None)
    await evening.play_out()
    assert await evening.is_over()
    return evening


async def analysed(evening: AnyEvening, actor: MemberActor | None = None) -> Message:
    """The overview, once it is there."""
    shown = await evening.world.ask(actor or evening.people[0], "table analyse")
    await evening.world.env.advance_time(A_WHILE)
    return shown


def rests(message: Message, action: str) -> list[str]:
    return [item["custom_id"].rpartition(":")[2] for item in controls(message, action)]


def lines(message: Message, action: str) -> list[Any]:
    """The lines of the menu with this action."""
    (menu,) = [item for item in controls(message, action) if "options" in item]
    return list(menu["options"])


async def turn(world: World, actor: MemberActor, message: Message, letter: str) -> None:
    """**Back** or **Next**."""
    (rest,) = [rest for rest in rests(message, PAGE) if rest.startswith(letter) and len(rest) > 1]
    await world.press(actor, message, PAGE, rest=rest)


# The analysis itself -----------------------------------------------------------------------------------


async def test_the_button_below_an_ending_and_the_command_lead_to_the_same_private_overview(
    world: World, judge: Judge
) -> None:
    evening = await finished(world)
    ann, ben = evening.people
    before = len(world.public())
    (ending,) = [post for post in world.public() if controls(post, ANALYSE)]
    shown = await world.opened(ann, ending, ANALYSE)
    await world.env.advance_time(A_WHILE)
    assert EN("analysis.heading", what="6 nimmt!") in text_of(shown)
    assert pictured(shown)
    number = len(judge.asked)
    assert number > 1
    assert text_of(await analysed(evening)) == text_of(shown)
    assert len(judge.asked) == number, "it is kept"
    own, others = text_of(shown).index(ann.name), text_of(shown).index(ben.name)
    assert own < others
    hers = text_of(await analysed(evening, ben))
    assert hers.index(ben.name) < hers.index(ann.name)
    assert len(world.public()) == before


async def test_a_message_tells_how_far_an_analysis_is_until_it_is_there(world: World, at_rest: None) -> None:
    evening = await finished(world)
    ann, ben = evening.people
    shown = await world.ask(ann, "table analyse")
    count = (await world.app.tables.queries.course(evening.table)).decisions
    far = {"what": "6 nimmt!", "n": count}
    assert text_of(shown) == EN("analysis.under_way", judged=0, **far)
    await go_on(world)
    assert text_of(shown) == EN("analysis.under_way", judged=PIECE, **far)
    await go_on(world)
    assert text_of(shown) == EN("analysis.under_way", judged=PIECE, **far), "not at every moment"
    await world.env.advance_time(A_WHILE)
    assert text_of(shown) == EN("analysis.under_way", judged=2 * PIECE, **far)
    other = await world.ask(ben, "table analyse")
    assert text_of(other) == text_of(shown), "one analysis for both"
    for _ in range(count // PIECE):
        await world.env.advance_time(A_WHILE)
        await go_on(world)
    await world.env.advance_time(A_WHILE)
    assert pictured(shown)
    assert pictured(other)
    assert EN("analysis.heading", what="6 nimmt!") in text_of(shown)


async def test_the_analyses_of_others_come_before_a_later_one(world: World, at_rest: None) -> None:
    first = await finished(world)
    await world.ask(first.people[0], "table analyse")
    ann = first.people[0]
    second = AnyEvening(world, GAMES["six_nimmt"], first.people, seed=4)
    await second.begin(options=NimmtOptions(format="rounds", rounds=1))
    await second.play_out()
    waits = await world.ask(ann, "table analyse")
    assert text_of(waits) == EN("analysis.waits", what="6 nimmt!", n=1)


async def test_a_restart_in_the_middle_goes_on_where_it_was(
    world: World, judge: Judge, at_rest: None
) -> None:
    evening = await finished(world)
    shown = await world.ask(evening.people[0], "table analyse")
    await go_on(world)
    await go_on(world)
    await world.restart()
    await world.env.settle()
    assert judge.asked == list(range(0, len(judge.asked) * PIECE, PIECE))
    assert text_of(shown).startswith(EN("analysis.under_way", what="6 nimmt!", judged=PIECE, n=99)[:20])
    await world.press(evening.people[0], shown, ANALYSE)
    assert pictured(shown)
    assert EN("analysis.heading", what="6 nimmt!") in text_of(shown)


async def test_a_running_game_is_not_analysed(world: World, judge: Judge) -> None:
    """Neither by command nor by a control that somebody made up."""
    evening = AnyEvening(world, GAMES["six_nimmt"], world.members(2), seed=3)
    await evening.begin(options=NimmtOptions(format="rounds", rounds=1))
    ann = evening.people[0]
    assert await world.says(ann, "table analyse") == EN("refusal.not_over")
    board = world.boards()[-1]
    for action, rest in ((ANALYSE, ""), (PAGE, "o"), (PAGE, "n0"), (FIND, "0"), (SHOW, "o")):
        press = world.prepared(ann, board, f"s1:{action}:{evening.table}:0:{rest}")
        (answer,) = await world.send(press)
        said = text_of(world.private(answer))
        assert said == EN("refusal.not_over" if action == ANALYSE else "refusal.no_analysis")
    assert judge.asked == []
    assert not controls(board, ANALYSE)


async def test_what_can_not_be_analysed_is_said_and_can_be_tried_again(world: World, judge: Judge) -> None:
    evening = await finished(world)
    judge.trouble = "MemoryError"
    shown = await analysed(evening)
    assert text_of(shown) == EN("analysis.given_up")
    judge.trouble = ""
    await world.press(evening.people[0], shown, ANALYSE)
    await world.env.advance_time(A_WHILE)
    assert EN("analysis.heading", what="6 nimmt!") in text_of(shown)


async def test_who_only_watches_can_look_back_too(world: World) -> None:
    evening = await finished(world)
    eve = world.person("Eve")
    shown = await analysed(evening, eve)
    assert EN("analysis.heading", what="6 nimmt!") in text_of(shown)


# The pages ---------------------------------------------------------------------------------------------


async def test_the_curve_ends_at_the_result(world: World) -> None:
    evening = await finished(world)
    game, end = GAMES["six_nimmt"].game, (await world.app.tables.queries.now_at(evening.table)).state
    alt = str((await analysed(evening)).attachments[0]["description"])
    outcome = game.outcome(end)
    assert outcome is not None
    assert sorted(outcome.places) == [1, 2], "one of them has won"
    for place, person in zip(outcome.places, evening.people, strict=True):
        share = 100 if place == 1 else 0
        assert f"{person.name}: 50% at the beginning, {share}% at the end" in alt


async def test_pages_are_turned_and_own_decisions_come_first(world: World) -> None:
    evening = await finished(world)
    ben = evening.people[1]
    shown = await analysed(evening, ben)
    labels = [line["label"] for line in lines(shown, PAGE)]
    names = [ben.name in label for label in labels]
    assert any(names)
    assert names == sorted(names, reverse=True)
    await turn(world, ben, shown, "n")
    first = text_of(shown)
    assert EN("analysis.mistake") in first
    assert f"1 of {len(labels)}" in first
    assert EN("six_nimmt.analysis.more", level=EN("lobby.level.hard"), points="1.5") in first
    assert pictured(shown)
    await turn(world, ben, shown, "n")
    assert f"2 of {len(labels)}" in text_of(shown)
    await turn(world, ben, shown, "p")
    assert text_of(shown) == first
    await turn(world, ben, shown, "p")
    assert EN("analysis.heading", what="6 nimmt!") in text_of(shown)
    await world.press(ben, shown, PAGE, rest="m", values=[lines(shown, PAGE)[-1]["value"]])
    assert f"{len(labels)} of {len(labels)}" in text_of(shown)
    (after,) = [item for item in controls(shown, PAGE) if item["custom_id"].rpartition(":")[2][0] == "n"]
    assert after["disabled"]
    await world.press(ben, shown, PAGE, rest="o")
    assert EN("analysis.heading", what="6 nimmt!") in text_of(shown)


async def test_the_picture_tells_turning_points_in_the_order_of_their_pages(world: World) -> None:
    """Also where decisions of the others come before the reader's own ones in time."""
    evening = await finished(world)
    for person in evening.people:
        alt = str((await analysed(evening, person)).attachments[0]["description"])
        numbers = [int(found) for found in re.findall(r"(\d+)\. Round", alt)]
        assert len(numbers) == MOST
        assert numbers == sorted(numbers)


async def test_the_better_move_is_asked_before_it_is_told(world: World) -> None:
    evening = await finished(world)
    ann = evening.people[0]
    shown = await analysed(evening)
    await world.press(ann, shown, FIND)
    asked = text_of(shown)
    assert EN("analysis.better", move="#").partition("#")[0] not in asked
    menu = lines(shown, ANSWER)
    assert [line["label"][0] for line in menu] == list("ABCDEFGH"[: len(menu)])
    tried = set[str]()
    while EN("analysis.found", move="#").partition("#")[0] not in text_of(shown):
        line = next(line for line in lines(shown, ANSWER) if line["value"] not in tried)
        tried.add(line["value"])
        await world.press(ann, shown, ANSWER, values=[line["value"]])
        move = line["label"].partition(": ")[2]
        assert f"**{move}**" in noted(shown)
    assert EN("analysis.better", move="#").partition("#")[0] in text_of(shown)
    await world.press(ann, shown, FIND)
    assert text_of(shown) == asked
    await world.press(ann, shown, PAGE, rest=rests(shown, PAGE)[0])
    assert EN("analysis.was_played", move="#").partition("#")[0] in text_of(shown)


async def test_nothing_is_asked_where_there_was_only_one_other_move(world: World) -> None:
    """As with the last but one card of a hand."""
    evening = await finished(world)
    ann = evening.people[0]
    shown, asked = await analysed(evening), set[bool]()
    found = await world.done(world.app.tables.analyses.examined(1))
    assert found is not None
    steps = (await world.done(world.app.tables.queries.course(1))).steps
    for verdict in map(Verdict.from_json, found.verdicts):
        if verdict.mark:
            action, seat = str(verdict.action), Seat(verdict.seat)
            await world.press(ann, shown, PAGE, rest="m", values=[action])
            more = len([*registry.game("six_nimmt").legal(steps[verdict.action].state, seat)]) > 2
            assert rests(shown, FIND) == [action] * more
            asked.add(more)
    assert asked == {True, False}


async def test_to_choose_from_are_moves_of_the_kinds_of_those_that_were_played_and_better(
    world: World,
) -> None:
    """As long as there are such: who has built somewhere has hardly thought of stopping at once."""
    evening = await finished(world, "my_city")
    await analysed(evening)
    tables, asking = world.app.tables, SimpleNamespace(id=evening.people[0].id)
    table = await world.done(tables.queries.table(1))
    call: Any = SimpleNamespace(words=EN, tables=tables, person=asking)
    found = await world.done(tables.analyses.examined(1))
    assert found is not None
    book, full = await world.done(analysis._read(call, table, found)), 0
    for at in range(len(book.marked)):
        scene = book.scene(at)
        kinds = {type(scene.played), type(scene.best)}
        legal = registry.game("my_city").legal(scene.moment.state, Seat(book.marked[at].seat))
        moves = [move for _, move in book.offered(at, scene)]
        alike = [move for move in legal if type(move) in kinds and move != scene.played]
        if len(alike) > 2 * analysis.OFFERED:
            full += 1
            assert {type(move) for move in moves} <= kinds
    assert full


async def test_controls_that_mean_nothing_any_more_are_answered(world: World) -> None:
    evening = await finished(world)
    ann, table = evening.people[0], evening.table
    shown = await analysed(evening)
    for action, rest, values in ((FIND, "9999", None), (ANSWER, "1", ["9999"]), (ANSWER, "1", None)):
        press = world.prepared(ann, shown, f"s1:{action}:{table}:0:{rest}", values)
        (answer,) = await world.send(press)
        assert text_of(world.private(answer)) == EN("kit.outdated")
    await world.send(world.prepared(ann, shown, f"s1:{PAGE}:{table}:0:n9999"))
    assert EN("analysis.heading", what="6 nimmt!") in text_of(shown)
    await world.done(world.app.tables.analyses.give_up(table))
    (answer,) = [await world.press(ann, shown, SHOW)]
    assert text_of(world.private(answer)) == EN("refusal.no_analysis")


async def test_a_page_is_shown_to_all_as_far_as_people_want_to_be_seen(japanese_world: World) -> None:
    """In the language of the table; nobody else shows the mistakes of who hides from statistics."""
    world = japanese_world
    evening = await finished(world, locale="ja")
    ann, ben = evening.people
    shown = await analysed(evening, ann)
    await world.press(ann, shown, SHOW, rest="o")
    post = world.public()[-1]
    assert JA("analysis.shown_by", name=ann.name) in text_of(post)
    assert all(actor.name in text_of(post) for actor in (ann, ben))
    assert [item["custom_id"].split(":")[1] for item in controls(post)] == [ANALYSE, "shown.back"]
    await world.app.tables.preferences.change(
        ben.id, lambda wishes: msgspec.structs.replace(wishes, listed=False)
    )
    await world.press(ann, shown, SHOW, rest="o")
    seats = text_of(world.public()[-1]).partition(JA("analysis.shown_by", name=ann.name))[0]
    alt = str(world.public()[-1].attachments[0]["description"])
    for told in (seats, alt):
        assert ann.name in told
        assert ben.name not in told
    await world.press(ann, shown, PAGE, rest="m", values=[lines(shown, PAGE)[-1]["value"]])
    assert ben.name in text_of(shown)
    count = len(world.public())
    refused = await world.press(ann, shown, SHOW)
    assert text_of(world.private(refused)) == JA("refusal.analysis_hidden", name=ben.name)
    assert len(world.public()) == count
    hers = await analysed(evening, ben)
    await world.press(ben, hers, PAGE, rest="m", values=[lines(hers, PAGE)[0]["value"]])
    await world.press(ben, hers, SHOW)
    assert ben.name in text_of(world.public()[-1])
    assert pictured(world.public()[-1])


@pytest.mark.parametrize("key", ADVISED)
async def test_every_game_has_its_pages(world: World, key: str) -> None:
    """Each page and question can be shown, whatever was decided there, and names its person once."""
    evening = await finished(world, key, GAMES[key].game.info.seats[0])
    ann = evening.people[0]
    shown = await analysed(evening)
    assert pictured(shown)
    menu = lines(shown, PAGE)
    for line in (menu[0], menu[len(menu) // 2], menu[-1]):
        await world.press(ann, shown, PAGE, rest="m", values=[line["value"]])
        assert pictured(shown)
        assert EN("analysis.was_played", move="#").partition("#")[0] in text_of(shown)
        title = text_of(shown).splitlines()[0]
        assert sorted({title.count(person.name) for person in evening.people})[-1] == 1, title
        await world.press(ann, shown, FIND)
        assert pictured(shown)
        values = [line["value"] for line in lines(shown, ANSWER)]
        assert len(values) == len(set(values)) <= 8
        await world.press(ann, shown, ANSWER, values=values[:1])
        assert pictured(shown)
        await world.press(ann, shown, PAGE, rest="o")


async def test_names_stay_names_on_every_page(world: World) -> None:
    world.names = NAMES[:3]
    evening = await finished(world, "thurn_and_taxis", 3)
    people = evening.people
    shown = await analysed(evening)
    told = [text_of(shown)]
    await turn(world, people[0], shown, "n")
    told.append(text_of(shown))
    await world.press(people[0], shown, SHOW)
    told.append(text_of(world.public()[-1]))
    await world.press(people[0], shown, FIND)
    told.append(text_of(shown))
    assert [text for text in told if wrong_in_markdown(text)] == []
    assert met(told) == met(NAMES[:3])


async def test_the_page_that_is_shown_is_the_one_that_was_seen(world: World) -> None:
    """Also where others before it are left out."""
    evening = await finished(world)
    ann, ben = evening.people
    eve = world.person("Eve")
    await world.app.tables.preferences.change(
        ann.id, lambda wishes: msgspec.structs.replace(wishes, listed=False)
    )
    shown = await analysed(evening, eve)
    last = next(line for line in reversed(lines(shown, PAGE)) if ben.name in line["label"])
    await world.press(eve, shown, PAGE, rest="m", values=[last["value"]])
    (played,) = [line for line in text_of(shown).splitlines() if line.startswith("Played")]
    await world.press(eve, shown, SHOW)
    assert played in text_of(world.public()[-1])
    assert f"{EN('analysis.mistake')}: {ben.name}" in text_of(world.public()[-1])


async def test_what_another_process_finds_is_told_as_well(world: World, judge: Judge, at_rest: None) -> None:
    """Nobody here is called when it is written down."""
    evening = await finished(world)
    shown = await world.ask(evening.people[0], "table analyse")
    tables = world.app.tables.analyses
    while (examination := await world.done(tables.next_examination())) is not None:
        found = judge.do(analyses.question_of(examination))
        verdicts = [(action, seat, bytes(one)) for action, seat, one in found.verdicts]
        await world.done(tables.judged(evening.table, examination.judged, verdicts, found.result))
    assert not pictured(shown)
    await world.env.advance_time(31)
    assert pictured(shown)
