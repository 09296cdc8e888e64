"""`/games`: the games on offer, the rules page by page, and one's own tables."""

import re

import pytest
from any_game import A_WHILE
from msgspec import structs
from simcord.actors import MemberActor
from simulated import EN, JA, World, controls, text_of

from bot.discord import presenter
from bot.discord.catalog import fitting, games, key_of, matching, rules
from bot.discord.content import window
from bot.games import registry
from bot.games.contract import Refusal
from bot.tables.model import Status
from bot.tables.stats import Results
from bot.text import locales, words
from bot.text.markup import PAGE_LIMIT
from cogs.six_nimmt import NimmtPresenter
from render.games import style

KEYS = [key for key in registry.keys() if type(registry.game(key)).__module__.startswith("bot.")]  # noqa: SIM118


# The shelf --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "names"),
    [
        ("en-US", {"6 nimmt!": "2 to 10", "Thurn and Taxis": "2 to 4", "City of Nördlingen": "3 to 4"}),
        ("ja", {"ニムト": "2～10人", "郵便馬車": "2～4人", "マイシティ：ロール＆ビルド": "1～6人"}),
    ],
)
async def test_the_list_presents_each_game(world: World, locale: str, names: dict[str, str]) -> None:
    listed = await world.says(world.person("Ann", locale), "games list")
    parts = listed.split("### ")
    for name, people in names.items():
        assert [part for part in parts if part.startswith(name) and people in part]
    for publisher in ("Amigo", "Hans im Glück", "Plan E"):
        assert publisher in listed
    assert all(game.info.links for game in games())
    assert listed.count("](https://") == sum(len(game.info.links) for game in games())


async def test_the_list_names_designers_as_the_rules_of_its_language_do(world: World) -> None:
    """Those of another game stand as its box has them."""
    for locale, speak in (("en-US", EN), ("ja", JA)):
        listed = await world.says(world.person(f"Ann {locale}", locale), "games list")
        for game in games():
            told = speak.designers(game.info)
            assert told in listed
            if speak is JA and f"{game.info.key}.designers" in speak:
                said = "\n".join(page.body for page in rules(game.info.key, "ja"))
                assert all(name in said for name in told.split("、")), told
            else:
                assert told == speak.all_of(game.info.designers)


async def test_the_list_leads_to_the_rules_and_opens_a_table(world: World, ann: MemberActor) -> None:
    """Not in a direct message, nor of a game that has gone from the list."""
    page = await world.ask(ann, "games list")
    custom_id = controls(page, "lobby.open")[0]["custom_id"].replace("six_nimmt", "chess")
    (answer,) = await world.send(world.prepared(ann, page, custom_id))
    assert EN("refusal.no_such_game") in text_of(world.private(answer))
    assert await world.app.tables.queries.table_in(world.channel.id) is None
    await world.press(ann, page, "lobby.open", rest="six_nimmt")
    table = await world.table()
    assert (table.game, table.host) == ("six_nimmt", ann.id)
    assert controls(world.public()[-1], "lobby.join")
    await world.press(ann, page, "games.rules", values=["six_nimmt"])
    assert rules("six_nimmt", "en")[0].body in text_of(page)
    assert not controls(world.private(await ann.user.slash("games list")), "lobby.open")


async def test_a_game_of_the_list_begins_at_once_against_computers(world: World, ann: MemberActor) -> None:
    """By two presses, the panel follows; a second delivery begins no other one."""
    page = await world.ask(ann, "games list")
    (menu,) = controls(page, "lobby.against")
    assert [line["value"] for line in menu["options"]] == [game.info.key for game in games()]
    press = world.prepared(ann, page, menu["custom_id"], ["noerdlingen"])
    (answer,) = await world.send(press)
    assert text_of(world.private(answer)) == EN("lobby.begun", table=1)
    table = await world.table()
    assert (table.game, table.status, len(table.sitters)) == ("noerdlingen", Status.PLAYING, 4)
    await world.env.advance_time(A_WHILE)
    assert controls(world.with_control(world.messages(), "noerdlingen.step"))
    await world.send(press)
    assert (await world.table()).id == table.id
    assert EN("refusal.channel_busy", table=1) in text_of(
        world.private((await world.send(world.prepared(ann, page, menu["custom_id"], ["noria"])))[0])
    )


