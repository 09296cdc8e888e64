"""`/games`: the games on offer, the rules page by page, and one's own tables."""

from __future__ import annotations

import re

import pytest
from evening_of_nimmt import Evening
from msgspec import structs
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import World, controls, text_of

from bot.discord import presenter
from bot.discord.catalog import games, key_of, matching, rules
from bot.discord.content import window
from bot.discord.presenter import register
from bot.games import registry
from bot.games.contract import Refusal
from bot.games.six_nimmt.moves import Choose
from bot.text import PAGE_LIMIT, locales, stamp, words
from cogs.six_nimmt.presenter import NimmtPresenter

EN, JA = words("en"), words("ja")


async def ask(world: World, actor: MemberActor, name: str, **options: object) -> Message:
    return await world.ask(actor, f"games {name}", **options)


# The shelf --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "name", "people"),
    [
        ("en-US", "6 nimmt!", "2 to 10"),
        ("ja", "ニムト", "2～10人"),
        ("en-US", "Thurn and Taxis", "2 to 4"),
        ("ja", "郵便馬車", "2～4人"),
        ("en-US", "City of Nördlingen", "3 to 4"),
        ("ja", "ネルトリンゲン", "3～4人"),
        ("en-US", "My City: Roll & Build", "1 to 6"),
        ("ja", "マイシティ：ロール＆ビルド", "1～6人"),
    ],
)
async def test_the_list_presents_each_game(world: World, locale: str, name: str, people: str) -> None:
    listed = text_of(await ask(world, world.person("Ann", locale), "list"))
    assert f"### {name}" in listed
    assert people in listed
    for maker in (
        "Wolfgang Kramer",
        "Amigo",
        "Karen Seyfarth",
        "Hans im Glück",
        "Reiner Knizia",
        "Kosmos",
        "Plan E",
    ):
        assert maker in listed
    assert listed.count("(https://boardgamegeek.com/") == sum(len(game.info.links) for game in games())


async def test_the_list_leads_to_the_rules(world: World) -> None:
    ann = world.person("Ann")
    page = await ask(world, ann, "list")
    await world.press(ann, page, "games.rules", values=["six_nimmt"])
    assert rules("six_nimmt", "en")[0].body in text_of(page)


@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_the_list_opens_a_table_of_a_game(world: World, locale: str) -> None:
    ann = world.person("Ann", locale)
    await world.press(ann, await ask(world, ann, "list"), "lobby.open", rest="six_nimmt")
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    assert (table.game, table.host) == ("six_nimmt", ann.id)
    assert controls(world.public()[-1], "lobby.join")


async def test_no_table_is_opened_from_a_direct_message(world: World) -> None:
    answer = await world.person("Ann").user.slash("games list")
    assert answer.response is not None
    assert not controls(
        world.env.backend.get_message(answer.response.channel_id, answer.response.id), "lobby.open"
    )


async def test_a_game_that_has_gone_from_the_list_opens_no_table(world: World) -> None:
    ann = world.person("Ann")
    page = await ask(world, ann, "list")
    custom_id = controls(page, "lobby.open")[0]["custom_id"].replace("six_nimmt", "chess")
    (answer,) = await world.send(world.prepared(ann, page, custom_id))
    assert EN("refusal.no_such_game") in text_of(world.private(answer))
    assert await world.app.tables.queries.table_in(world.channel.id) is None


# The rules --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["six_nimmt", "thurn_and_taxis", "noerdlingen", "my_city"])
@pytest.mark.parametrize(("tag", "locale"), [("en-GB", "en"), ("ja", "ja"), ("de", "en")])
async def test_every_page_of_the_rules_can_be_reached_and_is_whole(
    world: World, tag: str, locale: str, key: str
) -> None:
    ann = world.person("Ann", tag)
    pages = rules(key, locale)
    assert len(pages) > 3
    message = await ask(world, ann, "rules", game=key)
    for number, page in enumerate(pages):
        assert page.body in text_of(message)
        assert page.heading in text_of(message)
        if number + 1 < len(pages):
            await world.press(ann, message, "games.rules", rest=f"{key}/{number + 1}")
    await world.press(ann, message, "games.rules", rest=f"{key}/{len(pages) - 2}")
    assert pages[-2].body in text_of(message)


