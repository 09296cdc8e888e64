"""`/noria scores`, **High scores** under a ranking, and the place that is told there; and start positions and
dates that are typed in: every road to a table keeps what was typed."""

from itertools import islice, permutations
from typing import Any

import finished_games
import pytest
from any_game import GAMES, AnyEvening, beginning_with
from msgspec.structs import replace
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simulated import World, controls, text_of
from units import writing

from bot.discord.content import CustomId
from bot.discord.layout import NAME
from bot.games.contract import Refusal, Seat
from bot.games.noria.moves import EndTurn, NoriaOptions
from bot.games.noria.notation import EXAMPLE, canonical, read_start
from bot.games.registry import game
from bot.store.records import PersonRow, ResultRow
from bot.text import stamp, words
from cogs.noria.starts import LINES, STARTS, on_one_line
from tests.games.noria.positions import solo
from tests.games.noria.sample import START

SPEAK = words("en")
KEY = canonical(read_start(EXAMPLE))
OTHER = canonical(read_start(EXAMPLE.replace("- REF", "- RES")))
PASTED = EXAMPLE.replace("\n", " ")
"""What Discord makes of lines that are pasted into a command."""


async def finished(world: World, name: str, points: int, place: int = 1, **more: Any) -> ResultRow:
    """A solo game that ended like this some time ago; `more` are its start, server and channel."""
    how = {
        "game": "noria",
        "guild": world.guild.id,
        "channel": 1,
        "setup": KEY,
        "rules": game("noria").rules_version,
        "lowest_wins": False,
        "day": -300,
    }
    how |= {"places": [place], "names": [name], **more}
    table = await finished_games.finished(world.app.store, [1], [points], **how)
    (result,) = await world.app.tables.results.at(table)
    return result


async def shown(world: World, setup: str = "", locale: str = "en-US") -> Message:
    """What a new member is told."""
    actor = world.person(f"Reader {len(world.locales)}", locale)
    return await world.ask(actor, "noria scores", **({"setup": setup} if setup else {}))


async def end_game(world: World, level: int) -> tuple[AnyEvening, Message]:
    """A solo game with this level on a path, ended; and its ranking."""
    state = solo(player={"levels": {"COL": level}}, chambers={"COL": "2/2"})
    ready = replace(state, round=state.rounds, setup=START, options=NoriaOptions(start=START))
    evening = AnyEvening(world, GAMES["noria"], [world.person("player0")])
    with beginning_with(evening.sample, ready):
        await evening.begin()
        await evening.act(Seat(0), EndTurn())
    return evening, world.with_control(world.public(), "noria.scores")


async def test_whoever_ends_a_solo_game_is_told_the_place_and_finds_the_list(world: World) -> None:
    """The first, a better and a worse game with one start; each ranking keeps what it said."""
    evening, first = await end_game(world, 5)
    assert SPEAK("table.rank_first") in text_of(first)
    (row,) = await world.app.tables.results.at(evening.table)
    outcome = game("noria").outcome((await evening.moment()).state)
    assert outcome is not None
    assert (row.points, row.place, row.setup) == (outcome.scores[0], outcome.places[0], KEY)
    assert row.points > 0
    await finished(world, "Cid", row.points + 7)
    _, second = await end_game(world, 5)
    _, third = await end_game(world, 9)
    assert SPEAK("table.rank", place=1, n=4) in text_of(third)
    assert SPEAK("table.rank", place=2, n=3) in text_of(second)
    assert SPEAK("table.rank_first") in text_of(first)
    dora = world.person("Dora")
    lines = text_of(await world.opened(dora, second, "noria.scores")).splitlines()
    listed = [line.partition(":")[0] for line in lines if line.startswith("**")]
    assert listed == ["**1** · player0", "**2** · Cid", "**3** · player0", "**3** · player0"]
    await world.press(dora, first, "noria.challenge")
    assert game("noria").decode_options((await world.table()).options).start == START


