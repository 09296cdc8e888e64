"""A verifier written from docs/chance.md alone: it imports nothing of ours.

`python outside_verifier.py FILE` checks commitment, parts and binding, and the first deal of 6 nimmt!.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PARTS = {2: ("table", "game", "options", "seats", "contributions"), 3: ("game", "options", "seats")}
KINDS = {2: "chance 2", 3: "challenge 1"}
HAND, ROWS = 10, 4


def check(data: bytes) -> list[str]:
    """What is wrong with a file; nothing, if all is well."""
    game = json.loads(data)
    secret = bytes.fromhex(game["secret"])
    wrong = [] if sha256(secret) == game["commitment"] else ["commitment"]
    if game["format"] == 1:
        return wrong + first_deal(game, secret, game["seats"])
    wrong += [part for part in PARTS[game["format"]] if sha256(canonical(game[part])) != game["parts"][part]]
    context = context_of(game)
    wrong += [] if sha256(context) == game["binding"] else ["binding"]
    key = hmac.digest(secret, context, "sha256")
    return wrong + first_deal(game, key, len(game["seats"]))


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def context_of(game: Any) -> bytes:
    lines = [f"stammtisch {KINDS[game['format']]}", f"commitment {game['commitment']}"]
    lines += [f"{part} {game['parts'][part]}" for part in PARTS[game["format"]]]
    return "".join(line + "\n" for line in lines).encode("ascii")


def first_deal(game: Any, key: bytes, seats: int) -> list[str]:
    """The hands of the first round against the cards that were chosen in it."""
    options = game["options"]
    if game["game"] != "six_nimmt" or options.get("deal") == "logic":
        return []
    cards = list(range(1, 105))
    if options.get("playing") == "open":
        cards.remove(1)
    if options.get("deal") == "strategy":
        cards = cards[: HAND * seats + ROWS]
    shuffled = shuffle(cards, draw(key, "deal", 1))
    chosen = cards_chosen(game["log"])
    dealt = {seat: set(shuffled[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)}
    every = sorted(chosen.keys() | dealt.keys())
    return [f"hand of seat {seat}" for seat in every if chosen.get(seat) != dealt.get(seat)]


def cards_chosen(log: Any) -> dict[int, set[int]]:
    """By seat: the cards it chose before the second deal."""
    chosen: dict[int, set[int]] = {}
    for row in log:
        move = row["move"] or {}
        if move.get("move") == "deal":
            break
        if move.get("move") == "choose":
            chosen.setdefault(row["seat"], set()).add(move["card"])
    return chosen


def draw(key: bytes, label: str, number: int) -> Iterator[int]:
    block = 0
    while True:
        data = hmac.digest(key, f"{label}:{number}:{block}".encode("ascii"), "sha256")
        yield from (int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(n: int, words: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % n
    return next(word for word in words if word < limit) % n


def shuffle(items: list[int], words: Iterator[int]) -> list[int]:
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1, words)
        items[last], items[other] = items[other], items[last]
    return items


if __name__ == "__main__":
    found = check(Path(sys.argv[1]).read_bytes())
    sys.stdout.write("\n".join(found or ["OK"]) + "\n")
    sys.exit(bool(found))
