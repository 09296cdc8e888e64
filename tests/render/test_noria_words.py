"""Noria in sentences: reports of turns, the bot letter by letter, offers, all that the pictures show."""

from __future__ import annotations

from dataclasses import replace as with_model
from functools import partial
from typing import Any

import pytest
from gallery_noria import EXPERT, MOMENTS, SEATS, crowded, moment, shown, view_model
from msgspec.structs import replace
from picture_models import LOCALES
from samples_noria import evening, running, solo

from bot.games.contract import Refusal, Seat
from bot.games.noria import moves, sentences, sentences_of_panel as panel, sentences_of_table as names
from bot.games.noria.box import CHAMBERS, DISCS, GOODS, KINDS, LETTERS, PATHS, RESOURCES, Bundle
from bot.games.noria.moves import NoriaEvent, NoriaOptions
from bot.games.noria.sentences import bot_summary
from bot.text import words
from render.noria import rival

WHO = Seat(2)


def by(kind: type[moves.Own], /, **fields: Any) -> Any:
    """An event of somebody's turn."""
    return kind(seat=WHO, **fields)


def used(slot: str, disc: str, actions: int, **more: Any) -> Any:
    """A disc activated in somebody's turn."""
    return by(moves.Activated, slot=slot, disc=disc, actions=actions, **more)


REPORTS: list[tuple[Any, ...]] = [
    ("works a night shift: the large ring goes one slot on (−2", by(moves.Shifted, ring="L", cost=2)),
    ("swaps what lies on S1 and L4 (−3 knowledge).", by(moves.Modified, one="S1", other="L4", cost=3)),
    ("activates M1 journey: 1 action.", used("M1", "J", 1)),
    ("activates M1 tool: 3 actions.", used("M1", "T", 3, doubled=True)),
    ("bonus: more actions for M1 and L1.", used("S1", "B", 0, targets=("M1", "L1"))),
    ("activates S1 bonus without naming a disc.", used("S1", "B", 0)),
    ("activates L2 energy: +6 energy.", used("L2", "E", 2), by(moves.Gathered, kind="energy", count=6)),
    ("energy, which brings nothing.", used("L2", "E", 1), by(moves.Gathered, kind="energy", count=0)),
    ("travels to island 4.", by(moves.Travelled, island=4)),
    ("turns up island 9 and travels there.", moves.Revealed(island=9), by(moves.Travelled, island=9)),
    ("takes a ship from island 4: energy.", by(moves.ShipTaken, island=4, space=1, kind="energy")),
    (
        "builds a factory on island 4: 2 empty warehouses (sail).",
        by(moves.Built, island=4, spot=2, good="sail", warehouses=2),
    ),
    ("buys a disc: energy (free).", by(moves.Bought, disc="E", pay=Bundle())),
    ("buys a disc: bonus (4 energy).", by(moves.Bought, disc="B", pay=Bundle(energy=4))),
    (
        "invests in exploration: level 4 (2 sails, 1 compass).",
        by(moves.Invested, path="EXP", level=4, pay=Bundle(sail=2, compass=1)),
    ),
    ("puts a representative on level 1 of exploration.", by(moves.Invested, path="EXP", level=1)),
    ("produces 1 sail, 2 lamps.", *[by(moves.Produced, good=good) for good in ("lamp", "sail", "lamp")]),
    ("upgrades L3 city.", by(moves.Upgraded, slot="L3", disc="C")),
    ("gives up an action of the disc on M1.", by(moves.GivenUp, slot="M1", unused=True)),
    (
        "does politics (−2 knowledge): a politician goes down in specialization, another leaves refinement.",
        by(moves.Debated, down="SPEC", remove="REF", cost=2),
    ),
    (
        "does politics (−1 knowledge): a politician goes down in specialization.",
        by(moves.Debated, down="SPEC", remove=None, cost=1),
    ),
    ("'s wheel turns: +3 knowledge.", by(moves.Administered, knowledge=3)),
    (
        "builds the wheel: S1 journey, M1 tool.",
        *[by(moves.Placed, disc=disc, slot=slot) for disc, slot in (("J", "S1"), ("T", "M1"))],
    ),
    ("fits new discs in: L6 energy.", by(moves.Placed, disc="E", slot="L6", bought=True)),
    ("begins with 2 energy.", *[by(moves.Chosen, kind="energy")] * 2),
]


