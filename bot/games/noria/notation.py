"""The notation of start positions (rules 11.7): market, islands, bot wheel, player wheel, one line each; and
slots, islands and payments as people type them, in any width and case."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import get_args

import msgspec
from msgspec.structs import replace

from bot.games.contract import Refusal
from bot.games.data import load
from bot.games.noria.box import BOX, ISLANDS, KINDS, LETTERS, NOTHING, RINGS, Bundle, Kind, Path
from bot.games.noria.wheel import EMPTY, PLACE, Disc, Wheel, at, discs_on, put

PRICED = ("C", "J", "T", "B")
"""The discs that cost something."""
PRICES = tuple([BOX.basic_prices[kind] for kind in PRICED])


class Spellings(msgspec.Struct, frozen=True):
    """What may be typed for a path besides its code, and the words that may follow it."""

    paths: dict[Path, tuple[str, ...]]
    after_path: tuple[str, ...]


_SPELLINGS = load("noria", "spellings", Spellings)
_NAMES: dict[str, Path] = {
    **{path.lower(): path for path in get_args(Path)},
    **{name: path for path, names in _SPELLINGS.paths.items() for name in names},
}
_SLOT = re.compile(r"(\d+)([A-Z])(\+?)")
_SIGNS = str.maketrans({"、": ",", "×": "x", "✕": "x", "✖": "x"})
_DASH = re.compile("[\u2010-\u2015\u2212\u2500\u2501]|(?<![\u30a1-\u30fa])\u30fc")
"""Also the sign for a long vowel, which keyboards for kana give, unless it stands in a word."""
_LABEL = re.compile(r"[^\W\d_]+(?:['’]s)?(?:\s+wheel)?\s*:", re.IGNORECASE)
"""What is printed before a line: `市場:`, `Bot wheel:`."""
_BULLET = re.compile(r"(?:^|(?<=\s))[・•●■]\s*|^[-*]\s+", re.MULTILINE)
_NAME = r"[^\W\d_]{2,}(?:['’]s)?(?:\s+wheel)?\s+"
_NAMED = re.compile(rf"^{_NAME}(?=[A-Z]?\d)", re.IGNORECASE)
"""The same without the colon, where a line begins."""
_ISLAND = re.compile(r"(\d+)(x?)")
_MARK = re.compile(r"\s*(?:\(\s*x\s*\)|x)")
_PATH_BEHIND = re.compile(r"(.*\d\s*[A-Z]\+?)(?:\s*,\s*|\s+)([^\W\d].*)", re.IGNORECASE)
_NUMBER = r"\d+(?:\s*(?:\(\s*x\s*\)|x))?"
_WHEEL = r"\d+[A-Z]\s*-(?:[\s,]*\d+[A-Z]){2}\s*-(?:[\s,]*\d+[A-Z]){3}(?:(?:\s*[-,]\s*|\s+)[^\W\d]+)?"
_RUN_TOGETHER = re.compile(
    rf"((?:[A-Z]\d[\s,]+){{3}}[A-Z]\d)\s+(?:{_NAME})?((?:{_NUMBER}[\s,]+)+{_NUMBER})"
    rf"\s+(?:{_NAME})?({_WHEEL})(?:\s+(?:{_NAME})?({_WHEEL}))?",
    re.IGNORECASE,
)
"""The lines with blanks between them: Discord makes them of line breaks that are pasted into a command."""
EXAMPLE = "J1, C2, T3, B4\n7, 4(x), 2, 8, 9\n1A - 1E 2B - 3C 4F 5D - REF\n1J - 1T 3O - 1C 3M 4E - COL"
"""A whole start position."""


class Start(msgspec.Struct, frozen=True):
    """A start position of the solo mode; None is drawn or chosen."""

    prices: dict[str, int]
    islands: tuple[int, ...]
    """The circle, clockwise from the top centre."""
    ambassador: int
    """The island of the bot's ambassador."""
    bot: Wheel
    bot_path: Path | None = None
    player: Wheel | None = None
    player_path: Path | None = None


