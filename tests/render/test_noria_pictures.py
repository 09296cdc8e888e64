"""Pictures of Noria: what they weigh, depend on, never show, and light."""

from dataclasses import replace as with_model
from itertools import combinations

import pytest
from gallery_noria import crowded, shown, view_model
from msgspec.structs import replace
from picture_checks import amber, canvas_of, overlap, texts
from picture_models import LOCALES
from PIL import ImageChops
from samples_noria import evening, running, solo
from test_palette import KINDS, contrast, distance

from bot.games.contract import Seat
from bot.games.noria import moves, sentences
from bot.games.noria.box import CHAMBERS, DISCS, RESOURCES, Bundle
from bot.games.noria.facts import News, news
from bot.games.noria.moves import NoriaMove
from bot.games.noria.state import NoriaView, Turn, rows
from bot.games.noria.wheel import ACTIVE, SLOTS
from bot.text import words
from render.noria import board, colours, forecast, islands, own, ranking
from render.noria.colours import ACCENT, CREAM, ISLAND, NIGHT, RESOURCE, RUNGS, WAITING
from render.noria.signs import DISC
from render.noria.wheel import PANEL, at
from render.theme import CARD, INK, MUTED, TOP, WHITE

A = Seat(0)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_board_says_everything_about_market_islands_and_players(locale: str) -> None:
    view, speak = evening(), words(locale)
    written = texts(board(shown(view, locale)))
    for kind in DISCS:
        assert speak(f"noria.disc.{kind.lower()}") in written
    for chamber in CHAMBERS:
        assert speak(f"noria.short.{chamber.lower()}") in written
    for island in view.islands:
        assert str(island.number) in written
    for player, score in zip(view.players, view.scores, strict=True):
        assert str(score) in written
        for kind in RESOURCES:
            assert str(player.stock.of(kind)) in written
    assert str(view.face_down) in written


def preview(view: NoriaView, move: NoriaMove) -> list[str]:
    return texts(own(shown(view, "en", seat=0), move))


def test_what_is_paid_and_what_it_brings_stands_beside_what_is_left() -> None:
    written = preview(running("M2"), moves.Invest("REF", Bundle(obsidian=5)))
    assert "\u22125" in written
    assert "+6" in written
    assert "\u22122" in preview(evening(), moves.NightShift("M"))
    assert "\u22123" in preview(evening(), moves.Modify("S1", "L4"))
    assert preview(running("M1"), moves.Produce("sail")).count("\u22121") == 2
    assert "2/2" in preview(running("M1"), moves.Produce("sail"))


def test_politics_shows_values_and_points_before_and_after() -> None:
    written = preview(evening(), moves.Politics("REF", "RES"))
    assert "×4→6" in written
    assert "×4" in written
    assert {"+8", "42"} <= {*written}


def test_the_chain_is_numbered_in_the_order_of_activation() -> None:
    written = preview(evening(current={"activated": ["S1", "M2"]}), moves.Activate("L2"))
    assert {"1", "2", "3"} <= {*written}


def test_a_choice_is_shown_to_nobody_but_whoever_makes_it() -> None:
    other = shown(evening(), "en", seat=1)
    assert own(other, moves.NightShift("M")).draw().data == own(other).draw().data


def test_after_this_turn_every_ring_has_gone_one_slot_on() -> None:
    view = evening()
    drawn = texts(forecast(shown(view, "en", seat=0)))
    assert "After this turn" in drawn
    alt = forecast(shown(view, "en", seat=0)).draw().alt
    assert "S2 journey" in alt
    assert "M2 tool" in alt


def test_new_discs_wait_beside_the_wheel_until_they_are_fitted_in() -> None:
    fitting = replace(evening(), phase="fit")
    player = replace(fitting.players[0], centre=("O", "T"))
    view = replace(fitting, players=(player, *fitting.players[1:]))
    written = texts(own(shown(view, "en", seat=0)))
    assert {"obsidian", "tool"} <= {*written}
    after = preview(view, moves.Fit("O", "M4"))
    assert "obsidian" not in after
    assert "tool" in after


TURN = (
    moves.Travelled(seat=A, island=4),
    moves.ShipTaken(seat=A, island=4, space=1, kind="energy"),
    moves.Built(seat=A, island=7, spot=3, good="lamp", warehouses=1),
    moves.Bought(seat=A, disc="J", pay=Bundle()),
    moves.Invested(seat=A, path="COL", level=3, pay=Bundle()),
    moves.Debated(seat=A, down="REF", remove="DIV", cost=1),
)
OF_BOT = (
    moves.BotRotated(entered=("A", "C", "D")),
    moves.BotShip(letter="A", slot="S1", island=7, space=2, kind="energy"),
    moves.BotIntrigue(letter="C", slot="L1", down="REF", down_path="REF", remove="DIV", remove_path=None),
    moves.BotInvested(letter="D", slot="M1", path="RES", level=4),
    moves.BotInvested(letter="D", slot="M1", path=None),
)


