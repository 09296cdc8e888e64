"""From described messages to components: nothing that is described can break one of Discord's limits."""

import gc
from io import BytesIO
from typing import Any

import pytest
from discord import ui
from hypothesis import given, strategies as st

from bot.discord.content import Attached, Button, Content, CustomId, Entry, Field, Form, Link, Menu
from bot.discord.layout import RenderedMessage, fitting, modal
from bot.text import plain
from render.drawing import Picture

PICTURE = Picture("board.png", b"\x89PNG", "a" * 2000)


def components(content: Content, *pictures: Picture) -> list[dict[str, Any]]:
    """All components of a message, flat."""
    found: list[dict[str, Any]] = []

    def walk(parts: list[Any]) -> None:
        for part in parts:
            found.append(part)
            walk(part.get("components", []))

    walk(RenderedMessage(content, pictures).view().to_components())
    return found


@given(st.lists(st.builds(str.__mul__, st.text(max_size=3), st.integers(0, 1500)), max_size=8))
def test_texts_fit_into_one_message_together_and_the_first_ones_stay_whole(texts: list[str]) -> None:
    shown = fitting(texts)
    assert sum(map(len, shown)) <= 4000
    assert all(shown)
    whole = [text for text in texts if text]
    if sum(map(len, whole)) <= 4000:
        assert shown == whole
    elif len(whole[0]) <= 4000:
        assert shown[0] == whole[0]


def test_the_foot_stands_whole_below_the_picture_within_the_limit_of_all_texts() -> None:
    row = (Button("table.more", "More"),)
    parts = components(Content(("x" * 3990,), rows=(row,), foot=("y" * 20,)), PICTURE)
    assert [part["type"] for part in parts] == [17, 10, 12, 10, 1, 2]
    assert [part["content"] for part in parts if part["type"] == 10] == ["x" * 3979 + "…", "y" * 20]


def test_a_text_that_is_a_name_alone_is_sent_as_an_ordinary_string() -> None:
    """Whoever turns a message into JSON knows no others."""
    content = Content((plain("*Ann*"),), foot=(plain("*Ben*"),))
    texts = [part["content"] for part in components(content) if part["type"] == 10]
    assert texts == ["\\*Ann\\*", "\\*Ben\\*"]
    assert [type(text) for text in texts] == [str, str]


def test_labels_options_and_alt_texts_are_cut_to_what_discord_takes() -> None:
    long = "x" * 300
    menu = Menu("nimmt.menu", long, tuple(Entry(long, str(n), long) for n in range(30)), rest="a")
    parts = components(Content(("t",), rows=((Button("table.more", long),), menu)), PICTURE)
    (button,) = [part for part in parts if part["type"] == 2]
    (select,) = [part for part in parts if part["type"] == 3]
    (gallery,) = [part for part in parts if part["type"] == 12]
    assert len(button["label"]) == 80
    assert len(select["placeholder"]) == 150
    assert len(select["options"]) == 25
    assert {len(option["label"]) for option in select["options"]} == {100}
    assert {len(option["description"]) for option in select["options"]} == {100}
    assert len(gallery["items"][0]["description"]) == 1024


def test_a_menu_takes_one_entry_or_as_many_as_it_says() -> None:
    entries = tuple(Entry(str(n), str(n)) for n in range(3))
    one = Menu("nimmt.menu", "One", entries)
    several = Menu("nimmt.menu", "Some or none", entries, fewest=0, most=9)
    parts = components(Content(("t",), rows=(one, several)))
    found = [(part["min_values"], part["max_values"]) for part in parts if part["type"] == 3]
    assert found == [(1, 1), (0, 3)]


def test_controls_carry_table_and_turn_and_links_their_address() -> None:
    row = (Button("nimmt.row", "Row 2", "2"), Link("Rules", "https://example.org"))
    parts = components(Content(("t",), rows=(row,), table=42, turn=7))
    assert [part.get("custom_id", part.get("url")) for part in parts if part["type"] == 2] == [
        "s1:nimmt.row:42:7:2",
        "https://example.org",
    ]


async def test_a_parcel_can_be_sent_again_with_fresh_files() -> None:
    parcel = RenderedMessage(Content(("t",), files=(Attached("game.json", b"{}"),)), (PICTURE,))
    first, second = parcel.files(), parcel.files()
    assert [file.filename for file in first] == ["board.png", "game.json"]
    assert first[0].fp.read() == second[0].fp.read() == PICTURE.data
    assert parcel.view().is_finished()


def test_a_sent_message_leaves_nothing_to_the_garbage_collector() -> None:
    parcel = RenderedMessage(Content(("t",), rows=((Button("a", "b"), Button("c", "d")),)), (PICTURE,))
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        sent = parcel.new()
        sent["files"][0].close()
        del sent
        gc.collect()
        assert not [each for each in gc.garbage if isinstance(each, ui.Item | ui.LayoutView | BytesIO)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def test_a_file_stays_open_for_another_attempt() -> None:
    (file,) = RenderedMessage(Content(("t",)), (PICTURE,)).files()
    file.fp.read()
    file.fp.close()
    file.reset(seek=1)
    assert file.fp.read() == PICTURE.data


def test_a_film_is_sent_as_a_gif_with_its_words() -> None:
    parcel = RenderedMessage(Content(("t",)), (Picture("replay.gif", b"GIF", "what happens"), PICTURE))
    (gallery,) = [part for part in parcel.view().to_components()[0]["components"] if part["type"] == 12]
    told = [(item["media"]["url"], item["description"]) for item in gallery["items"]]
    assert told[0] == ("attachment://replay.gif", "what happens")
    assert [file.filename for file in parcel.files()] == ["replay.gif", "board.png"]
    assert parcel.files()[0].fp.read() == b"GIF"


def test_only_the_named_people_may_be_pinged() -> None:
    content = Content(("<@5> @everyone",), mentions=(5,))
    assert RenderedMessage(content).mentions.to_dict() == {"parse": [], "users": [5]}


def test_a_form_becomes_a_modal_that_the_router_understands() -> None:
    form = Form("lobby.number", "x" * 60, (Field("value", "y" * 60, longest=3),), "limit", 4)
    shown = modal(form).to_dict()
    assert CustomId.parse(shown["custom_id"]) == CustomId("lobby.number", 4, 0, "limit")
    assert len(shown["title"]) == 45
    assert len(shown["components"][0]["label"]) == 45


@given(
    st.from_regex(r"[a-z][a-z0-9_.]{0,30}", fullmatch=True),
    st.integers(0, 10**12 - 1),
    st.integers(0, 10**9 - 1),
    st.from_regex(r"[!-~]{0,40}", fullmatch=True),
)
def test_every_custom_id_comes_back_as_it_was_and_is_short_enough(
    action: str, table: int, turn: int, rest: str
) -> None:
    made = CustomId(action, table, turn, rest)
    assert CustomId.parse(str(made)) == made
    assert len(str(made)) <= 100


@pytest.mark.parametrize(
    "text",
    ["", "s1:x", "s2:table.move:1:0:", "s1:Table:1:0:", "s1:table.move:1:0:a b", "s1:table.move:1:0:\n"],
)
def test_what_is_not_ours_has_no_meaning(text: str) -> None:
    assert CustomId.parse(text) is None


def test_a_custom_id_that_would_never_be_answered_can_not_be_made() -> None:
    with pytest.raises(ValueError, match="not a custom_id"):
        str(CustomId("Move"))
