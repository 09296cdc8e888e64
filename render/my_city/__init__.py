"""My City: Roll & Build in pictures, from what the reader may know: each is known by everything it shows, and
drawn only when asked for."""

from dataclasses import replace

from bot.games.contract import Outcome, ScoreRow
from bot.games.my_city import sentences as told
from bot.games.my_city.moves import Build, MyCityMove, Pass, Stop
from bot.games.my_city.preview import looked_back, public
from bot.games.my_city.scoring import chapter_totals, plan
from bot.games.my_city.sentences_of_score import City
from render import ranking as final
from render.drawing import Drawing, drawing
from render.my_city.own_sheet import paint_sheet
from render.my_city.round_board import paint_board, paint_episodes
from render.my_city.score_boards import paint_scores, paint_standings

_KEY = "my_city"


def board(model: City) -> Drawing:
    """The public picture of a round: dice, who is still choosing, all sheets with what was drawn last lit.

    Nothing in it depends on whose eyes look, or on what anybody has chosen for the present round. Before a
    campaign of free order has begun, the twelve episodes."""
    shown = replace(_public(model), earlier=model.earlier)
    if not model.view.episode:
        return drawing(_KEY, "episodes", shown, paint_episodes, told.alt_episodes)
    return drawing(_KEY, "board", shown, paint_board, told.alt_board)


def moment(model: City) -> Drawing:
    """The board as a page of the history: the newest finished round with its dice, and nobody is asked."""
    shown = replace(_public(model), view=looked_back(model.view))
    if not model.view.episode:
        begins = model.words("my_city.panel.caption_campaign")
        return drawing(_KEY, "beginning", shown, paint_episodes, told.alt_episodes, begins)
    return drawing(_KEY, "moment", shown, paint_board, _moment)


def pages(model: City) -> tuple[Drawing, ...]:
    """All pictures of a page of the history."""
    return (moment(model), *sums(model))


def own(model: City, choice: MyCityMove | None = None) -> Drawing:
    """The sheet of `model.seat` with coordinates, dice, boxes and score.

    A `choice` for the round, not yet made, is tried out on it, legal or not; without one the choice already
    made is shown. Where there is no sheet yet, the board."""
    if not model.view.episode:
        return board(model)
    shown = choice if isinstance(choice, Build | Pass | Stop) else None
    mine = replace(model, events=())
    return drawing(_KEY, "sheet", mine, paint_sheet, told.alt_own, shown)


def scores(model: City) -> Drawing:
    """The newest finished episode: every player's score sheet; there is at least one."""
    shown = _public(model)
    return drawing(_KEY, "scores", shown, paint_scores, told.alt_scores)


def sums(model: City) -> tuple[Drawing, ...]:
    """When an episode is done, what the sheets are worth, which the board of somebody alone tells beside the
    sheet, and of several the standings."""
    view = model.view
    if view.phase == "round" or not view.episode:
        return ()
    drawn = (scores(model),) * (view.seats > 1)
    return (*drawn, standings(model)) if len(plan(view.options)) > 1 else drawn


def standings(model: City) -> Drawing:
    """Totals by chapter or episode with a curve over the episodes played; for one player the grades."""
    shown = _public(model)
    return drawing(_KEY, "standings", shown, paint_standings, told.alt_standings)


def ranking(model: City) -> Drawing:
    """The final ranking by rows, episodes or chapters; for one player with the grades."""
    shown = replace(model, outcome=_by_chapters(model))
    return final.ranking(shown, _KEY, told.notes(model))


def _moment(model: City) -> str:
    return told.alt_board(model, told.state(model))


def _public(model: City) -> City:
    return replace(model, view=public(model.view), seat=None, events=(), earlier=None)


def _by_chapters(model: City) -> Outcome | None:
    """The outcome with a row for each chapter where there are more episodes than the ranking has columns."""
    outcome, view = model.outcome, model.view
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