def read_start(text: str) -> Start:
    """The four lines, parted by line breaks, bullets, semicolons, strokes, their names or, if they are in
    order, by blanks alone; without the last one the player builds.

    Refusals: notation_lines, notation_market, notation_islands, and those of `read_wheel`."""
    parted = _LABEL.sub("\n", _BULLET.sub("\n", _plain(text)))
    lines = [_NAMED.sub("", line) for line in map(str.strip, re.split(r"[\n;/]", parted)) if line]
    if len(lines) == 1 and (found := _RUN_TOGETHER.fullmatch(lines[0])):
        lines = [line for line in found.groups() if line]
    if len(lines) not in (3, 4):
        raise Refusal("notation_lines", n=len(lines))
    prices = read_market(lines[0])
    islands, ambassador = read_islands(lines[1])
    bot, bot_path = read_wheel(lines[2], LETTERS)
    player, player_path = read_wheel(lines[3], BOX.starting_discs) if len(lines) > 3 else (None, None)
    return Start(prices, islands, ambassador, bot, bot_path, player, player_path)


def write_start(start: Start) -> str:
    """The lines of a start position, to be copied; the priced discs stand in them from the cheapest on."""
    prices = [f"{kind}{start.prices[kind]}" for kind in sorted(PRICED, key=start.prices.__getitem__)]
    islands = [f"{number}(x)" if number == start.ambassador else str(number) for number in start.islands]
    lines = [", ".join(prices), ", ".join(islands), write_wheel(start.bot, start.bot_path)]
    if start.player is not None:
        lines.append(write_wheel(start.player, start.player_path))
    return "\n".join(lines)


def canonical(start: Start) -> str:
    """The same lines for all positions from which the game goes on alike: only who follows whom counts in the
    circle of islands, so it begins with the bot's ambassador."""
    first = start.islands.index(start.ambassador)
    return write_start(replace(start, islands=start.islands[first:] + start.islands[:first]))


def whole_key(text: str) -> str:
    """The canonical lines of a start position that leaves nothing to be drawn or chosen. Refusals: those of
    `read_start`, noria_whole_start."""
    start = read_start(text)
    if not (start.bot_path and start.player_path):
        raise Refusal("noria_whole_start")
    return canonical(start)


def read_wheel(text: str, discs: Collection[str]) -> tuple[Wheel, Path | None]:
    """A whole start wheel that holds each of these discs once, 1, 2 and 3 on S, M and L; and its path.

    Refusals: notation_wheel, notation_slot, notation_twice, notation_discs, notation_rings, notation_path."""
    wheel, path = read_slots(text)
    if any(disc is not None and disc.upgraded for disc in wheel):
        raise Refusal("notation_wheel", text=text.strip())
    kinds = [disc.kind for disc in wheel if disc is not None]
    if sorted(kinds) != sorted(discs):
        raise Refusal("notation_discs", discs=" ".join(discs))
    wanted = BOX.expert_wheel
    if any(len(discs_on(wheel, ring)) != count for ring, count in wanted.items()):
        raise Refusal("notation_rings", small=wanted["S"], medium=wanted["M"], large=wanted["L"])
    return wheel, path


def read_slots(text: str) -> tuple[Wheel, Path | None]:
    """Any wheel, whatever lies on it, `+` behind an upgraded disc; and its path, behind a dash, a comma or a
    blank.

    Refusals: notation_wheel, notation_slot, notation_twice, notation_path."""
    parts = [part.strip() for part in _plain(text).split("-")]
    if len(parts) == len(RINGS) and (behind := _PATH_BEHIND.fullmatch(parts[-1])):
        parts[-1:] = behind.groups()
    if len(parts) not in (len(RINGS), len(RINGS) + 1):
        raise Refusal("notation_wheel", text=text.strip())
    wheel = EMPTY
    for ring, part in zip(RINGS, parts, strict=False):
        wheel = _with_ring(wheel, ring, re.sub(r"[\s,]", "", part).upper())
    return wheel, read_path(parts[-1]) if len(parts) > len(RINGS) else None


def _with_ring(wheel: Wheel, ring: str, text: str) -> Wheel:
    if _SLOT.sub("", text):
        raise Refusal("notation_wheel", text=text)
    for number, kind, upgraded in _SLOT.findall(text):
        slot = f"{ring}{int(number)}"
        if slot not in PLACE:
            raise Refusal("notation_slot", slot=slot)
        if at(wheel, slot) is not None:
            raise Refusal("notation_twice", slot=slot)
        wheel = put(wheel, slot, Disc(kind, bool(upgraded)))
    return wheel


