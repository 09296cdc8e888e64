"""Settings: where they come from, what is refused, what is never shown."""

import dataclasses
from pathlib import Path

import pytest

from bot import config, running
from bot.config import Address, ConfigError, Settings
from bot.store.shards import Shards
from tests.cli_runner import TOKEN

DSN = "https://0123abcd@errors.example/sub/7"
NOWHERE = Path("/nonexistent/.env")


def loaded(**environment: str) -> Settings:
    return config.load(environment, dotenv=NOWHERE)


def test_every_field_is_read_from_its_own_variable(tmp_path: Path) -> None:
    values = {
        "token": TOKEN,
        "database": str(tmp_path / "tables.sqlite3"),
        "shards": "0-3/4",
        "locale": "ja",
        "log": "debug",
        "log_format": "json",
        "metrics": "127.0.0.1:9100",
        "errors_dsn": DSN,
        "synchronous": "normal",
        "keep_abandoned": "0",
        "keep_finished": "3650",
        "drawing": "3",
        "font": "/fonts/one.otf",
        "font_bold": "/fonts/two.otf",
    }
    settings = loaded(**{config.variable(name): value for name, value in values.items()})
    assert {name: str(getattr(settings, name)) for name in values} == values
    assert values.keys() == {field.name for field in dataclasses.fields(Settings)}


def test_the_address_of_a_database_is_read_as_one_and_shown_without_its_password() -> None:
    settings = loaded(STAMMTISCH_DATABASE="postgresql://me:hush@host:5433/games?password=hush")
    assert str(settings.database) == "postgresql://host:5433/games"
    assert "hush" not in repr(settings)


def test_a_part_of_the_shards_needs_postgresql() -> None:
    assert loaded(STAMMTISCH_SHARDS="0-3/4").shards == Shards(0, 3, 4)
    part = loaded(STAMMTISCH_SHARDS="1/4", STAMMTISCH_DATABASE="postgresql://host/games")
    assert part.shards == Shards(1, 1, 4)
    with pytest.raises(ConfigError, match="several processes need PostgreSQL"):
        loaded(STAMMTISCH_SHARDS="1/4")


def test_the_file_is_read_and_the_environment_wins(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("STAMMTISCH_LOCALE=ja\nSTAMMTISCH_LOG = 'debug'  # loud\n", encoding="utf-8")
    settings = config.load({"STAMMTISCH_LOG": "error"}, dotenv=file)
    assert (settings.locale, settings.log) == ("ja", "error")


def test_without_any_setting_everything_has_its_default_and_blanks_and_capitals_do_no_harm() -> None:
    assert loaded() == Settings()
    assert loaded(STAMMTISCH_LOG=" INFO ", DISCORD_TOKEN="  ", STAMMTISCH_DATABASE="") == Settings()


def test_every_problem_is_told_at_once_in_a_line_of_its_own() -> None:
    with pytest.raises(ConfigError) as caught:
        loaded(
            STAMMTISCH_SHARDS="4/4",
            STAMMTISCH_LOCALE="de",
            STAMMTISCH_LOG="loud",
            STAMMTISCH_LOG_FORMAT="xml",
            STAMMTISCH_METRICS="70000",
            STAMMTISCH_ERRORS_DSN="errors.example/7?secret",
            STAMMTISCH_SYNCHRONOUS="off",
            STAMMTISCH_KEEP_ABANDONED="-1",
            STAMMTISCH_KEEP_FINISHED="100 years",
            STAMMTISCH_DRAWING="0",
        )
    assert str(caught.value).splitlines() == [
        "STAMMTISCH_SHARDS is '4/4'; it can be a range of shards and their number, such as 0-1/4.",
        "STAMMTISCH_LOCALE is 'de'; it can be en or ja.",
        "STAMMTISCH_LOG is 'loud'; it can be debug, info, warning or error.",
        "STAMMTISCH_LOG_FORMAT is 'xml'; it can be text or json.",
        "STAMMTISCH_METRICS is '70000'; it can be a port from 1 to 65535, alone or behind an address and a "
        "colon.",
        "STAMMTISCH_ERRORS_DSN is no DSN, such as https://key@errors.example/1.",
        "STAMMTISCH_SYNCHRONOUS is 'off'; it can be full or normal.",
        "STAMMTISCH_KEEP_ABANDONED is '-1'; it can be a number of days up to 36500, or 0 for ever.",
        "STAMMTISCH_KEEP_FINISHED is '100 years'; it can be a number of days up to 36500, or 0 for ever.",
        "STAMMTISCH_DRAWING is '0'; it can be auto, thread, or a number of processes from 1 to 64.",
    ]


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("9100", "127.0.0.1", 9100),
        ("0.0.0.0:9100", "0.0.0.0", 9100),
        ("localhost:1", "localhost", 1),
        ("[::1]:65535", "::1", 65535),
    ],
)
def test_the_listener_is_of_this_machine_alone_unless_an_address_is_given(
    text: str, host: str, port: int
) -> None:
    assert loaded(STAMMTISCH_METRICS=text).metrics == (host, port)
    assert str(Address(host, port)).endswith(text)