async def test_somebody_new_begins_a_first_game_of_noria(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for old, setup in ((False, "first"), (True, "basic")):

        async def has_finished(*_: object, old: bool = old) -> bool:
            return old

        monkeypatch.setattr(Results, "has_finished", has_finished)
        world.channel = world.guild.create_text_channel(setup)
        ann = world.person(f"Ann {setup}")
        await world.press(ann, await world.ask(ann, "games list"), "lobby.against", values=["noria"])
        options = registry.game("noria").decode_options((await world.table()).options)
        assert structs.asdict(options)["setup"] == setup


@pytest.mark.parametrize("control", ["lobby.alone", "lobby.coached"])
async def test_in_a_lobby_somebody_new_begins_a_first_game_of_noria_too(
    world: World, monkeypatch: pytest.MonkeyPatch, control: str
) -> None:
    """As the lobby says; with options that somebody has chosen it is theirs."""
    told = EN("lobby.beginning", options="@").partition("@")[0]
    for old, chosen, setup in (
        (False, {}, "first"),
        (True, {}, "basic"),
        (False, {"setup": "expert"}, "expert"),
    ):

        async def has_finished(*_: object, old: bool = old) -> bool:
            return old

        monkeypatch.setattr(Results, "has_finished", has_finished)
        world.channel = world.guild.create_text_channel(f"{setup} {old}")
        ann = world.person(f"Ann {setup}")
        lobby = await world.open_table([ann], command="noria start", **chosen)
        assert (told in text_of(lobby)) is not chosen
        await world.press(ann, lobby, control)
        table = await world.table()
        assert table.status is Status.PLAYING
        assert structs.asdict(registry.game("noria").decode_options(table.options))["setup"] == setup
        assert told not in text_of(lobby)


async def test_the_games_that_fit_come_best_suited_first(world: World, ann: MemberActor) -> None:
    for players, minutes, found in (
        (1, 0, ["noria", "my_city"]),
        (4, 0, ["noerdlingen", "thurn_and_taxis", "noria", "my_city", "six_nimmt"]),
        (7, 0, ["six_nimmt"]),
        (0, 30, ["six_nimmt", "noerdlingen", "my_city"]),
        (4, 45, ["noerdlingen", "my_city", "six_nimmt"]),
        (0, 10, []),
    ):
        asked = {name: n for name, n in (("players", players), ("minutes", minutes)) if n}
        page = await world.ask(ann, "games list", **asked)
        assert [game.info.key for game in fitting(players, minutes)] == found
        offered = [line["value"] for menu in controls(page, "games.rules") for line in menu["options"]]
        assert offered == found
        assert (EN("games.list.nothing") in text_of(page)) is not found


def test_a_game_without_messages_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter, "_PRESENTERS", {"six_nimmt": NimmtPresenter()})
    assert [game.info.key for game in games()] == ["six_nimmt"]
    with pytest.raises(Refusal, match="no_such_game"):
        key_of("thurn_and_taxis")
    assert matching("") == games()


