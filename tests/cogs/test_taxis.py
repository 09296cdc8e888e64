"""Thurn and Taxis in Discord: what its panels offer and warn of, and what its commands say."""

from pathlib import Path
from typing import Any

import do
import pytest
from cases import Case, case, cases, panel_of, refusal, run, say

from bot.games.contract import Refusal
from bot.games.thurn_and_taxis import moves
from bot.games.thurn_and_taxis.land import CITIES
from bot.games.thurn_and_taxis.sentences import cities_meant, city_meant
from bot.games.thurn_and_taxis.state import TaxisState
from bot.text import words
from cogs.thurn_and_taxis.commands import matching
from tests.games.thurn_and_taxis.positions import cities, table

DISPLAY = "zuerich mannheim innsbruck freiburg lodz stuttgart"
EXAMPLE_5 = "mannheim stuttgart ulm augsburg muenchen"
PLACES = ["close/each/0", "1", "3", "4"]
"""What is chosen at first of the route of example 5: the mode, and the places of the cities."""
said = panel_of("thurn_and_taxis")


def taking(**more: Any) -> TaxisState:
    """A turn that begins with a route of one city."""
    return table("basel / ", "ulm / ", **more)


def playing(route: str, hand: str, **more: Any) -> TaxisState:
    """A turn in which a card was taken and none played yet."""
    return table(f"{route} / ", f"{hand} / ", phase="play", **more)


def closing(route: str = EXAMPLE_5, hand: str = "lodz", **more: Any) -> TaxisState:
    """A turn in which a card was played."""
    return table(f"{route} / ", f"{hand} / basel", phase="close", **more)