async def test_the_best_games_with_a_start_are_told_in_words(world: World) -> None:
    """Of this server, and with this start; a long list ends after the best."""
    best = await finished(world, "*エミリア*・" * 20, 104)
    await finished(world, "Ben", 90, place=2)
    await finished(world, "Cid", 90)
    await finished(world, "Far", 200, guild=99)
    await finished(world, "Other", 201, setup=OTHER)
    text = text_of(await shown(world, setup=EXAMPLE.replace("\n", " ")))
    head, *said = text.splitlines()
    assert head == SPEAK("noria.scores.title")
    assert SPEAK("noria.panel.start", start=KEY) in text
    when = stamp(best.at, "d")
    second = SPEAK("noria.scores.lost", place=2, name="Ben", n=90, when=when)
    assert said[said.index(second) + 1] == SPEAK("noria.scores.won", place=2, name="Cid", n=90, when=when)
    first = said[said.index(second) - 1]
    assert "104" in first
    assert "\\*エミリア\\*" in first
    assert len(first) < 2 * NAME + 40
    assert "Far" not in text
    assert "Other" not in text
    for points in range(LINES):
        await finished(world, f"Person {points}", points)
    text = text_of(await shown(world, setup=START))
    assert SPEAK("noria.scores.more", n=LINES) in text
    assert "Person 3:" in text
    assert "Person 2:" not in text


async def test_without_a_start_it_is_the_one_played_last_here_or_those_of_the_server(world: World) -> None:
    """Each of these leads to its list, from there to the challenge and back."""
    assert SPEAK("noria.scores.none") in text_of(await shown(world))
    alone = await shown(world, setup=START)
    assert SPEAK("noria.scores.none_with_it") in text_of(alone)
    assert controls(alone, "noria.starts")
    assert not controls(alone, "noria.challenge")
    await finished(world, "Ann", 50)
    await finished(world, "Ben", 60)
    await finished(world, "Cid", 70, setup=OTHER)
    await finished(world, "Far", 200, guild=99)
    panel = await shown(world)
    games = [SPEAK("noria.scores.games", n=n) for n in (1, 2)]
    start = {"n": 70, "name": "Cid", "games": games[0], "start": on_one_line(OTHER)}
    assert SPEAK("noria.scores.start", **start) in text_of(panel)
    (menu,) = controls(panel, "noria.scores")
    assert [line["label"] for line in menu["options"]] == [
        SPEAK("noria.scores.start_short", n=70, name="Cid", games=games[0]),
        SPEAK("noria.scores.start_short", n=60, name="Ben", games=games[1]),
    ]
    assert "Far" not in text_of(panel)
    ann, value = world.person("Ann"), menu["options"][1]["value"]
    listed = await world.opened(ann, panel, "noria.scores", values=[value])
    assert KEY in text_of(listed)
    assert "Ann" in text_of(listed)
    assert controls(await world.opened(ann, listed, "noria.starts"), "noria.scores")
    await finished(world, "Dan", 60, channel=world.channel.id)
    await finished(world, "Eve", 60, channel=world.channel.id, setup=OTHER)
    text = text_of(await shown(world))
    assert OTHER in text
    assert "Eve" in text
    assert "Dan" not in text


async def test_games_by_earlier_rules_have_a_list_of_their_own(world: World) -> None:
    """By the command it is that of the newest rules with which somebody has played."""
    old = await finished(world, "Ann", 90, rules=1)
    assert "Ann" in text_of(await shown(world, setup=START))
    await finished(world, "Ben", 50, rules=2)
    fresh = await shown(world, setup=START)
    for panel in (fresh, await shown(world)):
        assert "Ben" in text_of(panel)
        assert "Ann" not in text_of(panel)
    asked = world.prepared(world.person("Cid"), fresh, str(CustomId("noria.scores", old.table)))
    (answer,) = await world.send(asked)
    text = text_of(world.private(answer))
    assert "Ann" in text
    assert "Ben" not in text


