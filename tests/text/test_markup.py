"""Names stay names, whatever their owner put into them."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as st

from bot.text import cut, cut_lines, jump_url, mention, one_line, plain, stamp


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Anna", "Anna"),
        ("田中 さくら", "田中 さくら"),
        ("*_x_*", r"\*\_x\_\*"),
        ("~~||`gone`||~~", r"\~\~\|\|\`gone\`\|\|\~\~"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("@everyone", "@\u200beveryone"),
        ("[win](https://x.example)", r"\[win\]\(https\://x\.example\)"),
        ("# Big", r"\# Big"),
        ("-# small", r"\-\# small"),
        ("> quote", r"\> quote"),
        ("back\\slash", r"back\\slash"),
        ("1. list", r"1\. list"),
        ("<t:0:R>", r"\<t\:0\:R\>"),
        ("🎲👩‍👩‍👧", "🎲👩‍👩‍👧"),
    ],
)
def test_a_name_can_not_format_link_or_mention(name: str, written: str) -> None:
    assert plain(name) == written


@given(st.text())
def test_a_name_comes_back_when_the_escapes_are_read_as_discord_reads_them(name: str) -> None:
    read = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", plain(name)).replace("@\u200b", "@")
    assert read == one_line(name)


@given(st.text(alphabet="*_~`|<>@#!&:/[]() \n1ab-\\"))
def test_no_formatting_sign_stays_alone(name: str) -> None:
    unescaped = re.sub(r"\\[^0-9A-Za-z\s]", "", plain(name))
    assert not set("*_~`|<>[]()#\\\n") & set(unescaped)
    assert not re.search(r"@(everyone|here|[!&]?\d)", unescaped)


def test_a_name_stays_on_its_line_and_reads_forwards() -> None:
    assert one_line("a\nb\r\n\tc\u2028d") == "a b c d"
    assert one_line("\u202eabc\u2066") == "abc"


@pytest.mark.parametrize(
    ("text", "limit", "result"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("ab cd", 4, "ab…")]
)
def test_a_cut_text_ends_in_an_ellipsis_within_its_limit(text: str, limit: int, result: str) -> None:
    assert cut(text, limit) == result


@pytest.mark.parametrize(
    ("limit", "result"),
    [
        (14, "head\n1\n2\n3\n10"),
        (13, "head\n1\n2\n3\n10"),
        (12, "head\n1\n…\n10"),
        (10, "head\n…\n10"),
        (5, "head…"),
    ],
)
def test_cut_lines_stay_whole_and_keep_the_last_one(limit: int, result: str) -> None:
    assert cut_lines(["head", "1", "2", "3", "10"], limit) == result


def test_a_moment_is_written_for_the_readers_own_clock() -> None:
    at = datetime(2026, 1, 1, 12, 0, 0, 900_000, tzinfo=UTC)
    assert stamp(at) == "<t:1767268800:R>"
    assert stamp(at, "F") == "<t:1767268800:F>"


def test_addresses_lead_to_the_channel_or_to_the_message() -> None:
    assert jump_url(1, 2) == "https://discord.com/channels/1/2"
    assert jump_url(None, 2, 3) == "https://discord.com/channels/@me/2/3"
    assert mention(5) == "<@5>"


@given(st.text())
def test_what_is_escaped_is_not_escaped_again(name: str) -> None:
    assert plain(plain(name)) == plain(name)
    assert plain(mention(5)) == mention(5)
