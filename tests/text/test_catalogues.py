"""Every sentence exists in every language, says the same with the same values, and is used."""

import re

import catalogue_scan as scan
import lengths
import pytest

from bot.text import locales
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
    *("on", "at_table", "_host", "declared", "plain_command", "group"),
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

NOT_OUR_WORDS = (
    "テーブル",
    "ターン",
    "スコア",
    "キャンセル",
    "持ち札",
    "ペナルティ",
    "行を取",
    "牛頭",
    "道具",
    "一番乗りのボーナス",
)
"""Words for which the glossary has another one: 卓, 手番, 得点 (失点), やめる, 手札, 失点, 列, 牛, 工具,
先着ボーナス."""

NOT_OUR_SPELLING = re.compile(
    r"(?<![失得])点 ?[{\d]|文章で見|だれ[かがもにの]|[かねのる]？|第[{\w]+\}?話"
    r"|[ぶの]番(?=[がにのだで]|を?待)|[\d}]回目|回転に建設|前に見てから|得た|伸ば|コーチ[あな]|あなたを見られます"
    r"|[\d}][人枚個軒], |Kramer|Yamauchi"
)
"""Units stand behind their numbers, questions end in か。, and each thing is written in one way."""

ASKS = "(Please |First |Name |Choose |Finish |Place )"
IN_ONE_BREATH = {
    *("start_sawmill", "start_church", "start_fortress", "draw_first", "bonus_first", "targets_many"),
    *("targets_without_bonus", "resources_only", "chamber_same", "notation_rings", "ring_full", "path_units"),
    *("path_same", "nothing_to_discard", "only_in_server", "invite_in_channel"),
    "statistics_hidden",
}
"""Refusals that say by what is wrong also what would be right; the last one ends the matter."""

ON_BOARDS = re.compile(
    r"table\.(undo\.(told|agreed)|absent|stands_in|history)|waiting\.(until|away|wanted|ran_out)|news\.theirs"
    r"|\w+\.(report|text|alt)\."
)
"""What a public post says of people beside the sentences of its game."""
NAMED = (
    *("my_city.kind", "my_city.episode", "my_city.chapter"),
    *("noria.disc", "noria.kind", "noria.letter", "noria.ring", "noria.score", "noria.short"),
    *("thurn_and_taxis.city", "thurn_and_taxis.region", "thurn_and_taxis.official"),
)
"""Kinds of things that nobody may take for each other."""


def forms(message: Message) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else message


def whole(message: Message) -> str:
    """All forms of a message."""
    return "\n".join(forms(message))


def wanted(key: str) -> set[str]:
    """The values that an English sentence names."""
    return scan.placeholders(forms(ENGLISH[key])[-1])


def test_every_key_stands_once_and_in_the_same_file_in_every_language() -> None:
    keys = {
        locale: [(scan.name_of(file), sorted(scan.keys_by_line(file))) for file in scan.files(locale)]
        for locale in locales()
    }
    assert keys["en"] == keys["ja"]
    every = [key for _, of_file in keys["en"] for key in of_file]
    assert len(set(every)) == len(every)


def test_every_line_is_whole_and_every_entry_is_loaded() -> None:
    """A line with an unclosed quote loads without an error and loses its messages."""
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == [], file
        assert sorted(scan.keys_by_line(file)) == sorted(entries(file, scan.locale_of(file))), file
        assert "fuzzy" not in text, file


@pytest.mark.parametrize("locale", locales())
def test_every_message_has_a_proper_key_the_forms_of_its_language_and_plain_placeholders(locale: str) -> None:
    forms_of = {"en": (2, 0, 1), "ja": (1, 0, 0)}[locale]
    for key, message in EVERY[locale].items():
        assert scan.KEY.fullmatch(key), key
        assert isinstance(message, str) or (len(message), message.rule(1), message.rule(2)) == forms_of, key
        assert all(form.strip() for form in forms(message)), key
        assert "{" not in re.sub(r"\{[a-z_]+\}", "", whole(message)), key


