"""Noria in pictures and in words: what only this game shows, of the wheel, of politics, and of the bot."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace as with_model
from functools import partial
from itertools import product
from typing import Any

import pytest
from gallery_noria import SEATS, crowded, evening, fullest, later, running, solo, view_model
from msgspec.structs import replace
from picture_checks import alt_of, canvas_of, check_texts, overlap, sizes, texts
from picture_models import LOCALES, of_view as shown
from picture_walks import presenter_in
from PIL import ImageChops

from bot.discord.steps import Choice
from bot.games.chronicle import Highlight, Page
from bot.games.contract import Outcome, Refusal, Seat
from bot.games.noria import moves, sentences, sentences_of_panel as panel, sentences_of_table as names
from bot.games.noria.box import CHAMBERS, DISCS, PATHS, RESOURCES, Bundle, Chamber
from bot.games.noria.costs import next_rise
from bot.games.noria.facts import News, news
from bot.games.noria.game import GAME
from bot.games.noria.moves import NoriaEvent, NoriaMove
from bot.games.noria.state import NoriaView, Running, Turn, rows
from bot.games.noria.wheel import ACTIVE, SLOTS
from bot.text import Words, words
from render.canvas import Canvas
from render.fonts import ELLIPSIS
from render.noria import (
    active_half,
    board,
    chambers,
    forecast,
    half,
    islands,
    own,
    ranking,
    rival,
    signs,
    table_board,
)
from render.noria.signs import DISC
from render.noria.style import STYLE
from render.noria.wheel import WHOLE
from render.theme import NEWS, NUMBER, SENTENCES, TITLE, TOP

A, WHO = Seat(0), Seat(2)


def test_the_end_of_a_turn_lights_what_was_done_in_it() -> None:
    model = shown(replace(evening(), phase="actions"), seat=0)
    there = {one.text for one in canvas_of(own(model)).placed if one.kind == "place"}
    assert STYLE.lights(model.view, moves.EndTurn()) == (("done",),)
    assert "done" in there


@pytest.mark.parametrize(
    ("slot", "stage", "move"),
    [
        ("S1", "arrived", moves.TakeShip(1)),
        ("S1", "arrived", moves.Build(2)),
        ("M1", "fresh", moves.Upgrade("S1")),
    ],
)
def test_what_an_action_is_about_is_lit(slot: str, stage: str, move: NoriaMove) -> None:
    model = shown(running(slot, stage=stage), seat=0)
    there = {one.text for one in canvas_of(own(model)).placed if one.kind == "place"}
    (names,) = STYLE.lights(model.view, move)
    assert there.issuperset(names)


@pytest.mark.parametrize(
    ("move", "first", "later"),
    [
        (moves.NightShift("M"), {"price night_shift"}, set[str]()),
        (moves.Modify("S1", "M1"), {"price modification", "slot S1", "slot M1"}, {"slot S1", "slot M1"}),
        (moves.Politics("SPEC"), {"price politics"}, {"done"}),
    ],
)
def test_what_knowledge_buys_is_lit(move: NoriaMove, first: set[str], later: set[str]) -> None:
    """Once the turn has gone on, politics with what was done in it."""
    lit = {name for names in STYLE.lights(evening(), move) for name in names}
    for phase, there in (("influence", first), ("actions", later)):
        canvas = canvas_of(own(shown(replace(evening(), phase=phase), seat=0)))
        assert lit & {one.text for one in canvas.placed if one.kind == "place"} == there


@pytest.mark.parametrize("down", [None, "REF"])
def test_politics_shows_all_chambers_before_one_is_chosen(down: Chamber | None, speak: Words) -> None:
    """The one in which a politician goes down is lit in its picture, and told first."""
    model = shown(evening(), speak.locale, seat=0)
    parts = ("politics", down) if down else ("politics",)
    (drawing,) = presenter_in("noria").panel(model, Choice(parts)).drawings
    written, told = texts(drawing), alt_of(drawing)
    shorts = [speak(f"noria.short.{chamber.lower()}") for chamber in CHAMBERS]
    values = ["×4", "×2", "×6", "×4", "×2", "×0"]
    assert written[-12:] == [text for pair in zip(shorts, values, strict=True) for text in pair]
    assert all(line in told for line in names.chamber_lines(model))
    lit = ImageChops.difference(canvas_of(drawing).image, canvas_of(chambers(model)).image).getbbox()
    assert (lit is not None and lit[2] < 220) == (down == "REF")


def test_the_discs_of_a_moment_say_how_many_actions_each_has_given() -> None:
    """A bonus disc gives none, and more of them to others."""
    done = (used("S1", "B", 0), used("M1", "J", 2), used("L1", "T", 1), used("L2", "E", 3))
    pages = [Page(view_model(3, "actions").view, done, 1)]
    (moment,) = [one for one in GAME.highlights(pages) if one.key == "actions"]
    canvas = Canvas(200)
    assert STYLE.moment(canvas, words("en"), moment, (0, 0, 400, 200))
    assert moment.n == 6
    assert [one.text for one in canvas.placed if one.kind == "text"] == ["×2", "×3"]


def test_the_factories_of_a_moment_stand_apart_from_their_number() -> None:
    canvas = Canvas(200)
    assert STYLE.moment(canvas, words("en"), Highlight(Seat(0), "factories", 1, 1), (0, 0, 400, 200))
    (number,) = [one.box for one in canvas.placed if one.kind == "text"]
    between = canvas.image.crop((round(number[0]) - 10, 0, round(number[0]), 200))
    assert len(between.getcolors() or ()) == 1, "there is paper alone"


@pytest.mark.parametrize(
    ("stage", "places"),
    [
        ("path", ["paths"]),
        ("actions", []),
        ("journey", ["islands"]),
        ("arrived", ["islands"]),
        ("city", ["paths", "market"]),
    ],
)
def test_the_board_is_lit_where_something_is_done_now(stage: str, places: list[str]) -> None:
    image = canvas_of(board(view_model(4, stage))).image
    edges = {"paths": (300, table_board.PANEL[1]), "islands": (900, islands.AREA[1]), "market": (600, 680)}
    band = {name: [image.getpixel((x, y + step)) for step in range(-8, 9)] for name, (x, y) in edges.items()}
    assert [name for name, colours in band.items() if NEWS in colours] == places


# In words -------------------------------------------------------------------------------------------------


def by(kind: Any, /, **fields: Any) -> Any:
    return kind(seat=WHO, **fields)


def used(slot: str, disc: str, actions: int, **more: Any) -> Any:
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
    ("travels to island 4.", used("M1", "J", 1), by(moves.Travelled, island=4)),
    ("turns up island 9", used("M1", "J", 1), moves.Revealed(island=9), by(moves.Travelled, island=9)),
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
    (line,) = sentences.report(shown(evening()), events)
    assert line.startswith("Jo")
    assert sentence in line
    assert len(sentences.report(shown(evening(), "ja"), events)) == 1


def test_who_chooses_the_next_discs_anew_is_told_which_are_open_again() -> None:
    view = running("M2")
    chain = replace(view.current, running=Running("M2", 1, then=moves.Chain(("L3",))))
    told = sentences.effect(shown(replace(view, current=chain), seat=0), moves.Chain(()))
    assert told == "no longer fixed: L3 mycelium"


def test_a_disc_has_a_sentence_of_its_own_where_it_is_doubled_or_nothing_is_done_with_it() -> None:
    travelled, given_up = by(moves.Travelled, island=4), by(moves.GivenUp, slot="M1", unused=True)
    for first, then in ((used("M1", "J", 2, doubled=True), travelled), (used("M1", "J", 1), given_up)):
        told, _ = sentences.report(shown(evening()), [first, then])
        assert "activates M1 journey" in told


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (by(moves.TurnBegun, round=3), []),
        (by(moves.GivenUp, slot="M1", unused=False), []),
        (moves.GameOver(), ["The game is over."]),
    ],
)
def test_some_facts_go_without_saying(event: NoriaEvent, lines: list[str]) -> None:
    assert sentences.report(shown(evening()), [event]) == lines


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
    """And in a few words below its wheel."""
    (line,) = sentences.report(shown(solo()), [event])
    assert all(part in line for part in parts), line
    assert len(sentences.report(shown(solo(), "ja"), [event])) == 1
    quiet = isinstance(event, moves.BotRotated) and not event.extra
    for locale in LOCALES:
        (few,) = sentences.bot_summary(shown(solo(), locale), [event])
        assert (few == words(locale)("noria.rival.none")) is quiet


@pytest.mark.parametrize("seats", SEATS)
def test_the_text_holds_all_that_the_board_shows(seats: int, speak: Words) -> None:
    model = shown(crowded(seats), speak.locale)
    view, text = model.view, sentences.text(model)
    wanted = [names.disc(kind, speak) for kind in DISCS]
    wanted += [names.kind(kind, speak) for kind in RESOURCES]
    wanted += [names.bundle(player.stock, speak) for player in view.players]
    assert all(part in text for part in [*wanted, *map(str, view.scores)])
    wanted = [names.chamber(chamber, speak) for chamber in CHAMBERS]
    wanted += [names.island(island.number, speak) for island in view.islands]
    assert all(part in text.lower() for part in wanted)
    assert all(text.count(name) >= 2 for name in model.names)
    assert ("英字" in text or "Next turn of the bot" in text or "No letter" in text) == (seats == 1)


def test_the_summary_follows_the_discs_and_says_what_is_left() -> None:
    events: tuple[NoriaEvent, ...] = (
        moves.TurnBegun(seat=A, round=8),
        moves.Shifted(seat=A, ring="M", cost=1),
        moves.Activated(seat=A, slot="S1", disc="J", actions=1),
        moves.Travelled(seat=A, island=4),
        moves.ShipTaken(seat=A, island=4, space=1, kind="energy"),
        moves.Activated(seat=A, slot="M1", disc="T", actions=2, doubled=True),
        moves.Produced(seat=A, good="sail"),
    )
    for left, told in ((2, ", 1 action left"), (1, "")):
        view = replace(running("M1", left=left, stage="producing"), news=events)
        assert sentences.summary(shown(view, seat=0)) == [
            "Night shift, medium ring: −1 knowledge",
            "S1 journey: island 4, ship (energy)",
            f"M1 tool (doubled): produced 1 sail{told}",
        ], "the action under way is not left"
    assert sentences.summary(shown(evening(), seat=0)) == []


CITY, TOOL, JOURNEY = running("M2"), running("M1"), running("S1")
SOLD = replace(CITY, market=tuple([replace(pile, left=0) for pile in CITY.market]))
AFTER_CITY = evening(current={"activated": ["M2"]})
OFFERS: list[tuple[NoriaView, Callable[[NoriaView], Sequence[Any]], int, str]] = [
    (CITY, panel.invest_offers, 0, "Refinement, level 5: 5 obsidian, +6 points"),
    (
        *(CITY, panel.invest_offers, 1),
        "Colonization, level 3: 3 of energy or mycelium and 1 more for whoever is above, +2 points",
    ),
    (
        *(CITY, panel.invest_offers, 2),
        "Exploration, level 2: 1 of sail, compass, or propeller and 2 more for those above, +6 points"
        " – too little for it",
    ),
    (CITY, panel.buy_offers, 0, "Energy disc: free, 5 left"),
    (CITY, panel.buy_offers, 6, "Bonus disc: 4 resources, 4 left"),
    (SOLD, panel.buy_offers, 6, "Bonus disc: 4 resources – none left"),
    (TOOL, panel.produce_offers, 0, "Sail: 1 energy, 1 mycelium each; 1 empty, 1 can be filled"),
    (TOOL, panel.produce_offers, 1, "Compass: 1 mycelium, 1 obsidian each – no empty warehouse"),
    (evening(), panel.disc_offers, 1, "M1 tool: 1 action, 2 if doubled"),
    (evening(), panel.disc_offers, 2, "M2 city: 1 action"),
    (evening(), panel.disc_offers, 5, "L3 mycelium: +3 mycelium, 6 mycelium if doubled"),
    (AFTER_CITY, panel.disc_offers, 1, "M1 tool: 1 action – its ring was used"),
    (AFTER_CITY, panel.disc_offers, 3, "L1 energy: +2 energy – no link to the others"),
    (
        *(JOURNEY, panel.destinations, 0),
        "Island 1: ships 1 energy, 2 mycelium, 2 obsidian; free spots 1 lamp, 1 piston",
    ),
    (
        *(JOURNEY, panel.destinations, 1),
        "Island 4: ships 2 energy, 1 obsidian; free spots 2 sails, 2 compasses – you are there",
    ),
    (
        *(JOURNEY, panel.destinations, 2),
        "Island 7: ships 2 energy, 1 mycelium, 2 obsidian; free spots 1 lamp, 1 piston, 2 sails"
        " – another ambassador is there",
    ),
    (JOURNEY, panel.destinations, 5, "The next island face down (2 left)"),
]


@pytest.mark.parametrize(("view", "offers", "number", "line"), OFFERS)
def test_an_offer_says_what_it_costs_and_brings_or_the_reason_against_it(
    view: NoriaView, offers: Callable[[NoriaView], Sequence[Any]], number: int, line: str
) -> None:
    assert panel.offer(shown(view, seat=0), offers(view)[number]) == line


def test_politics_is_offered_with_the_points_before_and_after() -> None:
    model = shown(evening())
    assert panel.debate(model, "REF", "RES") == "Refinement: ×4 now, at most ×6; your points 34 → 42"
    leaving = panel.leaving(model, moves.Politics("REF", "RES"))
    assert leaving == "×4 now, then at most ×12; your points 34 → 42"


def test_a_reason_is_short_where_there_is_a_short_one(speak: Words) -> None:
    assert panel.why(Refusal("stock_short"), speak) == speak("noria.why.stock_short")
    assert panel.why(Refusal("chamber_same"), speak) == speak("refusal.chamber_same")


@pytest.mark.parametrize("locale", LOCALES)
def test_what_the_bot_did_and_what_its_letters_do_is_read_on_a_phone(locale: str) -> None:
    """Beside a disc, ×2 repeats what the list of letters says."""
    for drawing in [each for each in fullest(locale) if each.key[1] == "rival"]:
        small = {text for text, size in sizes(drawing).items() if size < SENTENCES[-1]}
        assert small <= {"×2"}
        assert not any(text.endswith(ELLIPSIS) for text in texts(drawing)[1:])


def test_a_disc_without_a_price_is_bought_for_free(speak: Words) -> None:
    named = sentences.named(shown(evening(), speak.locale, seat=0), moves.Buy("E"))
    assert speak("noria.text.free") in named
    assert speak("noria.text.nothing") not in named


def test_the_next_letters_of_the_bot_are_foretold() -> None:
    assert sentences.foretold(shown(solo())) == "Next turn of the bot: D investment."
    late = shown(solo(round=14, bot={"wheel": "2A+ - 4B 2E - 3C 5D 6F", "ambassador": 9}))
    line = sentences.foretold(late)
    assert "A energy increase" in line
    assert "D (energy increase)" in line
    assert "twice" not in line
    assert names.letter("A", 10, words("en")) != names.letter("A", 11, words("en"))
    assert sentences.foretold(shown(evening())) == sentences.foretold(view_model(1, "over")) == ""
    alt = rival(shown(solo())).draw().alt
    assert "S1 A (upgraded)" in alt
    assert "Next turn of the bot: D investment." in alt


def test_the_end_is_told_and_both_scores_of_a_solo_game() -> None:
    many, over = view_model(2, "over"), view_model(1, "over")
    assert (sentences.turn_line(many), sentences.against_the_bot(many)) == ("", "")
    for bot, told in ((103, "has beaten the bot, 104 to 103"), (104, "has lost to the bot, 104 to 104")):
        ended = with_model(over, view=replace(over.view, scores=(104,), bot_score=bot))
        assert told in sentences.against_the_bot(ended)


# In pictures ----------------------------------------------------------------------------------------------


def test_the_board_says_everything_about_market_islands_and_players(speak: Words) -> None:
    view = evening()
    wanted = {speak(f"noria.disc.{kind.lower()}") for kind in DISCS}
    wanted |= {speak(f"noria.short.{chamber.lower()}") for chamber in CHAMBERS}
    wanted |= {str(player.stock.of(kind)) for player in view.players for kind in RESOURCES}
    wanted |= {str(view.face_down), *(str(island.number) for island in view.islands), *map(str, view.scores)}
    assert wanted <= {*texts(board(shown(view, speak.locale)))}


def test_pieces_on_one_level_do_not_overlap_and_a_pile_without_discs_looks_sold_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, pieces, sold = evening(), list[tuple[float, float]](), list[bool]()
    level = replace(view, players=tuple(replace(one, levels=(4, 3, 2, 1)) for one in view.players))
    here = replace(level, market=(replace(view.market[0], left=0), *view.market[1:]))
    disc = signs.disc

    def put(canvas: Any, owner: Any, x: float, y: float, radius: float, *, rim: bool = True) -> None:
        pieces.append((x, radius))

    def counted(*one: Any, sold_out: bool = False, **more: Any) -> Any:
        sold.append(sold_out)
        return disc(*one, sold_out=sold_out, **more)

    monkeypatch.setattr(signs, "owner_token", put)
    monkeypatch.setattr(signs, "disc", counted)
    canvas_of(board(shown(here)))
    (first, radius), (second, _), *_ = pieces
    assert second - first >= 2 * radius
    assert sold == [True, *[False] * 6]


@pytest.mark.parametrize(
    ("seats", "round", "politics", "influence"),
    [(2, 5, (6, 2), (9, 2)), (2, 8, (12, 3), (9, 2)), (3, 5, (11, 3), (8, 2)), (4, 10, None, None)],
)
def test_the_round_in_which_a_price_rises_is_shown(
    seats: int, round: int, politics: tuple[int, int] | None, influence: tuple[int, int] | None
) -> None:
    """By the spaces 6, 9 and 12 of the round track, which has fewer rounds with three and four."""
    view = evening(seats, round=round)
    assert next_rise(view, "politics") == politics
    assert next_rise(view, "night_shift") == influence
    told = [f"round {rise[0]}" for rise in (politics, influence) if rise]
    assert set(told) <= {*texts(board(shown(view)))}


FITTING = replace(evening(), phase="fit")
FITTING = replace(FITTING, players=(replace(FITTING.players[0], centre=("O", "T")), *FITTING.players[1:]))
"""New discs wait beside the wheel."""


@pytest.mark.parametrize(
    ("view", "move", "wanted"),
    [
        (CITY, moves.Invest("REF", Bundle(obsidian=5)), "\u22125 +6"),
        (evening(), moves.NightShift("M"), "\u22122"),
        (evening(), moves.Modify("S1", "L4"), "\u22123"),
        (TOOL, moves.Produce("sail"), "\u22121 \u22121 2/2"),
        (evening(), moves.Politics("REF", "RES"), "×4→6 ×4 +8 42"),
        (evening(current={"activated": ["S1", "M2"]}), moves.Activate("L2"), "1 2 3"),
        (FITTING, None, "obsidian tool"),
    ],
)
def test_what_a_choice_costs_and_brings_is_shown(
    view: NoriaView, move: NoriaMove | None, wanted: str
) -> None:
    assert Counter(wanted.split()) <= Counter(texts(own(shown(view, seat=0), move)))


def test_a_disc_that_is_fitted_in_waits_no_more() -> None:
    after = texts(own(shown(FITTING, seat=0), moves.Fit("O", "M4")))
    assert ("obsidian" in after, "tool" in after) == (False, True)


def test_a_choice_is_shown_to_nobody_but_whoever_makes_it() -> None:
    other = shown(evening(), seat=1)
    assert own(other, moves.NightShift("M")).draw().data == own(other).draw().data


def test_after_this_turn_every_ring_has_gone_one_slot_on() -> None:
    after = forecast(shown(evening(), seat=0))
    assert "After this turn" in texts(after)
    alt = after.draw().alt
    assert "S2 journey" in alt
    assert "M2 tool" in alt


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


def test_what_the_turn_or_the_bot_has_changed_is_lit() -> None:
    chambers = {"REF", "DIV"}
    assert news(evening(news=TURN)) == News({("COL", 3)}, chambers, {(7, 3)}, {4, 7}, {"J"})
    assert news(solo(before=OF_BOT)) == News({("RES", 4)}, chambers, islands={7})


def test_all_that_players_and_bot_have_changed_since_a_look_is_lit() -> None:
    then, alone = evening(), solo()
    pile = then.market[0].disc
    assert news(later(then), then) == News({("COL", 3)}, {"REF"}, {(1, 2)}, {1, 9}, {pile})
    assert alone.bot is not None
    gone = replace(alone, bot=replace(alone.bot, ambassador=4, levels=(2, 0, 3, 4)))
    assert news(gone, alone) == News({("RES", 4)}, islands={4})


@pytest.mark.parametrize(("locale", "view"), [*product(LOCALES, (solo(), evening(2), evening(4)))])
def test_nothing_on_the_board_is_small_on_a_phone_but_names_below_their_signs(
    locale: str, view: NoriaView
) -> None:
    """The names of discs, those of two chambers, and the sign of the bot's letters that are used twice."""
    speak, written = words(locale), sizes(board(shown(view, locale)))
    chambers = {speak(f"noria.short.{chamber}") for chamber in ("spec", "div")}
    small = {text for text, size in written.items() if size < TITLE}
    assert small <= {*chambers, *(names.disc(disc, speak) for disc in DISCS), "×", "×2"}