async def test_the_rules_of_no_game_in_particular_are_the_list_that_leads_to_all(world: World) -> None:
    message = await ask(world, world.person("Ann"), "rules")
    (menu,) = controls(message, "games.rules")
    offered = [line["value"] for line in menu["options"]]
    assert offered == [game.info.key for game in games()]
    assert {"six_nimmt", "thurn_and_taxis", "noerdlingen", "my_city"} <= {*offered}


async def test_the_ends_of_the_rules_have_no_way_on(world: World) -> None:
    ann = world.person("Ann")
    message = await ask(world, ann, "rules", game="6 Nimmt!")
    assert _disabled(message) == [EN("games.rules.previous")]
    (menu,) = [item for item in controls(message) if "options" in item]
    last = menu["options"][-1]["value"]
    await world.press(ann, message, "games.rules", rest="six_nimmt", values=[last])
    assert _disabled(message) == [EN("games.rules.next")]
    assert rules("six_nimmt", "en")[-1].body in text_of(message)


def _disabled(message: Message) -> list[str]:
    return [item["label"] for item in controls(message) if item.get("disabled")]


@pytest.mark.parametrize("named", ["six_nimmt", "6 nimmt!", "6NIMMT!", "ニムト"])
async def test_a_game_is_found_by_any_of_its_names(world: World, named: str) -> None:
    message = await ask(world, world.person("Ann"), "rules", game=named)
    assert rules("six_nimmt", "en")[0].body in text_of(message)


@pytest.mark.parametrize("named", ["chess", "@everyone", "../six_nimmt", " "])
async def test_an_unknown_game_is_refused(world: World, named: str) -> None:
    assert EN("refusal.no_such_game") in text_of(await ask(world, world.person("Ann"), "rules", game=named))


async def test_games_are_suggested_in_the_readers_language(world: World) -> None:
    for actor, typed, name in (
        (world.person("Ann"), "6 n", "6 nimmt!"),
        (world.person("さくら", "ja"), "ニム", "ニムト"),
        (world.person("Ben"), "ニム", "6 nimmt!"),
    ):
        found = await actor.autocomplete(world.channel, "games rules", "game", typed)
        assert [(choice["name"], choice["value"]) for choice in found] == [(name, "six_nimmt")]
    assert await world.person("Zoe").autocomplete(world.channel, "games rules", "game", "chess") == []


@pytest.mark.parametrize("name", ["rules", "leaderboard", "statistics"])
async def test_games_are_suggested_in_the_language_that_somebody_has_chosen(world: World, name: str) -> None:
    ann = world.person("Ann")
    await ask(world, ann, "mine")
    await world.app.tables.preferences.change(ann.id, lambda wishes: structs.replace(wishes, language="ja"))
    world.app.look_up_again(ann.id)
    found = await ann.autocomplete(world.channel, f"games {name}", "game", "nimmt")
    assert [(choice["name"], choice["value"]) for choice in found] == [("ニムト", "six_nimmt")]


async def test_a_boards_rules_open_privately_and_turn_after_a_restart(world: World) -> None:
    people = world.people(2)
    evening = Evening(world, people, await world.start_game(people, rounds=1))
    zoe = world.person("Zoe", "ja")
    page = await world.opened(zoe, evening.board(), "games.rules")
    assert rules("six_nimmt", "ja")[0].body in text_of(page)
    await world.restart()
    await world.press(zoe, page, "games.rules", rest="six_nimmt/1")
    assert rules("six_nimmt", "ja")[1].body in text_of(page)


# One's tables -----------------------------------------------------------------------------------------


async def test_without_tables_one_is_told_how_to_begin(world: World) -> None:
    assert EN("games.mine.none") in text_of(await ask(world, world.person("Ann"), "mine"))
    assert JA("games.mine.none") in text_of(await ask(world, world.person("さくら", "ja"), "mine"))


