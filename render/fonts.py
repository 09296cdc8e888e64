"""The two faces of all pictures, and what can be written with them."""

import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.view_model import ComputerName
from render.theme import SIZES

_PACKAGES = ("noto_cjk_sans_jp_regular", "noto_cjk_sans_jp_bold")
_SYSTEM = tuple(
    (Path(folder, f"NotoSansCJK-Regular{suffix}"), Path(folder, f"NotoSansCJK-Bold{suffix}"))
    for folder in (
        "/usr/share/fonts/opentype/noto",
        "/usr/share/fonts/noto-cjk",
        "/usr/share/fonts/truetype/noto",
    )
    for suffix in (".ttc", ".otf")
)
MISSING = "〓"
"""The geta mark stands for characters that no face has, emoji above all, as printers have always done."""
ELLIPSIS = "…"
_OPENING = frozenset("（「『【")
_NO_LINE_START = frozenset(
    "、。・,.!?)」』】ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ!?:;)…\uff01\uff09\uff0c\uff1a\uff1f"
)
_CLOSING = frozenset(")\uff09」』】")
_HIRAGANA = "\u3041", "\u309f"
_BREAK_AFTER = frozenset(" -・·_/　")


class FontError(Exception):
    """No usable font; the text is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Faces:
    """The files of the two weights."""

    regular: Path
    bold: Path


def resolve(settings: Mapping[str, str] = os.environ) -> Faces:
    """The faces to use: STAMMTISCH_FONT and STAMMTISCH_FONT_BOLD, the two font packages, the system's."""
    if regular := settings.get("STAMMTISCH_FONT"):
        return _checked(Path(regular), Path(settings.get("STAMMTISCH_FONT_BOLD") or regular))
    try:
        return _checked(*(Path(str(import_module(name).FONT_PATH)) for name in _PACKAGES))
    except ImportError:
        pass
    for regular_file, bold_file in _SYSTEM:
        if regular_file.is_file() and bold_file.is_file():
            return _checked(regular_file, bold_file)
    raise FontError(
        "No font for the pictures: install the packages noto-cjk-sans-jp-regular and noto-cjk-sans-jp-bold, "
        "or set STAMMTISCH_FONT to a font file."
    )


def _checked(regular: Path, bold: Path) -> Faces:
    for path in (regular, bold):
        try:
            ImageFont.truetype(str(path), 26, layout_engine=ImageFont.Layout.BASIC)
        except OSError as error:
            raise FontError(f"Not a usable font file: {path}") from error
    return Faces(regular, bold)


@cache
def _faces() -> Faces:
    return resolve()


@cache
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """A face in one of the sizes. Basic layout: the other engine is slower and moves widths."""
    path = _faces().bold if bold else _faces().regular
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def large(size: int) -> ImageFont.FreeTypeFont:
    """The bold face in any size, opened anew: for drawings that are made once."""
    return ImageFont.truetype(str(_faces().bold), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def width(text: str, size: int, bold: bool = False) -> int:
    """How wide the text runs, in whole pixels."""
    return -int(-font(size, bold).getlength(text) // 1)


@lru_cache(maxsize=4096)
def _known(character: str) -> bool:
    # A character that the font lacks is drawn like this one, which no font has.
    return _shape(character) != _shape("\U0010ffff")


def _shape(character: str) -> bytes:
    image = Image.new("L", (64, 64))
    ImageDraw.Draw(image).text((8, 40), character, 255, font(26), "ls")
    return image.tobytes()


@lru_cache(maxsize=2048)
def clean(text: str) -> str:
    """The text with what can't be drawn replaced: one sign for a run of unknown characters."""
    result: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if kind in ("Mn", "Me", "Cf", "Cc", "Cs", "Co", "Cn") and not character.isspace():
            continue
        shown = " " if character.isspace() else character if _known(character) else MISSING
        if shown not in (" ", MISSING) or result[-1:] != [shown]:
            result.append(shown)
    return "".join(result).strip() or MISSING


def fit(text: str, room: float, size: int, bold: bool = False) -> str:
    """The text, cut with an ellipsis if it is wider than `room`; a computer's name loses its level first."""
    if isinstance(text, ComputerName) and width(clean(text), size, bold) > room:
        text = text.short
    text = clean(text)
    if width(text, size, bold) <= room:
        return text
    end = len(text)
    while end > 1 and width(text[:end].rstrip() + ELLIPSIS, size, bold) > room:
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def largest(text: str, size: int, room: float) -> int:
    """The largest of `size` and the sizes below it in which a bold line fits."""
    sizes = [*[one for one in SIZES if one < size], size]
    return next((one for one in reversed(sizes) if width(text, one, True) <= room), sizes[0])


def lines(text: str, room: float, size: int, bold: bool = False, most: int = 2) -> list[str]:
    """The text in at most `most` lines, broken where words end if it is whole then, the last one cut if need
    be."""
    by_words = _broken(text, room, size, bold, most, by_words=True)
    cut = by_words and by_words[-1].endswith(ELLIPSIS) and not text.endswith(ELLIPSIS)
    return _broken(text, room, size, bold, most, by_words=False) if cut else by_words


def _broken(text: str, room: float, size: int, bold: bool, most: int, *, by_words: bool) -> list[str]:
    rest = clean(text)
    result: list[str] = []
    while rest and len(result) < most - 1 and width(rest, size, bold) > room:
        # After the last good place that fits, else after the last letter that fits.
        within = [n for n in range(1, len(rest)) if width(rest[:n].rstrip(), size, bold) <= room]
        fitting = max(within, default=1)
        words_end = (n for n in range(fitting, fitting // 3, -1) if by_words and ends_word(rest, n))
        may_end = (n for n in range(fitting, 0, -1) if _may_break(rest[n - 1], rest[n]))
        end = next(chain(words_end, may_end), fitting)
        bracket = max(rest.rfind(one, 1, end) for one in (*_OPENING, " ("))
        left = (most - len(result) - 1) * room
        if bracket > 0 and not _CLOSING & {*rest[bracket:end]} and width(rest[bracket:], size, bold) <= left:
            end = bracket  # what stands in brackets goes to the next line as a whole
        result.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*result, fit(rest, room, size, bold)] if rest else result


def ends_word(text: str, n: int) -> bool:
    """Whether a word may end before this letter: in Japanese behind the kana that follow what has its
    meaning."""
    if n >= len(text):
        return True
    before, after = text[n - 1], text[n]
    kana = _HIRAGANA[0] <= before <= _HIRAGANA[1] and not _HIRAGANA[0] <= after <= _HIRAGANA[1]
    return before in _BREAK_AFTER or after in _OPENING or (kana and after not in _NO_LINE_START)


def _may_break(before: str, after: str) -> bool:
    if before in _BREAK_AFTER or after in _OPENING:
        return True
    if before in _OPENING:
        return False
    wide = unicodedata.east_asian_width(before) in "WF" and unicodedata.east_asian_width(after) in "WF"
    return wide and after not in _NO_LINE_START