def test_two_ambassadors_on_an_island_cover_nothing_else_there() -> None:
    """In the solo mode the bot may come to where the player is; no other ship, and no number of ships."""
    view = solo()
    assert view.bot is not None
    (player,) = view.players
    both = replace(view, players=(replace(player, ambassador=view.bot.ambassador),))
    alone = replace(view, players=(replace(player, ambassador=None),))
    part = (islands.LEFT, TOP, islands.RIGHT, islands.BOTTOM)
    one, two = (canvas_of(board(shown(each))).image.crop(part) for each in (alone, both))
    changed = ImageChops.difference(one.convert("RGB"), two.convert("RGB")).getbbox()
    assert changed is not None
    left, _, right, _ = changed
    assert right - left <= 40


def test_the_bot_has_a_row_in_the_ranking_of_a_solo_game() -> None:
    over = view_model(1, "over")
    assert over.view.bot_score is not None
    assert over.view.bot is not None
    written = texts(ranking(over))
    points = [row.points for row in rows(over.view.bot.levels, over.view.chambers)]
    assert sum(points) == over.view.bot_score
    for one in ("Bot", *map(str, points), str(over.view.bot_score)):
        assert one in written
    alt = ranking(over).draw().alt
    assert f"1) Bot: {over.view.bot_score}" in alt
    assert f"2) {over.names[0]}: {over.view.scores[0]}" in alt