def write_wheel(wheel: Wheel, path: Path | None = None) -> str:
    """A wheel in one line: `1J - 1T 3O - 1C 3M 4E`."""
    rings = [
        " ".join([f"{slot[1:]}{disc.kind}{'+' * disc.upgraded}" for slot, disc in discs_on(wheel, ring)])
        for ring in RINGS
    ]
    return " - ".join([*rings, path] if path else rings)


def read_path(text: str) -> Path:
    """A path by its code or one of its names; refusal: notation_path."""
    name = text.strip()
    for word in _SPELLINGS.after_path:
        name = name.removesuffix(word)
    name = name.strip().lower()
    if name not in _NAMES:
        raise Refusal("notation_path", text=text.strip())
    return _NAMES[name]


def read_market(text: str) -> dict[str, int]:
    """The prices of C, J, T and B: `J1, C2, T3, B4`; refusal: notation_market."""
    found = re.fullmatch(r"(?:[A-Z]\d){4}", re.sub(r"[\s,]", "", _plain(text)).upper())
    prices = {kind: int(price) for kind, price in re.findall("(.)(.)", found[0])} if found else {}
    if sorted(prices) != sorted(PRICED) or sorted(prices.values()) != sorted(PRICES):
        raise Refusal("notation_market", text=text.strip())
    return prices


def read_islands(text: str) -> tuple[tuple[int, ...], int]:
    """The circle and the island of the bot's ambassador: `7, 4(x), 2, 8, 9`; refusal: notation_islands."""
    items = re.split(r"[\s,]+", _MARK.sub("x", _plain(text).lower()).strip())
    found = [match for match in map(_ISLAND.fullmatch, items) if match]
    numbers = tuple([int(match[1]) for match in found])
    marked = [int(match[1]) for match in found if match[2]]
    right = len(found) == len(items) == BOX.islands_in_play[1] == len({*numbers} & {*ISLANDS})
    if not right or len(marked) != 1:
        raise Refusal("notation_islands", text=text.strip())
    return numbers, marked[0]


def _plain(text: str) -> str:
    """The same in plain signs: narrow letters and digits, one kind of dash, comma and cross."""
    return _DASH.sub("-", unicodedata.normalize("NFKC", text).translate(_SIGNS))


_BETWEEN = re.compile(r"[\s,、，+;；]+")
_KIND_SIGNS: dict[str, Kind] = dict(zip("emoscpil", KINDS, strict=True))
_COUNTED = re.compile(r"([emoscpil])(\d{1,3})")
_NO_PAYMENT = "-"


def read_slot(text: str) -> str:
    """The slot that somebody means. Refusal: no_such_slot {slot}."""
    found = _narrow(text).upper()
    if found not in PLACE:
        raise Refusal("no_such_slot", slot=text)
    return found


def read_slot_list(text: str) -> tuple[str, ...]:
    """All slots of a list, in the order of the wheel. Refusal: no_such_slot {slot}."""
    return in_order(read_slot(part) for part in _BETWEEN.split(text.strip()) if part)


def in_order(slots: Iterable[str]) -> tuple[str, ...]:
    """Slots as moves name them: in the order of the wheel."""
    return tuple(sorted(slots, key=lambda slot: PLACE.get(slot, -1)))


def read_island(text: str) -> int:
    """The number of an island. Refusal: noria_island {text}."""
    typed = _narrow(text)
    if not typed.isdecimal() or len(typed) > 3:
        raise Refusal("noria_island", text=text)
    return int(typed)


def read_payment(text: str) -> Bundle:
    """A payment: `e2m1`. Refusal: noria_payment {text}."""
    found = payment_from(_narrow(text)) if text.strip() else NOTHING
    if found is None:
        raise Refusal("noria_payment", text=text)
    return found


def payment_from(text: str) -> Bundle | None:
    """The payment that `write_payment` has written; None for anything else."""
    if text == _NO_PAYMENT:
        return NOTHING
    found = {_KIND_SIGNS[sign]: int(count) for sign, count in _COUNTED.findall(text)}
    return Bundle(**found) if found and not _COUNTED.sub("", text).strip() else None


def write_payment(pay: Bundle) -> str:
    """A payment in a few characters: `e2m1`."""
    signs = {kind: sign for sign, kind in _KIND_SIGNS.items()}
    return "".join(f"{signs[kind]}{count}" for kind, count in pay.items()) or _NO_PAYMENT


def _narrow(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().casefold()