ALL_BUT_FOUR = (
    "basel zuerich freiburg carlsruhe mannheim stuttgart ulm sigmaringen kempten innsbruck salzburg linz"
    " budweis pilsen lodz ingolstadt augsburg muenchen"
)
FITS = table("basel freiburg carlsruhe / ", "ulm / ", display=DISPLAY)
TAKING = (
    case(
        "the first turn says why two cards are taken and offers no official",
        moves.TaxisOptions(),
        do.look(
            says=said("take_two"),
            picks=[*(f"take_open/{at}" for at in range(1, 7)), "take_blind"] * 2,
        ),
        do.typed("official", official="administrator")(says=refusal("official_forced")),
        do.typed("official", official="postmaster")(says=refusal("official_forced"), kept=True),
        do.pick(moves.TakeBlind(), says=said("take_second")),
        do.pick(moves.TakeOpen(3), steps={"begin"}),
    ),
    case(
        "an open card is shown with its region and where it fits",
        FITS,
        do.look(
            lines={
                "take_open/1": "1 · Zürich | Schweiz · joins at Basel (left)",
                "take_open/2": "2 · Mannheim | Baden · joins at Carlsruhe (right)",
                "take_open/3": "3 · Innsbruck | Tyrol · does not fit yet",
                "take_open/4": "4 · Freiburg | Baden · does not fit yet",
                "take_blind": "56 cards left",
            }
        ),
        do.offer("take", "card", "", {"zuerich": "Zürich (Schweiz · joins at Basel (left))", "deck": "Deck"}),
        do.offer("take", "card", "St", ["stuttgart"]),
        do.offer("take", "card", "シュ", ["stuttgart"]),
    ),
    case(
        "cards are taken by name and from the deck, and told without what is hidden",
        taking(display=DISPLAY),
        do.typed("take", card="Passau")(says=refusal("not_open", city="Passau")),
        do.typed("take", card="マンハイム")(offers={"begin"}, state={"hands.0": cities("ulm mannheim")}),
        do.asks("undo", says=refusal("undo_revealed")),
        do.typed("take", card="山札")(state={"taken": 2, "official": "postmaster"}, lacks={"table.undo"}),
        do.asks("show", board=["player0 takes Mannheim.", "player0 also takes a card from the deck"]),
    ),
    case(
        "the administrator replaces the open cards once",
        taking(),
        do.pick(moves.Administrator(), steps={"take_open", "take_blind"}, state={"discard.#": 6}),
        do.typed("official", official="administrator")(says=refusal("official_used")),
        do.pick(moves.TakeOpen(1), lacks={"more"}),
    ),
    case(
        "the postmaster gives a second card before playing",
        taking(),
        do.typed("official", official="postmaster")(says=refusal("take_first")),
        do.pick(moves.TakeOpen(1)),
        do.pick("more", says=said("more_sure"), kept=True),
        do.back(),
        do.typed("official", official="postmaster")(says=said("more_sure"), kept=True),
        do.pick(moves.TakeBlind(), lacks={"more"}, state={"taken": 2, "official": "postmaster"}),
        do.typed("official", official="postmaster")(says=refusal("enough_taken")),
    ),
)
PLAYING = (
    case(
        "only cards that fit are offered, once for each end",
        playing("basel freiburg carlsruhe", "zuerich zuerich mannheim innsbruck sigmaringen"),
        do.look(
            picks=["play/zuerich/left", "play/mannheim/right", "more", "anew"],
        ),
        do.typed("play", card="Zurich")(state={"routes.0": cities("zuerich basel freiburg carlsruhe")}),
        do.asks("show", board="player0 plays Zürich"),
    ),
    case(
        "where both ends fit it is put there, and by command has to be said",
        playing("kempten augsburg", "ulm innsbruck"),
        do.look(
            offers=[f"play/{city}/{side}" for city in ("ulm", "innsbruck") for side in ("left", "right")]
        ),
        do.typed("play", card="ulm")(
            says=say("thurn_and_taxis.command.which_side"), offers={"play"}, kept=True
        ),
        do.typed("play", card="ulm", side="left")(state={"routes.0": cities("ulm kempten augsburg")}),
    ),
    case(
        "the first card of a route needs no side",
        playing("", "lodz linz", official="administrator", taken=1),
        do.look(says=said("start")),
        do.typed("play", card="ロッズ", side="left")(state={"routes.0": ("lodz",)}),
    ),
    case(
        "a route is given up only after a warning and Confirm",
        playing("basel freiburg carlsruhe", "zuerich innsbruck"),
        do.pick("anew", picks=["begin/zuerich", "begin/innsbruck"], off={"Innsbruck": False}),
        do.pick(moves.Begin("innsbruck"), says=["Basel → Freiburg → Carlsruhe", "without reward"], kept=True),
        do.back(offers={"play"}),
        do.pick("anew"),
        do.pick(moves.Begin("innsbruck"), kept=True),
        do.sure(state={"routes.0": ("innsbruck",), "discard": cities("basel freiburg carlsruhe")}),
    ),
    *(
        case(
            f"a card that costs the route is confirmed, {side=}",
            playing("basel freiburg", "lodz linz"),
            do.typed("play", card="lodz", **({"side": side} if side else {}))(
                says="discarded without reward"
            ),
            do.sure(state={"routes.0": ("lodz",)}),
        )
        for side in (None, "new")
    ),
    case(
        "example 4: where no card fits the panel says that the route is lost, and asks no more",
        playing("lodz pilsen budweis linz", "basel ulm"),
        do.look(says=["None of your cards fits", said("no_fit_more")], steps={"begin", "more"}),
        do.pick(moves.Begin("basel"), steps={"end_turn"}, state={"routes.0": ("basel",), "discard.#": 4}),
        do.undo(steps={"begin", "more"}, state={"routes.0": cities("lodz pilsen budweis linz")}),
    ),
    case(
        "what can not be played is refused beside the panel",
        playing("basel freiburg carlsruhe", "mannheim freiburg"),
        do.typed("play", card="lodz")(says=refusal("city_not_in_hand"), offers={"play"}),
        do.typed("play", card="mannheim", side="left")(says=refusal("no_road"), offers={"play"}),
        do.typed("play", card="freiburg", side="right")(says=refusal("city_in_route"), offers={"play"}),
        do.typed("play", card="Atlantis")(says=refusal("no_such_city", name="Atlantis")),
        do.typed("close")(says=refusal("play_first")),
    ),
    case(
        "the cards of the hand are offered once each",
        playing("basel", "zuerich zuerich mannheim"),
        do.offer("play", "card", "", ["zuerich", "mannheim"]),
        do.offer("play", "card", "Z", {"zuerich": "Zürich (Schweiz · joins at Basel)"}),
        do.offer("discard", "card", "M", {}),
    ),
    case(
        "the postal carrier lays a second card but gives no route up",
        playing("ulm", "augsburg muenchen lodz"),
        do.typed("official", official="postal_carrier")(says=refusal("carrier_early")),
        do.pick(
            moves.Play("augsburg", "right"),
            says=said("carrier"),
            offers={"play/muenchen/right"},
            lacks={"anew"},
        ),
        do.typed("official", official="postal_carrier")(offers={"play"}, kept=True),
        do.pick(moves.Play("muenchen", "right"), lacks={"play"}, state={"official": "postal_carrier"}),
        do.typed("official", official="postal_carrier")(says=refusal("official_used")),
    ),
)
CLOSING = (
    case(
        "a turn is three presses of the panel: take, play, close; and the closing comes back",
        table(
            "mannheim stuttgart ulm augsburg / ",
            "lodz / basel",
            display=DISPLAY.replace("zuerich", "muenchen"),
        ),
        do.label("1 · München"),
        do.label("Play München at the right end", says="You gain 3 offices (Mannheim, Ulm, Augsburg)"),
        do.label("Close now: +7 points", state={"carriages.0": 3, "active": 1}),
        do.undo(state={"active": 0, "phase": "close"}),
    ),
    case(
        "the closing that causes the end of the game is confirmed",
        closing("wuerzburg nuernberg regensburg passau", "", offices=ALL_BUT_FOUR),
        do.look(says=said("ends")),
        do.pick(moves.Close(cities("wuerzburg nuernberg")), says=said("ends"), kept=True),
        do.sure(state={"ending": 0}),
    ),
    case(
        "example 5: closing asks for the mode, then offers the best cities with what they yield",
        closing(),
        do.pick("close", picks=["close/each/0", "close/wuerttemberg/0", "close/baiern/0"], lacks={"confirm"}),
        do.pick(
            "close/each/0", chosen=PLACES, says=["3 offices", "5 cities (2)", "carriage 3", "7 points in all"]
        ),
        do.pick("1", "3", "5"),
        do.sure(
            state={
                "offices.0": cities("mannheim ulm muenchen"),
                "carriages.0": 3,
                "tiles.0.0.stack": "length_5",
            },
            board=[
                "closes a route of 5 cities: Mannheim → Stuttgart → Ulm → Augsburg → München",
                "3 offices (Mannheim, Ulm, München)",
                "carriage 3",
            ],
        ),
    ),
    case(
        "cities that share a region are refused with the reason and can be changed",
        closing(),
        do.pick("close"),
        do.pick("close/each/0"),
        do.pick("1", "2", "3", says=refusal("office_mode"), lacks={"confirm"}),
        do.press("taxis.several", [], chosen=["close/each/0"]),
        do.pick("close/wuerttemberg/0", chosen=["close/wuerttemberg/0", "2", "3"]),
        do.sure(state={"offices.0": cities("stuttgart ulm")}),
    ),
    case(
        "nothing has to be placed",
        closing("salzburg linz budweis", "", offices="basel", carriages=[4, 0]),
        do.pick("close"),
        do.pick("close/each/1"),
        do.press("taxis.several", []),
        do.press("taxis.step", says=said("yields_nothing")),
        do.sure(state={"offices.0": ("basel",), "carriages.0": 4, "routes.0": ()}),
    ),
    case(
        "the cartwright is offered where he helps and can be left out",
        closing("lodz pilsen budweis", "", carriages=[4, 0]),
        do.pick("close"),
        do.pick("close/boehmen/1", says="carriage 5 (Cartwright)"),
        do.press("taxis.step", hides="Cartwright)", chosen=["close/boehmen/0", "2", "3"]),
        do.typed("official", official="cartwright")(kept=True),
        do.pick("close/boehmen/1"),
        do.sure(state={"carriages.0": 5}),
    ),
    case(
        "a cartwright who gains nothing is refused",
        closing("basel freiburg carlsruhe"),
        do.typed("official", official="cartwright")(says=refusal("cartwright_no_gain")),
        do.typed("official", official="postal_carrier")(says=refusal("carrier_no_card")),
        do.typed("close", cartwright=True)(says=refusal("cartwright_no_gain")),
    ),
    case(
        "example 8: a route with one way to place skips the mode",
        closing("freiburg sigmaringen kempten", "", offices="stuttgart ulm"),
        do.pick("close", chosen=["1", "2", "3"], says="Württemberg and Hohenzollern (3)", offers={"confirm"}),
        do.sure(state={"carriages.0": 3}),
    ),
    case(
        "a route of cities with own offices is closed without a menu",
        closing("ulm augsburg muenchen", "", offices="ulm augsburg muenchen"),
        do.pick("close", steps={"confirm", "table.back"}),
        do.sure(state={"routes.0": ()}),
    ),
    case(
        "example 12: too many cards are discarded one by one after closing",
        closing("ulm augsburg muenchen", "lodz lodz basel linz linz"),
        do.pick("close"),
        do.pick("close/each/0"),
        do.sure(says=said("discard", n=2, most=3), lines={"discard/lodz": "Lodz (2 cards) | Polen"}),
        do.pick(moves.Discard("lodz"), says=said("discard", n=1, most=3)),
        do.pick(moves.Discard("linz"), steps={"table.move"}, state={"active": 1, "hands.0.#": 3}),
    ),
    case(
        "a closing by command is shown and confirmed, and comes back",
        closing(),
        do.typed("close", cities="München, Mannheim ulm")(
            chosen=["close/each/0", "1", "3", "5"], says="7 points in all"
        ),
        do.sure(state={"offices.0": cities("mannheim ulm muenchen")}),
        do.undo(state={"active": 0}),
    ),
    case(
        "without cities the best are proposed, and none can be named",
        closing(carriages=[6, 0]),
        do.typed("close")(chosen=["close/each/1", "1", "3", "4"], says="carriage 7 (Cartwright)"),
        do.typed("close", cities="-", cartwright=False)(chosen=["close/each/0"], hides="Cartwright)"),
    ),
    case(
        "offices that are not allowed are refused with the reason",
        closing(offices="augsburg"),
        *(
            do.typed("close", cities=named)(says=refusal(code), lacks={"confirm"})
            for named, code in (
                ("mannheim stuttgart ulm", "office_mode"),
                ("mannheim lodz", "office_off_route"),
                ("mannheim mannheim", "office_twice"),
                ("augsburg", "office_already"),
            )
        ),
    ),
    case(
        "a route that is too short can't be closed",
        closing("basel freiburg"),
        do.look(steps={"end_turn"}),
        do.typed("close")(says=refusal("route_too_short", n=3)),
        do.typed("discard", card="lodz")(says=refusal("nothing_to_discard")),
        do.typed("end-turn")(state={"active": 1}),
        do.typed("end-turn")(says=refusal("not_your_turn", names="player1")),
    ),
    case(
        "whole placements are offered first, then city by city, and each can be sent",
        closing(),
        do.offer(
            "close",
            "cities",
            "",
            {
                "mannheim ulm augsburg": "One in each region: Mannheim, Ulm, Augsburg",
                "stuttgart ulm": "All in one region: Württemberg: Stuttgart, Ulm",
                "augsburg muenchen": "All in one region: Baiern: Augsburg, München",
                "-": "No post office",
            },
        ),
        do.offer("close", "cities", "Mann", {"mannheim": "Mannheim"}),
        do.offer("close", "cities", "Mannheim, ", [f"mannheim {city}" for city in EXAMPLE_5.split()[1:]]),
        do.offer("close", "cities", "マンハイム、ミュ", {"mannheim muenchen": "Mannheim, München"}),
        *(
            do.typed("close", cities=value)(offers={"close"}, kept=True)
            for value in ("mannheim ulm augsburg", "stuttgart ulm", "augsburg muenchen", "-")
        ),
        do.typed("close", cities="**@everyone**")(says=r"\*\*@", hides="@everyone", kept=True),
    ),
    case(
        "places that no route has are left out of a closing",
        closing(),
        do.look(),
        do.forged("several", "close/each/0", ["1", "1", "x", "99999999999"], chosen=["close/each/0", "1"]),
    ),
)