def test_the_ranking_names_its_signs_and_the_rule_that_has_broken_a_tie(speak: Words) -> None:
    """Knowledge first, where that is equal resources and goods (section 9)."""
    over = view_model(3, "over", speak.locale)
    for key in ("ref", "col", "exp", "res", "spec", "div"):
        assert speak(f"noria.score.{key}") in texts(ranking(over))
    one, two, three = over.view.players
    for key, first, others in (
        ("knowledge", replace(one, knowledge=6), two),
        ("stock", replace(one, stock=Bundle(energy=9)), replace(two, stock=Bundle(energy=1))),
    ):
        players = (first, replace(others, knowledge=4 if key == "knowledge" else first.knowledge), three)
        outcome = Outcome((1, 2, 3), (92, 92, 71), ((), (), ()))
        model = with_model(over, view=replace(over.view, players=players), outcome=outcome)
        (note,) = sentences.notes(model)
        values = (6, 4) if key == "knowledge" else (9, 1)
        order = [speak("picture.tie_value", name=over.names[at], n=values[at]) for at in (0, 1)]
        assert note == speak(f"noria.text.tie_{key}", points="92", order=speak.listed(order))
        assert note in alt_of(ranking(model))
    assert sentences.notes(with_model(over, outcome=replace(outcome, places=(1, 1, 3)))) == []