async def test_what_is_no_whole_start_or_of_another_server_is_refused(world: World) -> None:
    """Also by a control that was made up, and in a direct message."""
    for setup, code in (
        ("expert", "notation_lines"),
        (START.replace("4(x)", "4"), "notation_islands"),
        (START.replace(" - COL", ""), "noria_whole_start"),
        (START.rpartition(";")[0], "noria_whole_start"),
    ):
        assert text_of(await shown(world, setup=setup)) == SPEAK(f"refusal.{code}", n=1)
    far = await finished(world, "Far", 200, guild=99)
    here, ben = await finished(world, "Ann", 50), world.person("Ben")
    panel = await shown(world, setup=START)
    for table in (far.table, here.table + 1):
        (answer,) = await world.send(world.prepared(ben, panel, str(CustomId("noria.scores", table))))
        assert text_of(world.private(answer)) == SPEAK("refusal.noria_no_start")
    letter = world.private(await ben.user.slash("noria scores"))
    assert text_of(letter) == SPEAK("refusal.only_in_server")
    assert await ben.user.autocomplete("noria scores", "setup", "") == []


async def test_the_starts_that_were_played_are_offered_and_can_be_typed(world: World) -> None:
    circles = list(islice(permutations((1, 2, 3, 5)), STARTS + 2))
    setups = [KEY.replace("2, 8, 9, 7", ", ".join(map(str, circle))) for circle in circles]
    for points, setup in enumerate(setups):
        await finished(world, f"{'名前' * 40}{points}", points, setup=setup)
    (menu,) = controls(await shown(world), "noria.scores")
    assert len(menu["options"]) == STARTS
    ann = world.person("Ann")
    for command, fixed in (("noria scores", []), ("noria start", ["first", "basic", "expert"])):
        offered: list[Any] = await ann.autocomplete(world.channel, command, "setup", "")
        values = [item["value"] for item in offered]
        assert values[: -STARTS or None] == fixed
        assert [canonical(read_start(value)) for value in values[-STARTS:]] == setups[: -STARTS - 1 : -1]


async def test_who_hides_from_statistics_is_somebody_in_both_lists(world: World) -> None:
    await finished(world, "Ann", 50)
    async with writing(world.app.store) as stored:
        await stored.people.put(PersonRow(1, "Ann", "en", settings=b'{"listed":false}'))
    for setup in ("", START):
        panel = await shown(world, setup=setup)
        assert SPEAK("noria.scores.somebody") in text_of(panel)
        assert "50" in text_of(panel)
        assert "Ann" not in str(panel.components)


# Typed in ----------------------------------------------------------------------------------------------


async def begun_with(world: World, channel: ChannelHandle | None = None) -> Any:
    """The options of the channel's table."""
    table = await world.table(channel)
    return game(table.game).decode_options(table.options)


async def panel_of(world: World, ann: MemberActor, command: str = "noria start") -> Message:
    """The private controls of a lobby that was just opened."""
    return await world.opened(ann, await world.open_table([ann], command=command), "lobby.options")


async def typed(world: World, ann: MemberActor, panel: Message, text: str) -> str:
    """What the form of the one text among the options is answered with."""
    answer = await ann.submit_modal(await world.press(ann, panel, "lobby.type"), {"value": text})
    return text_of(world.private(answer))


async def test_the_command_takes_a_start_position_or_the_name_of_a_setup_in_any_spelling(
    world: World, ann: MemberActor
) -> None:
    offered: list[Any] = await ann.autocomplete(world.channel, "noria start", "setup", "")
    assert [item["value"] for item in offered] == ["first", "basic", "expert"]
    whole = NoriaOptions(start=EXAMPLE)
    meant = dict.fromkeys((START, EXAMPLE, PASTED, EXAMPLE.lower()), whole)
    meant |= dict.fromkeys(("expert", "上級"), NoriaOptions(setup="expert"))
    meant |= dict.fromkeys(("first game", "はじめてのゲーム"), NoriaOptions(setup="first"))
    meant |= dict.fromkeys((" Basic ", "基本"), NoriaOptions(setup="basic"))
    for number, (text, options) in enumerate(meant.items()):
        channel = world.guild.create_text_channel(f"night-{number}")
        await world.person(f"Host{number}").slash(channel, "noria start", setup=text)
        assert await begun_with(world, channel) == options