@pytest.mark.parametrize("told", REPORTS)
def test_every_step_has_its_sentence(told: tuple[Any, ...]) -> None:
    sentence, *events = told
    lines = sentences.report(shown(evening(), "en"), events)
    assert len(lines) == 1
    assert lines[0].startswith("Jo")
    assert sentence in lines[0]
    assert len(sentences.report(shown(evening(), "ja"), events)) == 1


@pytest.mark.parametrize("event", [by(moves.TurnBegun, round=3), by(moves.GivenUp, slot="M1", unused=False)])
def test_what_goes_without_saying_is_not_told(event: NoriaEvent) -> None:
    assert sentences.report(shown(evening(), "en"), [event]) == []


turns = moves.BotRotated
ship = partial(moves.BotShip, letter="A", slot="S1")
factory = partial(moves.BotFactory, letter="B", slot="M1", island=1)
invested = partial(moves.BotInvested, letter="D", slot="L1")
instead = partial(moves.BotInvested, letter="A", slot="S1", instead=True)
strengthened = partial(moves.BotStrengthened, letter="F", slot="L1")


def intrigue(down: Any, down_path: Any, remove: Any, remove_path: Any) -> moves.BotIntrigue:
    paths = {"down_path": down_path, "remove_path": remove_path}
    return moves.BotIntrigue(letter="C", slot="L1", down=down, remove=remove, **paths)


LETTERS_TOLD: list[tuple[NoriaEvent, tuple[str, ...]]] = [
    (turns(entered=("A", "D")), ("A and D come in",)),
    (turns(entered=("A",)), ("A comes in",)),
    (turns(entered=()), ("does nothing",)),
    (turns(entered=("C", "E"), extra=True), ("energy increase", "C and E come in too")),
    (turns(entered=(), extra=True), ("energy increase", "no letter")),
    (ship(island=7, space=3, kind="obsidian"), ("A on S1, ship", "island 7", "obsidian", "fewest", "right")),
    (ship(island=7, space=None, kind=None), ("island 7", "cancelled")),
    (ship(use=2, island=4, space=1, kind="energy"), ("A again", "island 4")),
    (factory(spot=3), ("spot 3", "right-most", "two warehouses")),
    (factory(spot=2), ("spot 2", "none with two")),
    (factory(spot=None), ("can't build", "cancelled")),
    (
        intrigue("REF", "REF", "DIV", None),
        ("down in refinement", "the bot stands highest", "leaves diversification", "none is left above"),
    ),
    (
        intrigue(None, None, "EXP", "EXP"),
        ("No politician can go down", "leaves exploration", "stands highest"),
    ),
    (intrigue(None, None, None, None), ("cancelled",)),
    (invested(path="RES", level=2), ("level 2 of research", "worth most")),
    (invested(path=None), ("level 9 everywhere",)),
    (invested(letter="E", path="COL", level=3), ("level 3 of colonization", "highest path of")),
    (invested(letter="E", path=None), ("could follow", "cancelled")),
    (instead(path="RES", level=2), ("small ring", "instead", "level 2")),
    (instead(path=None), ("small ring", "level 9 everywhere")),
    (strengthened(target="D", target_slot="L6"), ("D on L6", "upgraded side", "soonest")),
    (strengthened(target=None, target_slot=None), ("all letters", "cancelled")),
]


@pytest.mark.parametrize(("event", "parts"), LETTERS_TOLD)
def test_the_bot_is_told_letter_by_letter_with_its_reasons(event: NoriaEvent, parts: tuple[str, ...]) -> None:
    lines = sentences.report(shown(solo(), "en"), [event])
    assert len(lines) == 1
    for part in parts:
        assert part in lines[0], lines
    assert len(sentences.report(shown(solo(), "ja"), [event])) == 1