def test_what_the_turn_or_the_bot_has_changed_is_noted() -> None:
    chambers = {"REF", "DIV"}
    assert news(evening(news=TURN)) == News({("COL", 3)}, chambers, {(7, 3)}, {4, 7}, {"J"})
    assert news(solo(before=OF_BOT)) == News({("RES", 4)}, chambers, islands={7})


def test_news_is_amber_and_without_news_only_the_turn_is() -> None:
    changed = evening(news=TURN[-1:])
    assert amber(board(shown(changed, "en"))) > amber(board(shown(evening(), "en"))) > 0


def test_two_ambassadors_on_an_island_cover_nothing_else_there() -> None:
    """In the solo mode the bot may come to where the player is; no other ship, and no number of ships."""
    view = solo()
    assert view.bot is not None
    (player,) = view.players
    both = replace(view, players=(replace(player, ambassador=view.bot.ambassador),))
    alone = replace(view, players=(replace(player, ambassador=None),))
    part = (islands.LEFT, TOP, islands.RIGHT, islands.BOTTOM)
    one, two = (canvas_of(board(shown(each, "en"))).image.crop(part) for each in (alone, both))
    changed = ImageChops.difference(one.convert("RGB"), two.convert("RGB")).getbbox()
    assert changed is not None
    left, _, right, _ = changed
    assert right - left <= 40


def test_the_bot_has_a_row_in_the_ranking_of_a_solo_game() -> None:
    over = view_model(1, "over", "en")
    assert over.view.bot_score is not None
    assert over.view.bot is not None
    written = texts(ranking(over))
    points = [row.points for row in rows(over.view.bot.levels, over.view.chambers)]
    assert sum(points) == over.view.bot_score
    for one in ("Bot", *map(str, points), str(over.view.bot_score)):
        assert one in written
    alt = ranking(over).draw().alt
    assert f"1. Bot: {over.view.bot_score}" in alt
    assert f"2. {over.names[0]}: {over.view.scores[0]}" in alt


def test_both_scores_are_told_at_the_end_of_a_solo_game() -> None:
    over = view_model(1, "over", "en")
    won = with_model(over, view=replace(over.view, scores=(104,), bot_score=103))
    assert "has beaten the bot, 104 to 103" in sentences.against_the_bot(won)
    tie = with_model(over, view=replace(over.view, scores=(104,), bot_score=104))
    assert "has lost to the bot, 104 to 104" in sentences.against_the_bot(tie)


@pytest.mark.parametrize("kind", KINDS)
def test_resources_are_told_apart_by_everybody(kind: str) -> None:
    for one, other in combinations(RESOURCE.values(), 2):
        assert distance(one, other, kind) >= 24
    for colour in RESOURCE.values():
        assert distance(colour, INK, kind) >= 10


@pytest.mark.parametrize("kind", KINDS)
def test_both_sides_of_a_disc_and_both_halves_of_the_wheel_are_told_apart(kind: str) -> None:
    assert distance(NIGHT, CREAM, kind) >= 40
    assert distance(WAITING, CARD, kind) >= 15


def test_pictograms_and_words_are_readable_on_their_grounds() -> None:
    for kind, ground in RESOURCE.items():
        assert contrast(colours.ON_RESOURCE[kind], ground) >= 3
    for colour in (*colours.GLOW.values(), CREAM):
        assert contrast(colour, NIGHT) >= 4.5
    for colour in (*colours.DEEP.values(), INK):
        assert contrast(colour, CREAM) >= 4.5
    for ground in (ISLAND, WAITING, *RUNGS):
        assert contrast(INK, ground) >= 4.5
    for ground in (RUNGS[0], RUNGS[1], colours.QUIET):
        assert contrast(MUTED, ground) >= 4.5
    assert contrast(WHITE, ACCENT) >= 4.5


def test_no_disc_touches_another_one_and_the_active_half_lies_below() -> None:
    for one, other in combinations(SLOTS, 2):
        (ax, ay), (bx, by) = at(one), at(other)
        assert (ax - bx) ** 2 + (ay - by) ** 2 > (2 * DISC + 4) ** 2, (one, other)
    lowest = max(at(slot)[1] for slot in SLOTS if slot not in ACTIVE)
    assert all(at(slot)[1] > lowest for slot in ACTIVE)
    assert all(PANEL[0] < at(slot)[0] < PANEL[2] for slot in SLOTS)


@pytest.mark.parametrize("chain", ["S1 M1 L1", "S1 M2 L3", "L2 M1 S1", "L2 M2 S1"])
def test_badges_and_numbers_of_the_chain_cover_no_name_of_a_slot(chain: str) -> None:
    full = replace(crowded(2), phase="actions", current=Turn(activated=tuple(chain.split())))
    canvas = canvas_of(own(shown(full, "ja", seat=0)))
    names = [one for one in canvas.placed if one.text in SLOTS and one.box[2] < PANEL[2]]
    assert len(names) == len(SLOTS)
    for name in names:
        x, y = at(name.text)
        assert not overlap(name.box, (x - DISC, y - DISC, x + DISC, y + DISC))
