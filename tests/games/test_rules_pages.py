"""Every game brings its rules, readable in Discord, in both languages."""

import re
from importlib.resources import files

import pytest

from bot.games import registry
from bot.text import pages, words
from bot.text.markup import PAGE_LIMIT
from tests.games.samples import GUESTS, Sample, samples, walk

LONGEST = PAGE_LIMIT
"""A section is one page, never two."""
WALKS = 6
KEYS = registry.keys()


def page(key: str, locale: str) -> str:
    return files(f"bot.games.{key}").joinpath(f"rules.{locale}.md").read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    """The text of each section by its heading."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("key", KEYS)
def test_rules_have_a_title_and_sections_that_fit_a_message(key: str, locale: str) -> None:
    text = page(key, locale)
    assert text.startswith(f"# {words(locale).title(registry.game(key).info)}\n")
    assert len(sections(text)) >= 5
    for heading, body in sections(text).items():
        assert 0 < len(body.strip()) <= LONGEST, heading


@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize(
    ("key", "named"),
    [
        ("six_nimmt", ("Amigo", "1994")),
        ("thurn_and_taxis", ("Hans im Glück", "2006")),
        ("my_city", ("Kosmos", "2022")),
        ("noerdlingen", ("Plan E", "ForGames", {"en": "illustration", "ja": "イラスト"})),
        ("noria", ("Edition Spielwiese", "2017")),
    ],
)
def test_the_first_lines_name_edition_and_who_drew_it(
    key: str, named: tuple[str | dict[str, str], ...], locale: str
) -> None:
    head = page(key, locale).partition("## ")[0]
    assert all((one if isinstance(one, str) else one[locale]) in head for one in named)


@pytest.mark.parametrize("sample", samples()[: -len(GUESTS)], ids=lambda sample: sample.game.info.key)
def test_every_decision_has_its_page_in_both_languages(sample: Sample) -> None:
    states = [state for seed in range(WALKS) for state in walk(sample, seed).states]
    asked = {owed.kind for state in states for owed in sample.game.decisions(state).values()}
    for locale in ("en", "ja"):
        named = [kind for one in pages(page(sample.game.info.key, locale)) for kind in one.decisions]
        assert len(named) == len({*named})
        assert asked <= {*named}


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_have_the_same_sections_and_tell_the_same_numbers(key: str) -> None:
    """Numbers of more than one digit; small ones are often written as words."""
    english, japanese = sections(page(key, "en")), sections(page(key, "ja"))
    assert len(english) == len(japanese)
    for left, right in zip(english.items(), japanese.items(), strict=True):
        numbers = [set(re.findall(r"\d\d+", body)) for _, body in (left, right)]
        assert numbers[0] ^ numbers[1] <= {"10", "104"}, f"{left[0]} / {right[0]}"


@pytest.mark.parametrize(("locale", "level", "cave"), [("en", "level 9", "cave"), ("ja", "9段目", "洞窟")])
def test_noria_alone_tells_what_each_letter_does_where_it_can_not_do_the_usual(
    locale: str, level: str, cave: str
) -> None:
    """C ends in two chambers, D and E pass over paths that are full, and begin where the bot has nobody."""
    speak = words(locale)
    (letters,) = [body for body in sections(page("noria", locale)).values() if "- **F" in body]
    told = {
        name: line for name in "ABCDEF" for line in letters.splitlines() if line.startswith(f"- **{name}")
    }
    assert [*told] == [*"ABCDEF"]
    assert all(f"**{speak(f'noria.score.{chamber}')}**" in told["C"] for chamber in ("spec", "div"))
    assert all(part in told[name] for name in "DE" for part in (level, cave))
    assert {"en": "smallest ring", "ja": "小さいリング"}[locale] in told["F"]


@pytest.mark.parametrize(("locale", "named"), [("en", "{letter} {disc}"), ("ja", "{letter}は{disc}")])
def test_a_start_of_noria_comes_with_the_key_of_its_letters(locale: str, named: str) -> None:
    speak = words(locale)
    (key,) = [body for body in sections(page("noria", locale)).values() if "1J - 1T 3O" in body]
    for letter in "CEJMOT":
        assert named.format(letter=letter, disc=speak(f"noria.disc.{letter.lower()}")) in key
    assert speak("noria.disc.b") in key


@pytest.mark.parametrize(("locale", "head"), [("en", "For example:"), ("ja", "例：")])
def test_territories_of_noerdlingen_are_counted_in_two_examples(locale: str, head: str) -> None:
    (body,) = [body for body in sections(page("noerdlingen", locale)).values() if f"\n{head}\n" in body]
    examples = re.findall(r"^- (.+)$", body.partition(head)[2], re.MULTILINE)
    assert len(examples) == 2
    assert ["2" in examples[0], "4" in examples[1]] == [True, True]
