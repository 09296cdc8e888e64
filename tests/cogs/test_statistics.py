"""`/games statistics` and `/games leaderboard`: what is told to whom, page by page."""

from datetime import timedelta
from typing import Any

from finished_games import NOW, finished
from simcord.actors import MemberActor
from simulated import EN, JA, World, controls, text_of

from bot.games.noria.moves import NoriaOptions
from bot.games.registry import game
from bot.games.six_nimmt.moves import NimmtOptions
from bot.store.records import LogRow

FAR = 99
SHORT, LONG = NimmtOptions(format="rounds", rounds=1), NimmtOptions()


async def ended(world: World, users: list[Any], points: list[int], **more: Any) -> int:
    """A game of 6 nimmt! in this server that ended some time ago."""
    ids = [user.id if user else None for user in users]
    names = [user.user.name if user else "normal 1" for user in users]
    options = game(more.get("game", "six_nimmt")).encode_options(more.pop("options", LONG))
    more.setdefault("guild", world.guild.id)
    return await finished(world.app.store, ids, points, names=names, options=options, **more)


async def test_the_own_page_tells_all_games_and_leads_to_one_of_them(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await ended(world, [ann, ben, None], [12, 40, 20], day=1)
    await ended(world, [ann, ben], [30, 8], day=2, options=SHORT)
    await ended(world, [ann, None], [50, 41], day=3, game="noria", options=NoriaOptions())
    await ended(world, [ann], [1], guild=FAR)
    page = await world.ask(ann, "games statistics")
    told = text_of(page)
    assert EN("statistics.own") in told
    assert EN("statistics.games", n=2, wins=1) in told
    assert EN("statistics.place", place="1.5", seats="2.5") in told
    assert EN("statistics.points", points="21.0", best="12") in told
    assert EN("statistics.unrated") in told
    assert told.count("###") == 2
    (menu,) = controls(page, "games.statistics")
    assert [line["value"] for line in menu["options"]] == ["all", "six_nimmt", "noria"]
    await world.press(ann, page, "games.statistics", values=["six_nimmt"])
    one = text_of(page)
    assert one.count("###") == 1
    by_variant = one.partition(EN("statistics.variants"))[2]
    assert by_variant.splitlines()[1:3] == [
        "- Length: up to a limit · End limit: 66 · Game ends: above the limit: **12** (1 game)",
        "- Length: fixed rounds · Rounds: 1: **30** (1 game)",
    ]
    board = await world.opened(ann, page, "games.leaderboard")
    assert EN("statistics.leaderboard", game="6 nimmt!") in text_of(board)


async def test_others_can_be_asked_for_by_name(world: World, ann: MemberActor, ben: MemberActor) -> None:
    await ended(world, [ann, ben], [12, 40])
    page = await world.ask(ann, "games statistics", person=ben, game="6 nimmt!")
    assert EN("statistics.of", name="Ben") in text_of(page)
    assert EN("statistics.games", n=1, wins=0) in text_of(page)
    assert not controls(page, "games.listed")
    cid = world.person("Cid")
    none = await world.says(ann, "games statistics", person=cid)
    assert none == EN("statistics.none", name=f"<@{cid.id}>")
    assert await world.says(cid, "games statistics") == EN("statistics.none_own")
    of_noria = await world.says(ann, "games statistics", game="noria")
    assert EN("statistics.none_of_game", game="Noria") in of_noria
    assert await world.says(ann, "games statistics", game="chess") == EN("refusal.no_such_game")


async def test_how_fast_somebody_answers_is_told_and_games_alone_have_no_place(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    log, at = list[LogRow](), NOW
    for turn in range(12):
        at += timedelta(minutes=3 * 60 if turn % 2 else 1)
        log.append(LogRow(turn + 1, turn % 2, turn, b"{}", False, False, at))
    await ended(world, [ann, ben], [1, 2], log=log)
    page = await world.says(ann, "games statistics", game="six_nimmt", person=ben)
    assert EN("statistics.pace", time=EN("statistics.hours", n=3)) in page
    page = await world.says(ann, "games statistics", game="six_nimmt")
    assert EN("statistics.pace", time=EN("statistics.minutes", n=1)) in page
    await ended(world, [ann], [41], day=1, game="noria", options=NoriaOptions())
    told = await world.says(ann, "games statistics", game="noria")
    assert EN("statistics.alone", n=1) in told
    assert EN("statistics.points", points="41.0", best="41") in told
    assert "won" not in told
    assert "Average place" not in told


async def test_who_hides_is_seen_by_nobody_else_until_wanted_again(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    cid = world.person("Cid")
    await ended(world, [ann, ben, cid], [12, 40, 50])
    page = await world.use(ann, "games statistics", "games.listed")
    assert EN("statistics.hidden") in text_of(page)
    assert EN("statistics.games", n=1, wins=1) in text_of(page)
    refused = EN("refusal.statistics_hidden", name=f"<@{ann.id}>")
    assert await world.says(ben, "games statistics", person=ann) == refused
    board = await world.ask(ben, "games leaderboard", game="six_nimmt")
    assert "Ann" not in text_of(board)
    await world.press(ann, page, "games.listed")
    assert EN("statistics.hidden") not in text_of(page)
    assert "Ann" in await world.says(ben, "games leaderboard", game="six_nimmt")


async def test_the_leaderboard_is_a_picture_and_the_same_in_words(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    """In the language of whoever reads it; also where nobody is on it yet, but not in a direct message."""
    far, reader = world.person("Far"), world.person("*Reader*", "ja")
    await ended(world, [ann, None], [1, 2])
    board = await world.ask(reader, "games leaderboard", game="6 nimmt!")
    assert board.attachments
    assert "Ann" not in text_of(board)
    assert await world.says(reader, "games leaderboard", game="chess") == JA("refusal.no_such_game")
    await ended(world, [ben, ann], [12, 40])
    await ended(world, [ben, far], [12, 40], guild=FAR)
    board = await world.ask(reader, "games leaderboard", game="six_nimmt")
    (picture,) = board.attachments
    assert picture["filename"] == "six_nimmt-leaderboard.png"
    told = text_of(board)
    for name, wins, place in (("Ben", 1, 1), ("Ann", 0, 2)):
        games = JA("statistics.games", n=1, wins=wins)
        assert games in told
        assert name in told
        assert f"{place}.0" in told
    assert told.count(JA("statistics.certainty.provisional")) == 2
    assert "Far" not in told
    assert controls(board, "games.statistics")
    assert not [item for item in controls(board, "games.leaderboard") if not item.get("disabled")]
    await world.press(reader, board, "games.statistics")
    assert text_of(board) == JA("statistics.none_own")
    for name, options in (("statistics", {}), ("leaderboard", {"game": "six_nimmt"})):
        letter = world.private(await ann.user.slash(f"games {name}", **options))
        assert text_of(letter) == EN("refusal.statistics_in_server")


async def test_a_long_leaderboard_has_pages(world: World, ann: MemberActor) -> None:
    people = [world.person(f"P{number:02}") for number in range(10)]
    await ended(world, [*people, ann], list(range(11)))
    board = await world.ask(ann, "games leaderboard", game="six_nimmt")
    assert "Ann" not in text_of(board)
    turning = {item["label"]: item.get("disabled", False) for item in controls(board, "games.leaderboard")}
    assert turning == {EN("statistics.previous"): True, EN("statistics.next"): False}
    await world.press(ann, board, "games.leaderboard", rest="six_nimmt/1")
    assert "P00" not in text_of(board)
    assert text_of(board).count(EN("statistics.certainty.provisional")) == 1
    await world.press(ann, board, "games.leaderboard", rest="six_nimmt/0")
    assert "P00" in text_of(board)


async def test_a_year_is_for_oneself_until_a_button_shows_it(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    """Others have no such button on the page of a person."""
    page = await world.ask(ann, "games statistics")
    assert not controls(page, "games.year")
    await ended(world, [ann, ben], [12, 40])
    assert not controls(await world.ask(ben, "games statistics", person=ann), "games.year")
    page, before = await world.ask(ann, "games statistics"), len(world.public())
    shown = await world.opened(ann, page, "games.year")
    assert shown.attachments
    assert len(world.public()) == before
    await world.press(ann, shown, "games.year_shown")
    assert len(world.public()) == before + 1
    assert "Ann" in text_of(world.public()[-1])


async def test_a_year_without_a_game_is_told_so(world: World, ann: MemberActor, ben: MemberActor) -> None:
    await ended(world, [ann, ben], [12, 40], day=-800)
    page = await world.ask(ann, "games statistics")
    assert text_of(await world.opened(ann, page, "games.year")) == EN("refusal.no_year")