def test_placeholders_and_plurals_are_the_same_in_every_language() -> None:
    """Only the number of a plural may be left out, and only in English."""
    for key, message in ENGLISH.items():
        most = wanted(key)
        assert isinstance(message, str) is isinstance(JAPANESE[key], str), key
        assert isinstance(message, str) or "n" in most, key
        assert all(scan.placeholders(form) == most for form in forms(JAPANESE[key])), key
        assert all(most - {"n"} <= scan.placeholders(form) <= most for form in forms(message)), key


def test_no_text_is_longer_than_discord_shows_of_it_and_its_limit_stands_above_it() -> None:
    """`python tests/text/lengths.py` writes the limits for translators."""
    limits = lengths.limits(EVERY["en"])
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        assert lengths.commented(text, limits) == text, file
        for key, message in entries(file, scan.locale_of(file)).items():
            longest = max(len(re.sub(r"\{\w+\}", "", form)) for form in forms(message))
            assert longest <= limits.get(key, 4000), key


def test_japanese_sentences_are_japanese_and_english_ones_are_not() -> None:
    for key, message in JAPANESE.items():
        bare = re.sub(r"\{[a-z_]+\}|6 nimmt!|Discord|https?://\S+|`[^`]*`|SHA-256|ID", "", whole(message))
        assert not LETTERS.search(bare) or KANA_OR_KANJI.search(bare), key
    assert [key for key, message in ENGLISH.items() if KANA_OR_KANJI.search(whole(message))] == []


def test_japanese_sentences_are_polite_and_their_signs_full_width() -> None:
    for key, message in JAPANESE.items():
        assert not HALF_WIDTH.search(whole(message)), key
        for sentence in re.findall(r"[^。\n]+。[」*]*", whole(message)):
            assert LIST.search(sentence) or POLITE.search(ASIDE.sub("", sentence)), key


@pytest.mark.parametrize("english", sorted(MEANS))
def test_one_term_stands_for_one_thing(english: str) -> None:
    for key, message in ENGLISH.items():
        if re.search(english, whole(message), re.IGNORECASE):
            assert re.search(MEANS[english], whole(JAPANESE[key])), key


def test_no_second_word_is_used_for_a_term_of_the_glossary() -> None:
    strayed = [(key, word) for key, m in JAPANESE.items() for word in NOT_OUR_WORDS if word in whole(m)]
    assert strayed == []


def test_japanese_is_spelled_in_one_way_in_sentences_and_rules() -> None:
    pages = {
        str(page): page.read_text(encoding="utf-8") for page in scan.ROOT.glob("bot/games/*/rules.ja.md")
    }
    assert len(pages) >= 5
    said = {key: whole(message) for key, message in JAPANESE.items()} | pages
    assert [(key, found[0]) for key, text in said.items() for found in NOT_OUR_SPELLING.finditer(text)] == []
    assert [key for key, text in pages.items() if HALF_WIDTH.search(text)] == []


def test_points_have_their_unit_in_japanese() -> None:
    """But where a list of them follows, or what they are."""
    bare = {
        key for key, message in JAPANESE.items() if re.search(r"(?<!失点)\{points\}(?!点|頭)", whole(message))
    }
    assert bare == {
        *("my_city.text.chapter", "my_city.report.scored", "my_city.panel.pass_sure"),
        *("statistics.rating", "table.hint.compared"),
    }


@pytest.mark.parametrize("things", NAMED)
@pytest.mark.parametrize("locale", locales())
def test_every_thing_of_a_kind_has_a_name_of_its_own(things: str, locale: str) -> None:
    names = [message for key, message in EVERY[locale].items() if re.fullmatch(rf"{things}\.\w+", key)]
    assert len(set(names)) == len(names) > 2