@pytest.mark.parametrize("chain", ["S1 M1 L1", "S1 M2 L3", "L2 M1 S1", "L2 M2 S1"])
def test_badges_and_numbers_of_the_chain_cover_no_name_of_a_slot(chain: str) -> None:
    full = replace(crowded(2), phase="actions", current=Turn(activated=tuple(chain.split())))
    canvas = canvas_of(own(shown(full, "ja", seat=0)))
    names = [one for one in canvas.placed if one.text in SLOTS and one.box[3] < WHOLE.panel[3]]
    assert len(names) == len(SLOTS)
    for name in names:
        (x, y), radius = WHOLE.at(name.text), WHOLE.disc
        assert not overlap(name.box, (x - radius, y - radius, x + radius, y + radius))


@pytest.mark.parametrize("chain", ["S1 M1 L1", "S1 M2 L3", "L2 M1 S1", "L2 M2 S1"])
def test_on_a_phone_the_discs_are_half_as_large_again_and_hide_no_name(chain: str) -> None:
    """What is left of a chain has its numbers, too."""
    first, *rest = chain.split()
    running = Running(first, 1, then=moves.Chain(tuple(rest)))
    full = replace(crowded(2), phase="disc", current=Turn(activated=(first,), running=running))
    canvas = canvas_of(active_half(shown(full, "ja", seat=0)))
    assert half.DISC >= 1.5 * DISC
    names = [one for one in canvas.placed if one.text in ACTIVE and one.box[1] > half.PANEL[1] + 100]
    assert {one.text for one in names} == ACTIVE
    for name, slot in product(names, ACTIVE):
        x, y = half.place(slot)
        reach = half.DISC * 0.7
        assert not overlap(name.box, (x - reach, y - reach, x + reach, y + reach)), (name.text, slot)
    orders = [
        one
        for one in canvas.placed
        if one.text in "123" and one.size == NUMBER and one.box[3] < half.PANEL[3] - 80
    ]
    assert sorted(one.text for one in orders) == ["1", "2", "3"]


def test_on_the_board_names_prices_and_counts_are_large_on_a_phone(locale: str) -> None:
    """Names of discs and chambers, too; only goods in numbers that no game brings are smaller."""
    dear = replace(evening(), market=(*evening().market[:3], *reversed(evening().market[3:])))
    for view in (evening(), solo(), crowded(), dear):
        written = check_texts(canvas_of(board(shown(view, locale))))
        told = [words(locale)(f"noria.disc.{kind.lower()}") for kind in DISCS]
        told += [words(locale)(f"noria.short.{one.lower()}") for one in (*PATHS, *CHAMBERS)]
        assert {*told} <= {text.text for text in written if text.size >= 36}
        small = {text.text for text in written if text.size < 36}
        assert not small & {*told, *(f"×{pile.left}" for pile in view.market)}
    goods = [text for text in check_texts(canvas_of(board(shown(evening(), locale)))) if text.box[1] > 832]
    assert min(text.size for text in goods) >= 36