@cases(*TAKING, *PLAYING, *CLOSING)
async def test_what_the_panel_shows_and_commands_do(tmp_path: Path, case: Case) -> None:
    await run("thurn_and_taxis", case, tmp_path)


# Words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("city", CITIES)
def test_a_city_is_known_by_every_name_it_has(city: str) -> None:
    one = CITIES[city]
    name, japanese = (words(locale)(f"thurn_and_taxis.city.{city}") for locale in ("en", "ja"))
    for spelling in (one.id, name, japanese, name.upper(), f" {name.lower()} ", *one.aliases):
        assert city_meant(spelling) == city


def test_other_spellings_and_widths_are_understood() -> None:
    typed = ("Nurnberg", "nuremberg", "Munich", "Karlsruhe", "Łódź", "チューリッヒ", "ﾊﾞｰｾﾞﾙ")
    meant = ("nuernberg", "nuernberg", "muenchen", "carlsruhe", "lodz", "zuerich", "basel")
    assert tuple(map(city_meant, typed)) == meant
    for text in ("Mannheim, Ulm,München", "マンハイム、ウルム、ミュンヘン", "mannheim ulm muenchen"):
        assert cities_meant(text) == cities("mannheim ulm muenchen")
    assert matching("バ", ("basel", "passau", "budweis")) == ("basel",)
    assert matching("パ", ("basel", "passau", "budweis")) == ("passau",)


@pytest.mark.parametrize("typed", ["", "Atlantis", "Mannheim Ulm", "*x*"])
def test_what_is_no_city_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="no_such_city"):
        city_meant(typed)
