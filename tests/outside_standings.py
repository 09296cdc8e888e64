"""The standings of a tournament, worked out from its file of results alone: it imports nothing of ours.

`python outside_standings.py FILE` says what is wrong with the standings in it.
"""

import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

Row = tuple[int, int, Fraction, bool]
"""Place, player, points, whether they dropped out."""


def check(data: bytes) -> list[str]:
    """What is wrong with the standings in a file; nothing, if all is well."""
    file = json.loads(data)
    told = [(row["place"], row["player"], Fraction(row["points"]), row["gone"]) for row in file["standings"]]
    found = work_out(file)
    return [f"{there} should be {here}" for there, here in zip(told, found, strict=True) if there != here]


def work_out(file: dict[str, Any]) -> list[Row]:
    """The standings: who stayed before who dropped out, then what the format ranks by, then points, then one
    tie-break after the other."""
    tables = [table for one in file["rounds"] for table in one["tables"] if table["places"]]
    players = [player["number"] for player in file["players"]]
    gone = {player["number"]: player["until"] is not None for player in file["players"]}
    points = dict.fromkeys(players, Fraction(0))
    for table in tables:
        for player, won in zip(table["players"], worth(file["points"], table["places"]), strict=True):
            points[player] += won
    for one in file["rounds"]:
        for player in one["byes"]:
            points[player] += Fraction(sum(file["points"]), len(file["points"]))
    found: list[Row] = []
    first = FIRST.get(file["format"], lambda _: {})(file)
    groups = apart(players, lambda player, _: (not gone[player], -first.get(player, 0), points[player]))
    for name in file["tie_breaks"]:
        groups = [
            part
            for tied in groups
            for part in apart(tied, lambda player, tied: TIES[name](file, tables, points, player, tied))  # noqa: B023
        ]
    for tied in groups:
        place = 1 + len(found)
        found += [(place, player, points[player], gone[player]) for player in sorted(tied)]
    return found


def apart(tied: list[int], value: Any) -> list[list[int]]:
    """The tied in groups of equals, best first."""
    worths = {player: value(player, tied) for player in tied}
    return [
        [player for player in tied if worths[player] == worth]
        for worth in sorted(set(worths.values()), reverse=True)
    ]


def worth(points: list[int], places: list[int]) -> list[Fraction]:
    """What the seats of a table get: each of n places an equal slice of the points, shared places the average
    of theirs."""
    n = len(places)
    fine = [each for each in points for _ in range(n)]  # each place n times
    wide = len(points)
    slices = [Fraction(sum(fine[at * wide : (at + 1) * wide]), wide) for at in range(n)]
    return [
        Fraction(sum(slices[place - 1 : place - 1 + places.count(place)]), places.count(place))
        for place in places
    ]


def earned(file: dict[str, Any], tables: list[dict[str, Any]]) -> dict[int, Fraction]:
    """What players got at these tables together; a table without a result gives nothing."""
    found: dict[int, Fraction] = {}
    for table in tables:
        got = (
            worth(file["points"], table["places"])
            if table["places"]
            else [Fraction()] * len(table["players"])
        )
        for player, won in zip(table["players"], got, strict=True):
            found[player] = found.get(player, Fraction()) + won
    return found


def finals(file: dict[str, Any]) -> dict[int, int]:
    """The rank by the final: whoever sat at a better final table is ahead of all at worse ones, and at the
    same one who got more there; those without a final come last, all alike."""
    final = [one for one in file["rounds"] if one["final"]]
    if not final:
        return {}
    found = dict.fromkeys([player["number"] for player in file["players"]], 10**6)
    for group in {table["group"] for table in final[0]["tables"]}:
        got = earned(file, [table for table in final[0]["tables"] if table["group"] == group])
        for player in got:
            better = [other for other in got if got[other] > got[player]]
            found[player] = 1000 * group + len(better)
    return found