def test_every_sentence_the_code_asks_for_exists() -> None:
    rooms = {key.partition(".")[0] for key in ENGLISH}
    actions = {call.text for call in scan.calls() if call.name in ACTION_MAKERS} | scan.legacy_actions()
    asked = {key for key in scan.strings() if scan.KEY.fullmatch(key) and key.partition(".")[0] in rooms}
    lacking = asked - actions - {*ENGLISH}
    assert {key: scan.strings()[key] for key in lacking if not key.endswith((".png", ".po", ".md"))} == {}


def test_every_sentence_is_used_somewhere() -> None:
    """Commands have their own test: their keys are made of paths with dots. Where several win, `won`
    takes the sentence `<key>_shared`."""
    literals, patterns = scan.strings(), scan.patterns()
    for key in ENGLISH:
        asked = key.removesuffix("_shared")
        made = (pattern.fullmatch(each) for pattern in patterns for each in (key, asked))
        assert key.startswith("command.") or asked in literals or any(made), key


def test_every_refusal_sentence_has_its_refusal() -> None:
    """Codes may also be chosen between before they are raised: any literal counts."""
    codes = {key.removeprefix("refusal.") for key in ENGLISH if key.startswith("refusal.")}
    assert codes - {*scan.strings()} == set()


def test_every_refusal_says_what_can_be_done() -> None:
    """In a sentence or clause besides what is wrong, unless it is a request by itself."""
    english = {key[8:]: whole(m) for key, m in ENGLISH.items() if key.startswith("refusal.")}
    more = re.compile(rf"[.:;] \S|, so |, but |, then |, or |^{ASKS}")
    assert {code for code, text in english.items() if not more.search(text)} == IN_ONE_BREATH


def test_every_sentence_gets_the_values_it_names() -> None:
    """The refusals of the code among them, each of which has one; the engine tells programs their codes."""
    calls = [call for call in scan.calls() if call.name not in {*ACTION_MAKERS, "said"}]
    said = [(call, call.text) for call in calls if call.text in ENGLISH]
    refusals = [
        call for call in calls if call.name == "Refusal" and not call.where.startswith("bot/engine.py")
    ]
    said += [(call, f"refusal.{call.text}") for call in refusals]
    for call, key in said:
        assert key in ENGLISH, call.where
        assert call.open_ended or wanted(key) <= call.data, call.where


def test_what_is_said_at_every_table_promises_no_cards() -> None:
    """Some games have none."""
    for languages, card in ((ENGLISH, " card"), (JAPANESE, "手札")):
        assert [key for key, m in languages.items() if key.startswith("kit.") and card in whole(m)] == []


def test_only_the_private_page_of_the_proof_holds_whole_fingerprints() -> None:
    """64 digits between a picture and its buttons help nobody."""
    whole_ones = [key for key in ENGLISH if wanted(key) & {"commitment", "binding"}]
    assert whole_ones
    assert [key for key in whole_ones if not key.startswith("table.verify.")] == []


def test_a_question_ends_by_a_time_of_any_wording() -> None:
    """Discord writes "in 2 days" for it: no word may stand before it that takes a date alone."""
    assert "until {until}" not in whole(ENGLISH["motion.until"])


def test_boards_and_histories_call_people_by_their_bare_names_in_japanese() -> None:
    """Computers sit there as well, and what stands in one post agrees; who is written to, or asked about
    others, reads さん."""
    on_boards = {key: whole(message) for key, message in JAPANESE.items() if ON_BOARDS.match(key)}
    assert on_boards
    assert [key for key, text in on_boards.items() if "}さん" in text] == []


def test_the_answers_to_a_question_are_in_sentence_case() -> None:
    keys = [key for key in ENGLISH if re.fullmatch(r"motion\.\w+\.(yes|no)", key)]
    answers = [text for key in keys for text in forms(ENGLISH[key])]
    assert len(answers) >= 7
    assert [text for text in answers if text != text.capitalize()] == []