@pytest.mark.parametrize("locale", LOCALES)
def test_the_turn_of_the_bot_also_stands_in_a_few_words_below_its_wheel(locale: str) -> None:
    quiet = [event for event, _ in LETTERS_TOLD if isinstance(event, moves.BotRotated) and not event.extra]
    for event, _ in LETTERS_TOLD:
        lines = bot_summary(shown(solo(), locale), [event])
        none = [words(locale)("noria.rival.none")]
        assert (lines == none) == (event in quiet)
        assert len(lines) == 1


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("seats", "stage"), MOMENTS)
def test_the_line_of_state_names_the_round_and_whoever_is_on_turn(
    seats: int, stage: str, locale: str
) -> None:
    state, line = moment(seats, stage), sentences.headline(view_model(seats, stage, locale))
    if stage == "over":
        assert line == words(locale)("noria.text.over")
        return
    assert not state.round or str(state.round) in line
    assert view_model(seats, stage, locale).names[state.active] in line


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_text_holds_all_that_the_board_shows(seats: int, locale: str) -> None:
    view, speak = crowded(seats), words(locale)
    text = sentences.text(shown(view, locale))
    for kind in DISCS:
        assert names.disc(kind, speak) in text
    for chamber in CHAMBERS:
        assert names.chamber(chamber, speak) in text.lower()
    for island in view.islands:
        assert names.island(island.number, speak) in text.lower()
    for name, player, score in zip(shown(view, locale).names, view.players, view.scores, strict=True):
        assert text.count(name) >= 2
        assert names.bundle(player.stock, speak) in text
        assert str(score) in text
    for kind in RESOURCES:
        assert names.kind(kind, speak) in text
    assert ("英字" in text or "Next turn of the bot" in text or "No letter" in text) == (seats == 1)


def test_the_summary_follows_the_discs_and_says_what_is_left() -> None:
    events: tuple[NoriaEvent, ...] = (
        moves.TurnBegun(seat=Seat(0), round=8),
        moves.Shifted(seat=Seat(0), ring="M", cost=1),
        moves.Activated(seat=Seat(0), slot="S1", disc="J", actions=1),
        moves.Travelled(seat=Seat(0), island=4),
        moves.ShipTaken(seat=Seat(0), island=4, space=1, kind="energy"),
        moves.Activated(seat=Seat(0), slot="M1", disc="T", actions=2, doubled=True),
        moves.Produced(seat=Seat(0), good="sail"),
    )
    view = replace(running("M1", left=1), news=events)
    assert sentences.summary(shown(view, "en", seat=0)) == [
        "Night shift, medium ring: −1 knowledge",
        "S1 journey: island 4, ship (energy)",
        "M1 tool (doubled): produced 1 sail, 1 action left",
    ]
    assert sentences.summary(shown(evening(), "en", seat=0)) == []


def test_an_offer_says_what_it_costs_and_brings() -> None:
    one = shown(running("M2"), "en", seat=0)
    lines = [panel.offer(one, offer) for offer in panel.invest_offers(one.view)]
    assert lines[0] == "Refinement, level 5: 5 obsidian, +6 points"
    assert (
        lines[1] == "Colonization, level 3: 3 of energy, mycelium and 1 more for whoever is above, +2 points"
    )
    assert lines[2].startswith(
        "Exploration, level 2: 1 of sail, compass, propeller and 2 more for those above"
    )
    assert lines[2].endswith("too little for it")
    buying = [panel.offer(one, offer) for offer in panel.buy_offers(one.view)]
    assert buying[0] == "Energy disc: free, 5 left"
    assert buying[-1] == "Bonus disc: 4 resources, 4 left"
    making = [panel.offer(one, offer) for offer in panel.produce_offers(one.view)]
    assert making[0] == "Sail: 1 energy, 1 mycelium each; 1 empty, 1 can be filled"
    assert making[1].endswith("no empty warehouse")


def test_discs_are_offered_with_what_they_bring() -> None:
    one = shown(evening(), "en", seat=0)
    by_slot = {offer.slot: panel.offer(one, offer) for offer in panel.disc_offers(one.view)}
    assert by_slot["L3"] == "L3 mycelium: +3 mycelium, 6 mycelium if doubled"
    assert by_slot["M1"] == "M1 tool: 1 action, 2 if doubled"
    assert by_slot["M2"] == "M2 city: 1 action"
    after = shown(evening(current={"activated": ["M2"]}), "en", seat=0)
    barred = {offer.slot: panel.offer(after, offer) for offer in panel.disc_offers(after.view)}
    assert barred["M1"].endswith("its ring was used")
    assert barred["L1"].endswith("no link to the others")