def rungs(file: dict[str, Any]) -> dict[int, int]:
    """The rungs of a ladder, from 0 at the top. It begins in the order of the numbers. A round moves people
    once all of it has been played: those of a box share out its rungs by what they got, a tie by the rung
    they had; but the last of each box and the first of the box below have changed places before."""
    rung = {player["number"]: at for at, player in enumerate(file["players"])}
    for one in file["rounds"]:
        if not one["tables"] or not all(table["places"] for table in one["tables"]):
            continue
        boxes: dict[int, list[dict[str, Any]]] = {}
        for table in one["tables"]:
            boxes.setdefault(table["group"], []).append(table)
        rows: list[list[int]] = []
        free: list[list[int]] = []
        for group in sorted(boxes):
            got = earned(file, boxes[group])
            rows.append(sorted(sorted(got, key=rung.__getitem__), key=got.__getitem__, reverse=True))
            free.append(sorted(rung[player] for player in got))
        for at in range(1, len(rows)):
            falls, climbs = rows[at - 1].pop(), rows[at].pop(0)
            rows[at - 1].append(climbs)
            rows[at].insert(0, falls)
        for row, there in zip(rows, free, strict=True):
            rung |= dict(zip(row, there, strict=True))
    return rung


FIRST = {"groups": finals, "ladder": rungs}
"""What counts before points, where a format has something: a smaller number is better."""


def meetings(tables: list[dict[str, Any]], player: int) -> Iterator[tuple[dict[str, Any], int]]:
    for table in tables:
        if player in table["players"]:
            yield table, table["players"].index(player)


def opponents(file: Any, tables: Any, points: Any, player: int, tied: list[int]) -> Fraction:
    met = [
        points[other]
        for table, seat in meetings(tables, player)
        for other in table["players"]
        if other != player
    ]
    return sum(met, Fraction()) / len(met) if met else Fraction()


def duels(file: Any, tables: Any, points: Any, player: int, tied: list[int]) -> Fraction:
    found = Fraction()
    for table, seat in meetings(tables, player):
        for other, place in zip(table["players"], table["places"], strict=True):
            if other in tied and other != player:
                own = table["places"][seat]
                found += 1 if own < place else Fraction(1, 2) if own == place else 0
    return found


def wins(file: Any, tables: Any, points: Any, player: int, tied: list[int]) -> Fraction:
    firsts = [
        table["places"].count(1) for table, seat in meetings(tables, player) if table["places"][seat] == 1
    ]
    return sum((Fraction(1, each) for each in firsts), Fraction())


def score(file: Any, tables: Any, points: Any, player: int, tied: list[int]) -> Fraction:
    total = sum(table["scores"][seat] for table, seat in meetings(tables, player) if table["scores"])
    return Fraction(-total if file["lowest_wins"] else total)


def seats(file: Any, tables: Any, points: Any, player: int, tied: list[int]) -> Fraction:
    """How much of those who had the same seat elsewhere came off worse, at tables of one size and deal."""
    parts: list[Fraction] = []
    for one in file["rounds"]:
        turn = max(1, len(one["tables"]) // file["at_once"])
        for index, table in enumerate(one["tables"]):
            if player not in table["players"] or not table["scores"]:
                continue
            seat = table["players"].index(player)
            others = [
                other["scores"][seat]
                for at, other in enumerate(one["tables"])
                if at != index
                and at // turn == index // turn
                and len(other["scores"]) == len(table["scores"])
            ]
            own = table["scores"][seat]
            better = [(own < each) if file["lowest_wins"] else (own > each) for each in others]
            if others:
                parts.append((sum(better) + Fraction(others.count(own), 2)) / len(others))
    return sum(parts, Fraction()) / len(parts) if parts else Fraction()


TIES = {"opponents": opponents, "duels": duels, "wins": wins, "score": score, "seats": seats}

if __name__ == "__main__":
    print("\n".join(check(Path(sys.argv[1]).read_bytes())) or "All right.")  # noqa: T201