async def test_ones_tables_say_whose_turn_it_is_and_lead_there(world: World) -> None:
    people = world.people(3)
    evening = Evening(world, people, await world.start_game(people, rounds=1))
    board = world.public()[-1].id
    address = f"(https://discord.com/channels/{world.guild.id}/{world.channel.id}/{board})"
    mine = text_of(await ask(world, people[0], "mine"))
    began = stamp((await world.app.tables.queries.table(evening.table)).updated)
    assert EN("games.mine.you", since=began) in mine
    assert f"[6 nimmt!, table {evening.table}]{address}" in mine
    card = (await evening.view(0)).hand[0]
    await world.pick(people[0], evening.prompt(people[0]), Choose(card))
    assert EN("games.mine.waiting", names="player1 and player2", since=began) in text_of(
        await ask(world, people[0], "mine")
    )


async def test_ones_tables_include_lobbies_and_leave_out_what_is_over(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "nimmt start")
    assert EN("games.mine.lobby", n=1) in text_of(await ask(world, ann, "mine"))
    table = await world.app.tables.queries.table_in(world.channel.id)
    assert table is not None
    page = await world.ask(ann, "table leave")
    await world.press(ann, page, "table.leave", rest="yes")
    assert EN("games.mine.none") in text_of(await ask(world, ann, "mine"))


async def test_a_name_in_the_list_can_not_format(world: World) -> None:
    people = [world.person("Ann"), world.person("*_x_*")]
    evening = Evening(world, people, await world.start_game(people, rounds=1))
    card = (await evening.view(0)).hand[0]
    await world.pick(people[0], evening.prompt(people[0]), Choose(card))
    assert r"\*\_x\_\*" in text_of(await ask(world, people[0], "mine"))


UNKNOWN_MARKUP = re.compile(r"^\||^#{4,} |<[a-z]+>|!\[|^\[\^", re.MULTILINE)
"""Tables, deep headings, HTML, pictures, footnotes: Discord shows their signs."""
GAMES = [key for key in registry.keys() if type(registry.game(key)).__module__.startswith("bot.")]  # noqa: SIM118


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("locale", locales())
def test_every_page_can_be_shown(key: str, locale: str) -> None:
    for page in rules(key, locale):
        assert 0 < len(page.body) <= PAGE_LIMIT
        assert 0 < len(page.heading) <= 80
        assert not UNKNOWN_MARKUP.search(page.body), page.heading


@pytest.mark.parametrize("key", GAMES)
def test_the_languages_have_the_same_sections(key: str) -> None:
    sections = {
        locale: [page.heading for page in rules(key, locale) if page.part == 1] for locale in locales()
    }
    assert len(sections["en"]) == len(sections["ja"]) > 3


@pytest.mark.parametrize("key", GAMES)
def test_the_sections_of_a_game_fit_into_one_menu(key: str) -> None:
    assert all(len(rules(key, locale)) <= 25 for locale in locales())


def test_games_are_found_by_name_and_not_by_a_part_of_it() -> None:
    register(NimmtPresenter())
    assert key_of("6 NIMMT!") == key_of("ニムト") == key_of("six_nimmt") == "six_nimmt"
    with pytest.raises(Refusal, match="no_such_game"):
        key_of("nimmt")
    assert "six_nimmt" in [game.info.key for game in matching("nimm")]


def test_a_game_without_messages_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter, "_PRESENTERS", {"six_nimmt": NimmtPresenter()})
    assert [game.info.key for game in games()] == ["six_nimmt"]
    with pytest.raises(Refusal, match="no_such_game"):
        key_of("thurn_and_taxis")
    assert matching("") == games()


@pytest.mark.parametrize(
    ("at", "count", "expected"),
    [
        (0, 3, range(3)),
        (2, 3, range(3)),
        (0, 60, range(25)),
        (30, 60, range(18, 43)),
        (59, 60, range(35, 60)),
    ],
)
def test_a_menu_offers_the_pages_round_the_present_one(at: int, count: int, expected: range) -> None:
    assert window(at, count) == expected