# The rules --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "locale", "key"), [("ja", "ja", "thurn_and_taxis"), ("de", "en", "six_nimmt")]
)
async def test_every_page_of_the_rules_can_be_reached_and_is_whole(
    world: World, tag: str, locale: str, key: str
) -> None:
    """At their ends there is no way on."""
    ann, pages, speak = world.person("Ann", tag), rules(key, locale), words(locale)
    message = await world.ask(ann, "games rules", game=key)

    def off() -> list[str]:
        return [item["label"] for item in controls(message) if item.get("disabled")]

    assert off() == [speak("games.rules.previous")]
    for number, page in enumerate(pages):
        assert page.body in text_of(message)
        assert page.heading in text_of(message)
        pictures = [item["description"] for item in message.attachments]
        assert len(pictures) == (bool(page.example) or (not number and bool(style(key).scenes)))
        assert not page.example or speak(f"{key}.example.{page.example}.alt") in pictures[0]
        if number + 1 < len(pages):
            await world.press(ann, message, "games.rules", rest=f"{key}/{number + 1}")
    assert off() == [speak("games.rules.next")]
    await world.press(ann, message, "games.rules", rest=f"{key}/{len(pages) - 2}")
    assert pages[-2].body in text_of(message)
    (menu,) = [item for item in controls(message) if "options" in item]
    last = menu["options"][-1]["value"]
    await world.press(ann, message, "games.rules", rest=key, values=[last])
    assert pages[-1].body in text_of(message)


async def test_the_rules_are_found_by_any_name_of_a_game_and_those_of_none_are_the_list(
    world: World, ann: MemberActor
) -> None:
    for named in ("six_nimmt", "6 nimmt!", "6NIMMT!", "ニムト"):
        assert rules("six_nimmt", "en")[0].body in await world.says(ann, "games rules", game=named)
    for named in ("chess", "@everyone", "../six_nimmt", " ", "nimmt"):
        assert EN("refusal.no_such_game") in await world.says(ann, "games rules", game=named)
    (menu,) = controls(await world.ask(ann, "games rules"), "games.rules")
    offered = [line["value"] for line in menu["options"]]
    assert offered == [game.info.key for game in games()]
    assert {*KEYS} <= {*offered}


async def test_games_are_suggested_in_the_readers_language_or_the_one_they_have_chosen(
    world: World, ann: MemberActor
) -> None:

    async def offered(actor: MemberActor, typed: str, command: str = "rules") -> list[tuple[str, str]]:
        found = await actor.autocomplete(world.channel, f"games {command}", "game", typed)
        return [(choice["name"], choice["value"]) for choice in found]

    assert await offered(ann, "6 n") == await offered(ann, "ニム") == [("6 nimmt!", "six_nimmt")]
    assert await offered(world.person("さくら", "ja"), "ニム") == [("ニムト", "six_nimmt")]
    assert await offered(ann, "chess") == []
    await world.ask(ann, "games mine")
    await world.app.tables.preferences.change(ann.id, lambda wishes: structs.replace(wishes, language="ja"))
    world.app.look_up_again(ann.id)
    for command in ("rules", "leaderboard", "statistics"):
        assert await offered(ann, "nimmt", command) == [("ニムト", "six_nimmt")]


UNKNOWN_MARKUP = re.compile(r"^\||^#{4,} |<[a-z]+>|!\[|^\[\^", re.MULTILINE)
"""Tables, deep headings, HTML, pictures, footnotes: Discord shows their signs."""


@pytest.mark.parametrize("key", KEYS)
def test_every_page_can_be_shown_and_all_fit_into_one_menu(key: str) -> None:
    for locale in locales():
        assert 3 < len(rules(key, locale)) <= 25
        for page in rules(key, locale):
            assert 0 < len(page.body) <= PAGE_LIMIT
            assert 0 < len(page.heading) <= 80
            assert not UNKNOWN_MARKUP.search(page.body), page.heading


async def test_whoever_sits_nowhere_is_told_so(world: World, ann: MemberActor) -> None:
    """A table that was left is none of one's own any more."""
    assert EN("games.mine.none") in await world.says(ann, "games mine")
    await ann.slash(world.channel, "nimmt start")
    assert EN("games.mine.none") not in await world.says(ann, "games mine")
    await world.leave(ann)
    assert EN("games.mine.none") in await world.says(ann, "games mine")


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
