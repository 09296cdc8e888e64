"""The pictures of My City: each is known by everything it shows, and drawn only when asked for."""

from __future__ import annotations

from dataclasses import replace

from bot.games.contract import Outcome, ScoreRow
from bot.games.my_city.moves import Build, MyCityMove, Pass, Stop
from bot.games.my_city.standing import chapter_totals, plan
from bot.games.my_city.view import MyCityView
from bot.games.registry import game
from render import ranking as final
from render.drawn import drawing
from render.my_city import alt, contact, overview, own_sheet, score_sheets, standing_table
from render.my_city import words as told
from render.my_city.facts import looked_back, public
from render.scene import Drawing, Scene

_KEY = "my_city"
City = Scene[MyCityView]


def board(scene: City) -> Drawing:
    """The public picture of a round: dice, who is still choosing, all sheets with what was drawn last lit.

    Nothing in it depends on whose eyes look, or on what anybody has chosen for the present round. Before a
    campaign of free order has begun, the twelve episodes."""
    shown = replace(_public(scene), earlier=scene.earlier)
    if not scene.view.episode:
        return drawing(_KEY, "episodes", shown, overview.paint, alt.episodes)
    return drawing(_KEY, "board", shown, contact.paint, alt.board)


def moment(scene: City) -> Drawing:
    """The board as a page of the history: the newest finished round with its dice, and nobody is asked."""
    shown = replace(_public(scene), view=looked_back(scene.view))
    if not scene.view.episode:
        begins = scene.words("my_city.panel.caption_campaign")
        return drawing(_KEY, "beginning", shown, overview.paint, alt.episodes, begins)
    return drawing(_KEY, "moment", shown, contact.paint, _moment)


def pages(scene: City) -> tuple[Drawing, ...]:
    """All pictures of a page of the history."""
    return (moment(scene), *sums(scene))


def own(scene: City, choice: MyCityMove | None = None) -> Drawing:
    """The sheet of `scene.seat` with coordinates, dice, boxes and score.

    A `choice` for the round, not yet made, is tried out on it, legal or not; without one the choice already
    made is shown. Where there is no sheet yet, the board."""
    if not scene.view.episode:
        return board(scene)
    shown = choice if isinstance(choice, Build | Pass | Stop) else None
    mine = replace(scene, events=())
    return drawing(_KEY, "sheet", mine, own_sheet.paint, alt.own, shown)


def scores(scene: City) -> Drawing:
    """The newest finished episode: every player's score sheet; there is at least one."""
    shown = _public(scene)
    return drawing(_KEY, "scores", shown, score_sheets.paint, alt.scores)


def sums(scene: City) -> tuple[Drawing, ...]:
    """When an episode is done, what the sheets are worth, and of several the standings."""
    view = scene.view
    if view.phase == "round" or not view.episode:
        return ()
    return (scores(scene), standings(scene)) if len(plan(view.options)) > 1 else (scores(scene),)


def standings(scene: City) -> Drawing:
    """Totals by chapter or episode with a curve over the episodes played; for one player the grades."""
    shown = _public(scene)
    return drawing(_KEY, "standings", shown, standing_table.paint, alt.standings)


def ranking(scene: City) -> Drawing:
    """The final ranking: one episode row by row, several by their totals, many by chapters; for one player
    with the grades."""
    shown = replace(scene, outcome=_by_chapters(scene))
    return final.ranking(shown, game(_KEY).info, note=" ".join(told.grade_lines(scene)))


def _moment(scene: City) -> str:
    return alt.board(scene, told.state(scene))


def _public(scene: City) -> City:
    return replace(scene, view=public(scene.view), seat=None, events=(), earlier=None)


def _by_chapters(scene: City) -> Outcome | None:
    """The outcome with a row for each chapter where there are more episodes than the ranking has columns."""
    outcome, view = scene.outcome, scene.view
    if outcome is None or len(view.results) <= final.MOST_COLUMNS:
        return outcome
    chapters = chapter_totals(view.results, view.seats)
    return Outcome(
        outcome.places,
        outcome.scores,
        tuple(
            tuple(ScoreRow("chapter", item.points[seat], item.chapter) for item in chapters)
            for seat in range(view.seats)
        ),
    )
