"""Chance that players can check."""

import hashlib
import hmac
from itertools import islice

import pytest

from bot.games.chance import Chance

ZERO = Chance(bytes(32))


def words(secret: bytes, name: str, count: int) -> list[int]:
    """The first words of a stream, as the module's text describes them."""
    blocks = (
        hmac.new(secret, f"{name}:{n}".encode(), hashlib.sha256).digest() for n in range(count // 8 + 1)
    )
    data = b"".join(blocks)
    return [int.from_bytes(data[at : at + 4], "big") for at in range(0, 4 * count, 4)]


def test_a_stream_is_what_its_description_says() -> None:
    """A power of two rejects nothing, so each number is a word modulo it; across blocks too."""
    stream = ZERO.stream("deal", 3)
    assert [stream.below(1 << 32) for _ in range(20)] == words(bytes(32), "deal:3", 20)


def test_fixed_vectors() -> None:
    """Written down once, so that no change of the code can change a deal under way."""
    stream = ZERO.stream("deal", 1)
    assert [stream.below(104) for _ in range(8)] == [19, 94, 19, 43, 50, 35, 89, 5]
    assert ZERO.stream("roll", 7).shuffled(range(10)) == [6, 9, 7, 5, 2, 1, 4, 3, 8, 0]
    assert ZERO.commitment == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_words_above_the_largest_multiple_are_rejected() -> None:
    """Half of all words are: the numbers are the others."""
    n = (1 << 31) + 1
    kept = [word for word in words(bytes(32), "x:0", 64) if word < n]
    stream = ZERO.stream("x", 0)
    assert 10 < len(kept) < 54
    assert [stream.below(n) for _ in kept] == kept


def test_the_largest_multiple_itself_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise 0 would be a little likelier than the rest."""
    limit = (1 << 32) // 6 * 6
    monkeypatch.setattr("bot.games.chance._words", lambda *_: iter([limit, limit - 1]))
    assert ZERO.stream("roll", 1).below(6) == 5


def test_a_shuffle_is_fisher_yates_from_the_last_place() -> None:
    stream = ZERO.stream("deal", 1)
    items = list("abcdef")
    for last in range(5, 0, -1):
        other = stream.below(last + 1)
        items[last], items[other] = items[other], items[last]
    assert ZERO.stream("deal", 1).shuffled("abcdef") == items


def test_a_choice_is_one_of_the_items() -> None:
    found = {ZERO.stream("absent", number).choice("xyz") for number in range(60)}
    assert found == {"x", "y", "z"}


def test_a_draw_depends_on_secret_label_and_number_and_on_nothing_else() -> None:
    draws = [
        tuple(islice(iter(lambda s=stream: s.below(1 << 32), None), 4))
        for stream in (
            ZERO.stream("deal", 1),
            ZERO.stream("deal", 1),
            ZERO.stream("deal", 2),
            ZERO.stream("roll", 1),
            Chance(bytes(31) + b"\x01").stream("deal", 1),
        )
    ]
    assert draws[0] == draws[1]
    assert len(set(draws)) == 4


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    chance = Chance.fresh()
    assert chance.commitment == hashlib.sha256(chance.secret).hexdigest()
    assert chance.secret != Chance.fresh().secret


def test_the_secret_is_not_shown_by_accident() -> None:
    assert repr(Chance(b"s" * 32)) == "Chance(...)"


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Chance(bytes(length))
