"""Every sentence exists in every language, says the same with the same values, and is used."""

import re

import catalogue_scan as scan
import pytest

from bot.text import locales, words
from bot.text.catalogue import Message, entries

EVERY = {
    locale: {key: m for file in scan.files(locale) for key, m in entries(file, locale).items()}
    for locale in locales()
}
ENGLISH, JAPANESE = (
    {key: message for key, message in EVERY[locale].items() if not key.startswith("playground.")}
    for locale in ("en", "ja")
)
"""All but the playground's page, whose script asks for its words: `test_playground_words`."""
FILES = [file for locale in locales() for file in scan.files(locale)]
LINE = re.compile(r'(#.*|((msgid|msgid_plural|msgstr|msgstr\[\d\]) )?"([^"\\]|\\["\\nt])*"|)')
KANA_OR_KANJI = re.compile("[぀-ヿ一-鿿々]")
LETTERS = re.compile(r"[^\W\d_]")
POLITE = re.compile(r"(です|ます|ました|ません|でした|ください|ましょう|でしょう)(か|ね)?[」\uff09*]*。[*]*$")
ASIDE = re.compile(r"\uff08[^\uff09]*\uff09(?=。)")
"""A remark in parentheses may follow a polite ending."""
LIST = re.compile(r"\uff1a\{\w+\}。$")
"""A line such as 「残り：A、B。」 is no sentence."""
HALF_WIDTH = re.compile(r"[぀-ヿ一-鿿][(?:!~,]|[)?:!~,][぀-ヿ一-鿿]")
ACTION_MAKERS = {
    *("on", "at_table", "_host", "command", "plain_command", "group"),
    *("Button", "Menu", "Form", "CustomId", "turning", "setting_menu", "parse", "joinpath"),
}

MEANS = {
    r"\brows?\b": "列",
    r"\btricks?\b": "トリック",
    r"\brounds?\b": "ラウンド",
    r"\bhosts?\b": "ホスト|{host}",
    r"\byour hand\b": "手札",
    r"\bpenalty points?\b": "失点",
    r"\bcards?\b": "カード|手札|枚|{cards?}|数字",
    r"\bheads?\b": "牛",
    r"\bspectators?\b": "観戦者",
    r"\brules\b": "ルール",
}
"""English words of the glossary, and what stands for each in Japanese: the one word, or the thing itself."""

NOT_OUR_WORDS = ("テーブル", "ターン", "スコア", "キャンセル", "持ち札", "ペナルティ", "行を取", "牛頭")
"""Words for which the glossary has another one: 卓, 手番, 得点 (失点), やめる, 手札, 失点, 列, 牛."""


ON_BOARDS = re.compile(
    r"table\.(undo\.(told|agreed)|absent|stands_in|history)|waiting\.(until|away|wanted|ran_out)|news\.theirs"
    r"|\w+\.(report|text|alt)\."
)
"""What a public post says of people beside the sentences of its game."""


def forms(message: Message) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else message


def test_every_key_stands_in_the_same_file_in_every_language() -> None:
    english, japanese = (
        [(scan.name_of(file), sorted(scan.keys_by_line(file))) for file in scan.files(locale)]
        for locale in ("en", "ja")
    )
    assert english == japanese


def test_every_line_is_whole_and_every_entry_is_loaded() -> None:
    """A line with an unclosed quote loads without an error and loses its messages."""
    broken = [
        f"{file}:{number}: {line}"
        for file in FILES
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if not LINE.fullmatch(line)
    ]
    assert broken == []
    loaded = {file: sorted(entries(file, scan.locale_of(file))) for file in FILES}
    assert {file: sorted(scan.keys_by_line(file)) for file in FILES} == loaded


@pytest.mark.parametrize("locale", locales())
def test_no_key_stands_twice(locale: str) -> None:
    keys = [key for file in scan.files(locale) for key in scan.keys_by_line(file)]
    assert sorted(set(keys)) == sorted(keys)


def test_nothing_is_fuzzy_or_empty() -> None:
    assert [file for file in FILES if "fuzzy" in file.read_text(encoding="utf-8")] == []
    empty = [
        (locale, key)
        for locale, every in EVERY.items()
        for key, message in every.items()
        if not all(form.strip() for form in forms(message))
    ]
    assert empty == []


@pytest.mark.parametrize("locale", locales())
def test_keys_look_like_keys_and_plurals_have_the_forms_of_the_language(locale: str) -> None:
    for key, message in EVERY[locale].items():
        assert scan.KEY.fullmatch(key), key
        if not isinstance(message, str):
            assert len(message) == {"en": 2, "ja": 1}[locale], key


def test_a_message_is_plural_in_every_language_or_in_none() -> None:
    assert [k for k in ENGLISH if isinstance(ENGLISH[k], str) is not isinstance(JAPANESE.get(k), str)] == []


def test_placeholders_are_the_same_in_every_language_and_form() -> None:
    """Only the number of a plural may be left out, and only in English."""
    strayed: list[str] = []
    for key, message in ENGLISH.items():
        most = scan.placeholders(forms(message)[-1])
        same = all(scan.placeholders(form) == most for form in forms(JAPANESE[key]))
        near = all(most - {"n"} <= scan.placeholders(form) <= most for form in forms(message))
        counts = isinstance(message, str) or "n" in most
        if not (same and near and counts):
            strayed.append(key)
    assert strayed == []


@pytest.mark.parametrize("locale", locales())
def test_braces_hold_plain_names_only(locale: str) -> None:
    for key, message in EVERY[locale].items():
        for form in forms(message):
            assert re.sub(r"\{[a-z_]+\}", "", form).count("{") == 0, key