@pytest.mark.parametrize("text", ["on", "0", "::1:80", "http://localhost:80", "localhost:", "１"])
def test_a_listener_that_can_not_be_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="STAMMTISCH_METRICS"):
        loaded(STAMMTISCH_METRICS=text)


@pytest.mark.parametrize(
    "dsn",
    [
        "https://hush@errors.example:port/7",
        "https://hush@[::1/7",
        "https://hu?sh@errors.example/7",
        "https://hush@/7",
        "https://hush@errors.example/",
        "https://hush@errors.example:99999/7",
    ],
)
def test_a_dsn_that_can_not_be_is_refused_and_not_repeated(dsn: str) -> None:
    def reported() -> None:
        with running._error_reports(loaded(STAMMTISCH_ERRORS_DSN=dsn).errors_dsn):
            pass

    with pytest.raises(ConfigError, match="is no DSN") as caught:
        reported()
    assert "hu" not in str(caught.value)


def test_a_file_that_is_not_text_is_refused_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    with pytest.raises(ConfigError, match=r"\.env can't be read: it is not UTF-8 text\."):
        config.load({}, dotenv=file)


@pytest.mark.parametrize(
    ("token", "words"),
    [
        (None, "is not set"),
        ("hunter2", "does not look like a bot token"),
        (f"Bot {TOKEN}", 'begins with the word "Bot"'),
        (TOKEN.replace("MTIz", "!!!!"), "does not look like a bot token"),
        (
            TOKEN.replace("MTIzNDU2Nzg5MDEyMzQ1Njc4", "bm90IGEgbnVtYmVyIGF0IGFsbA"),
            "does not look like a bot token",
        ),
    ],
)
def test_a_token_that_can_not_be_one_is_described_without_showing_it(token: str | None, words: str) -> None:
    problem = config.token_problem(token)
    assert problem is not None
    assert words in problem
    assert token is None or token not in problem


def test_a_well_formed_token_tells_its_application_and_is_not_printed() -> None:
    assert config.token_problem(TOKEN) is None
    assert config.application_id(TOKEN) == 123456789012345678
    shown = repr(loaded(DISCORD_TOKEN=TOKEN, STAMMTISCH_ERRORS_DSN=DSN))
    assert TOKEN not in shown
    assert DSN not in shown


def test_misspelt_settings_are_found_and_known_ones_are_not() -> None:
    names = [config.variable(field.name) for field in dataclasses.fields(Settings)]
    environment = {**dict.fromkeys(names, ""), "STAMMTISCH_DATABSE": "x", "OTHER": "y"}
    assert config.unknown(environment, dotenv=NOWHERE) == ("STAMMTISCH_DATABSE",)