async def test_the_host_types_it_into_a_form_that_shows_what_is_set(world: World, ann: MemberActor) -> None:
    """One for a single person is refused where two sit."""
    panel = await panel_of(world, ann)
    await typed(world, ann, panel, START)
    assert await begun_with(world) == NoriaOptions(start=EXAMPLE)
    (button,) = controls(panel, "lobby.type")
    assert button["label"] == "Start position: J1, C2, T3, B4 …"
    assert not controls(panel, "lobby.option"), "the position says all that these could"
    form = await world.press(ann, panel, "lobby.type")
    assert form.modal is not None
    (line,) = [part["component"] for part in form.modal["components"]]
    assert (line["value"], line["style"]) == (EXAMPLE, 2)
    await ann.submit_modal(form, {"value": " "})
    assert await begun_with(world) == NoriaOptions()
    await world.press(world.person("Ben"), world.lobby(), "lobby.join")
    assert await typed(world, ann, panel, EXAMPLE) == SPEAK("refusal.too_many_seats", seats=1)
    assert await begun_with(world) == NoriaOptions()


async def test_what_is_wrong_is_said_and_changes_nothing(world: World, ann: MemberActor) -> None:
    panel = await panel_of(world, ann)
    await typed(world, ann, panel, EXAMPLE)
    for wrong, code in (
        ("hello", "notation_lines"),
        (EXAMPLE.replace("J1, C2", "J1, Q2"), "notation_market"),
        (EXAMPLE.replace("4(x)", "4"), "notation_islands"),
        (EXAMPLE.replace("5D", "7D"), "notation_slot"),
        (EXAMPLE.replace("- COL", "- **@here**"), "notation_path"),
    ):
        answer = await typed(world, ann, panel, wrong)
        with pytest.raises(Refusal, match=code) as caught:
            read_start(wrong)
        assert code == "notation_path" or answer == SPEAK(f"refusal.{code}", **caught.value.data)
        assert "@here" not in answer
        assert await begun_with(world) == NoriaOptions(start=EXAMPLE)


async def test_a_busy_channel_offers_a_thread_with_the_same_start(world: World) -> None:
    """By the command and by the rematch, also after a restart."""
    ann, ben = world.members(2)
    await world.open_table([ann], command="noria start", setup=PASTED)
    await world.press(ann, world.lobby(), "lobby.start")
    assert (await begun_with(world)).start == EXAMPLE
    asked = await world.ask(ben, "noria start", setup=PASTED)
    await world.restart()
    await world.press(ben, asked, "lobby.thread")
    (thread,) = world.channel.threads
    assert await begun_with(world, thread) == NoriaOptions(start=EXAMPLE)
    await world.end(ann)
    await ben.slash(world.channel, "nimmt start")
    again = await world.opened(ann, world.with_control(world.public(), "table.rematch"), "table.rematch")
    await world.press(ann, again, "lobby.thread")
    assert await begun_with(world, world.channel.threads[-1]) == NoriaOptions(start=EXAMPLE)


async def test_the_date_of_noerdlingen_goes_the_same_ways(world: World) -> None:
    ann, ben = world.members(2)
    panel = await panel_of(world, ann, "noerdlingen start")
    await typed(world, ann, panel, "１２月２４日")
    assert (await begun_with(world)).date == "1224"
    assert await typed(world, ann, panel, "2/30") == SPEAK("refusal.no_such_date", date="2/30")
    await world.press(ben, await world.ask(ben, "noerdlingen start", date="5/19"), "lobby.thread")
    assert (await begun_with(world, world.channel.threads[0])).date == "0519"