def test_japanese_sentences_are_japanese_and_english_ones_are_not() -> None:
    for key, message in JAPANESE.items():
        bare = re.sub(
            r"\{[a-z_]+\}|6 nimmt!|Discord|https?://\S+|`[^`]*`|SHA-256|ID", "", " ".join(forms(message))
        )
        assert not LETTERS.search(bare) or KANA_OR_KANJI.search(bare), key
    assert [k for k, m in ENGLISH.items() if KANA_OR_KANJI.search(" ".join(forms(m)))] == []


def test_japanese_sentences_are_polite() -> None:
    rude = {
        key: sentence
        for key, message in JAPANESE.items()
        for form in forms(message)
        for sentence in re.findall(r"[^。\n]+。[」*]*", form)
        if not LIST.search(sentence) and not POLITE.search(ASIDE.sub("", sentence))
    }
    assert rude == {}


def test_japanese_signs_are_full_width() -> None:
    assert {k: m for k, m in JAPANESE.items() if any(HALF_WIDTH.search(form) for form in forms(m))} == {}


@pytest.mark.parametrize("english", sorted(MEANS))
def test_one_term_stands_for_one_thing(english: str) -> None:
    strayed = {
        key: forms(JAPANESE[key])
        for key, message in ENGLISH.items()
        if re.search(english, " ".join(forms(message)), re.IGNORECASE)
        and not re.search(MEANS[english], "".join(forms(JAPANESE[key])))
    }
    assert strayed == {}


def test_no_second_word_is_used_for_a_term_of_the_glossary() -> None:
    strayed = {k: w for k, m in JAPANESE.items() for w in NOT_OUR_WORDS if w in "".join(forms(m))}
    assert strayed == {}


def test_every_sentence_the_code_asks_for_exists() -> None:
    rooms = {key.partition(".")[0] for key in ENGLISH}
    actions = {call.text for call in scan.calls() if call.name in ACTION_MAKERS}
    actions |= scan.legacy_actions()
    asked = {k: w for k, w in scan.literals().items() if k.partition(".")[0] in rooms and k not in actions}
    assert {
        k: w for k, w in asked.items() if k not in ENGLISH and not k.endswith((".png", ".po", ".md"))
    } == {}


def test_every_sentence_is_used_somewhere() -> None:
    """Commands have their own test: their keys are made of paths with dots. Where several win, `won`
    takes the sentence `<key>_shared`."""
    literals, patterns = scan.literals(), scan.patterns()
    idle = [
        key
        for key in ENGLISH
        if not key.startswith("command.")
        and (asked := key.removesuffix("_shared")) not in literals
        and not any(pattern.fullmatch(each) for pattern in patterns for each in (key, asked))
    ]
    assert idle == []


def test_every_sentence_gets_the_values_it_names() -> None:
    lacking = {
        f"{call.where} {call.text}": needed - call.data
        for call in scan.calls()
        if call.text in ENGLISH
        and call.name not in {*ACTION_MAKERS, "choice", "said"}
        and not call.open_ended
        if (needed := scan.placeholders(forms(ENGLISH[call.text])[-1])) - call.data
    }
    assert lacking == {}


def test_every_refusal_of_the_code_has_its_sentence_and_its_values() -> None:
    refusals = [call for call in scan.calls() if call.name == "Refusal"]
    assert {c.where: c.text for c in refusals if f"refusal.{c.text}" not in ENGLISH} == {}
    lacking = {
        f"{call.where} {call.text}": needed - call.data
        for call in refusals
        if not call.open_ended
        and (needed := scan.placeholders(forms(ENGLISH[f"refusal.{call.text}"])[-1])) - call.data
    }
    assert lacking == {}


def test_every_refusal_sentence_has_its_refusal() -> None:
    codes = {call.text for call in scan.calls() if call.name == "Refusal"} | set(_other_literals())
    assert [k for k in ENGLISH if k.startswith("refusal.") and k.removeprefix("refusal.") not in codes] == []


def _other_literals() -> set[str]:
    """Codes may also be chosen between before they are raised: any plain literal counts."""
    return {text for text in scan.plain_literals() if re.fullmatch(r"[a-z_]+", text)}


def test_plural_forms_are_chosen_by_n() -> None:
    plurals = [key for key, message in ENGLISH.items() if not isinstance(message, str)]
    for key in plurals:
        data = dict.fromkeys(scan.placeholders(forms(ENGLISH[key])[-1]), "x")
        assert words("en")(key, **(data | {"n": 1})) == forms(ENGLISH[key])[0].format_map(data | {"n": 1})
        assert words("en")(key, **(data | {"n": 2})) == forms(ENGLISH[key])[1].format_map(data | {"n": 2})


def test_what_is_said_at_every_table_promises_no_cards() -> None:
    """Some games have none."""
    assert not [key for key in ENGLISH if key.startswith("kit.") and " card" in str(ENGLISH[key])]
    assert not [key for key in JAPANESE if key.startswith("kit.") and "手札" in str(JAPANESE[key])]


def test_boards_and_histories_call_people_by_their_bare_names_in_japanese() -> None:
    """Computers sit there as well, and what stands in one post agrees; who is written to, or asked about
    others, reads さん."""
    on_boards = {key: "".join(forms(message)) for key, message in JAPANESE.items() if ON_BOARDS.match(key)}
    assert on_boards
    assert [key for key, text in on_boards.items() if "}さん" in text] == []


def test_the_answers_to_a_question_are_in_sentence_case() -> None:
    answers = [
        text for key in ENGLISH if re.fullmatch(r"motion\.\w+\.(yes|no)", key) for text in forms(ENGLISH[key])
    ]
    assert len(answers) >= 7
    assert [text for text in answers if text != text.capitalize()] == []