def test_islands_are_offered_with_ships_and_spots_or_the_reason_against_them() -> None:
    one = shown(running("S1"), "en", seat=0)
    lines = [panel.offer(one, offer) for offer in panel.destinations(one.view)]
    assert lines[0] == "Island 1: ships 1 energy, 2 mycelium, 2 obsidian; free spots 1 lamp, 1 piston"
    assert lines[1].endswith("you are there")
    assert lines[2].endswith("another ambassador is there")
    assert lines[-1] == "The next island face down (2 left)"


def test_prices_name_what_is_lacking() -> None:
    poor = replace(
        evening(round=9), players=(replace(evening().players[0], knowledge=2), *evening().players[1:])
    )
    assert panel.price_lines(shown(poor, "en", seat=0)) == [
        "Night shift: 2 knowledge",
        "Modification: 3 knowledge – knowledge 2 of 3",
        "Politics: 2 knowledge",
    ]
    assert panel.price_lines(view_model(3, "path", "en")) == []


def test_politics_is_offered_with_the_points_before_and_after() -> None:
    model = shown(evening(), "en")
    assert panel.debate(model, "REF", "RES") == "Refinement: ×4 now, at most ×6; your points 34 → 42"
    leaving = panel.leaving(model, moves.Politics("REF", "RES"))
    assert leaving == "×4 now, then at most ×12; your points 34 → 42"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_reason_is_short_where_there_is_a_short_one(locale: str) -> None:
    speak = words(locale)
    assert panel.why(Refusal("stock_short"), speak) == speak("noria.why.stock_short")
    assert panel.why(Refusal("chamber_same"), speak) == speak("refusal.chamber_same")


def test_the_next_letters_of_the_bot_are_foretold() -> None:
    assert sentences.foretold(shown(solo(), "en")) == "Next turn of the bot: D investment."
    late = shown(solo(round=14, bot={"wheel": "2A+ - 4B 2E - 3C 5D 6F", "ambassador": 9}), "en")
    line = sentences.foretold(late)
    assert "A energy increase" in line
    assert "D (energy increase)" in line
    assert "twice" not in line
    assert sentences.foretold(shown(evening(), "en")) == ""
    assert sentences.foretold(view_model(1, "over", "en")) == ""


def test_the_alt_text_of_the_bot_wheel_tells_both_sides_and_what_comes() -> None:
    alt = rival(shown(solo(), "en")).draw().alt
    assert "S1 A (upgraded)" in alt
    assert "Next turn of the bot: D investment." in alt


@pytest.mark.parametrize("locale", LOCALES)
def test_every_thing_has_a_name_of_its_own(locale: str) -> None:
    speak = words(locale)
    assert len({names.disc(kind, speak) for kind in DISCS}) == len(DISCS)
    assert len({names.kind(kind, speak) for kind in KINDS}) == len(KINDS)
    assert len({names.kind(good, speak) for good in GOODS}) == len(GOODS)
    assert len({names.path(path, speak) for path in PATHS}) == len(PATHS)
    assert len({names.letter(letter, 1, speak) for letter in LETTERS}) == len(LETTERS)
    assert names.letter("A", 10, speak) != names.letter("A", 11, speak)
    assert names.bundle(Bundle(), speak) == speak("noria.text.nothing")


@pytest.mark.parametrize("locale", LOCALES)
def test_options_are_rows_and_a_given_start_is_said(locale: str) -> None:
    rows = sentences.option_rows(EXPERT, words(locale))
    assert len(rows) == 2
    given = sentences.option_rows(NoriaOptions(start="J1"), words(locale))
    assert len(given) == 1
    assert given[0] not in rows


def test_the_end_is_told() -> None:
    assert sentences.report(shown(evening(), "en"), [moves.GameOver()]) == ["The game is over."]
    over = view_model(2, "over", "en")
    assert sentences.turn_line(over) == ""
    assert sentences.headline(over) == sentences.state(over)
    assert sentences.against_the_bot(with_model(over, names=("a", "b"))) == ""
