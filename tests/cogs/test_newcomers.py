"""Rules in a minute come with the first panel of somebody who is new to a game, and never again."""

from typing import Any

import pytest
from any_game import A_WHILE, GAMES, OWN, AnyEvening
from discord_limits import GALLERY
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simulated import EN, JA, World, parts, text_of

from bot.games.contract import Seat
from bot.tables.stats import Results

every_game = pytest.mark.parametrize("key", OWN)
Asked = tuple[int, str]


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """Whom the store was asked about; who is called Old has finished every game."""
    found: list[Asked] = []
    is_new = Results.is_new

    async def asking(results: Results, table: Any, user: int) -> bool:
        sitter = next(each for each in table.sitters if each.user == user)
        found.append((user, table.game))
        return sitter.name != "Old" and await is_new(results, table, user)

    monkeypatch.setattr(Results, "is_new", asking)
    return found


def galleries(message: Message) -> list[list[str]]:
    """What the pictures of a message tell, those that stand beside each other together."""
    found = [part["items"] for part in parts(message) if part["type"] == GALLERY]
    return [[item["description"] for item in items] for items in found]


async def begun(world: World, key: str) -> AnyEvening:
    """A game of somebody new and others."""
    names = ("New", "Old", "Third", "Fourth")[: max(GAMES[key].game.info.seats[0], 2)]
    evening = AnyEvening(world, GAMES[key], [world.person(name, "ja") for name in names])
    await evening.begin()
    return evening


def is_told(message: Message, key: str) -> bool:
    """Whether a panel shows the rules in a minute, above its own pictures and not beside them."""
    primer = JA(f"{key}.primer.alt")
    first, *others = galleries(message)
    assert not any(primer in alts for alts in others)
    assert first == [primer] or primer not in first
    assert [primer] != first or others
    return first == [primer]


async def turn_of(evening: AnyEvening, actor: MemberActor) -> None:
    """Others move until somebody owes a decision."""
    while evening.people.index(actor) not in (owing := await evening.owing()):
        await decide(evening, evening.people[owing[0]])


async def decide(evening: AnyEvening, actor: MemberActor) -> None:
    """Somebody makes a move."""
    seat = Seat(evening.people.index(actor))
    await evening.act(seat, evening.picked(await evening.state(), seat))


@every_game
async def test_a_newcomer_sees_them_with_the_first_panel_that_asks_for_a_decision(
    world: World, key: str, asked: list[Asked]
) -> None:
    """The same turn keeps them, also a panel opened anew; the store is asked once."""
    evening = await begun(world, key)
    new, old, *_ = evening.people
    await turn_of(evening, new)
    for _ in range(2):
        assert is_told(await evening.panel(new), key)
        assert asked.count((new.id, key)) == 1
    await decide(evening, new)
    await turn_of(evening, new)
    assert not is_told(await evening.panel(new), key)
    await world.restart()
    assert not is_told(await evening.panel(new), key)
    await turn_of(evening, old)
    assert not is_told(await evening.panel(old), key)


async def test_they_come_by_direct_message_as_well_and_go_when_it_is_over(world: World) -> None:
    key = "six_nimmt"
    evening = await begun(world, key)
    new, old = evening.people
    first = evening.prompt(new)
    assert is_told(first, key)
    assert not is_told(evening.prompt(old), key)
    number = evening.game.post(await evening.state())
    while evening.game.post(await evening.state()) == number:
        await evening.step()
    await world.env.advance_time(A_WHILE)
    (former,) = [message for message in world.dms(new) if message.id == first.id]
    assert [JA(f"{key}.primer.alt")] not in galleries(former)
    assert evening.prompt(new).id != first.id
    assert not is_told(evening.prompt(new), key)


async def test_they_come_with_the_panel_that_follows_below_the_first_board(world: World) -> None:
    new = world.person("New", "ja")
    page = await world.ask(new, "games list")
    await world.press(new, page, "lobby.against", values=["six_nimmt"])
    panel = world.with_control(world.messages(), "nimmt.step")
    assert is_told(panel, "six_nimmt")


async def test_a_choice_that_can_still_be_changed_comes_without_them(world: World) -> None:
    evening = await begun(world, "six_nimmt")
    new, _ = evening.people
    panel = await evening.panel(new)
    await evening.pick(new, panel, evening.picked(await evening.state(), Seat(0)))
    assert panel.attachments
    assert not is_told(panel, "six_nimmt")


async def test_rules_that_options_change_are_named_beside_the_usual_ones(world: World) -> None:
    """Those alone; and the picture of the lobby shows nothing that is not true at the table."""
    ann, ben = (world.person(name) for name in ("New", "Third"))
    await ann.slash(world.channel, "nimmt start", placement="professional", playing="open", limit=20)
    lobby = str(list(parts(world.public()[-1])))
    assert EN("six_nimmt.primer.1.line") not in lobby
    assert EN("six_nimmt.primer.4.line") in lobby
    await world.press(ben, world.with_control(world.public(), "lobby.join"), "lobby.join")
    await world.press(ann, world.with_control(world.public(), "lobby.start"), "lobby.start")
    panels = [await world.ask(person, "table hand") for person in (ann, ben)]
    (told,) = [text_of(panel) for panel in panels if EN("six_nimmt.primer.alt") in str(list(parts(panel)))]
    lines = told[told.index(EN("lobby.otherwise")) :].splitlines()[1:]
    changed = [line.split("**")[1] for line in lines]
    assert changed == ["Placing: Professional", "Playing: Open", "End limit: 20"]
    assert EN("six_nimmt.option.playing.open.about") in lines[1]


async def test_what_counts_alone_is_not_named_among_several(world: World) -> None:
    ann, ben = (world.person(name) for name in ("New", "Third"))
    await ann.slash(world.channel, "noria start", bot="bot_2")
    await world.press(ben, world.with_control(world.public(), "lobby.join"), "lobby.join")
    await world.press(ann, world.with_control(world.public(), "lobby.start"), "lobby.start")
    panels = [await world.ask(person, "table hand") for person in (ann, ben)]
    (told,) = [text_of(panel) for panel in panels if EN("noria.primer.alt") in str(list(parts(panel)))]
    assert EN("lobby.otherwise") not in told
