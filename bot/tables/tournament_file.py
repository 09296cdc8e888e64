"""The results of a tournament as a file, from which anybody can work out the standings."""

from typing import Any

import msgspec

from bot.tables.cups import Cup
from bot.tournaments.standings import standings


def results_file(cup: Cup) -> bytes:
    """JSON: the rules, who holds which line, every table with places and scores, byes, and the standings."""
    rules, tournament = cup.tournament.rules, cup.tournament
    rounds = [
        {
            "final": one.final,
            "byes": one.byes,
            "tables": [
                {
                    "table": pod.table,
                    "group": pod.box,
                    "players": pod.lines,
                    "places": pod.places,
                    "scores": pod.scores,
                }
                for pod in cup.pods
                if pod.round == at
            ],
        }
        for at, one in enumerate(tournament.rounds, 1)
    ]
    found: dict[str, Any] = {
        "title": cup.row.title,
        "game": cup.row.game,
        "options": msgspec.Raw(cup.row.options),
        "format": rules.format,
        "points": rules.table,
        "tie_breaks": rules.tie_breaks,
        "lowest_wins": rules.lowest_wins,
        "at_once": rules.at_once,
        "players": [_player(cup, line.number, line.until) for line in tournament.lines],
        "rounds": rounds,
        "standings": [
            {"place": one.place, "player": one.number, "points": str(one.points), "gone": one.gone}
            for one in standings(tournament)
        ],
    }
    if rules.duplicate:
        found["duplicate"] = [
            {"round": deal.round, "commitment": deal.commitment, "secret": deal.secret.hex()}
            for deal in cup.deals
        ]
    return msgspec.json.format(msgspec.json.encode(found))


def _player(cup: Cup, number: int, until: int | None) -> dict[str, Any]:
    """A line; `until` is the last round of one that was given up."""
    holder = cup.holder(number)
    return {"number": number, "name": holder.name if holder else "", "until": until}
