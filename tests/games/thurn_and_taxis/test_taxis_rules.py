"""The rules of Thurn and Taxis by the numbers of their sections; 7 are the edge cases."""

from itertools import combinations

import pytest

from bot.games.contract import Seat
from bot.games.thurn_and_taxis.closing import carriage_taken, placement_refusal, placements
from bot.games.thurn_and_taxis.game import GAME
from bot.games.thurn_and_taxis.land import CITIES, region_of
from bot.games.thurn_and_taxis.moves import TakeBlind, TakeOpen
from tests.games.examples import follows, refusals
from tests.games.thurn_and_taxis.positions import (
    CHANCE,
    EARLY,
    WHOLE_LAND,
    A,
    B,
    C,
    after,
    at,
    cities,
    facts,
    move,
    others,
    play,
    refused,
    table,
)

BADEN = "mannheim carlsruhe freiburg"
FIVE = "mannheim stuttgart ulm augsburg muenchen"
"""Worked example 5: Baden, twice Württemberg, twice Baiern."""


def shuffled(cards: str) -> str:
    return " ".join(CHANCE.stream("shuffle", 1).shuffled(cities(cards)))


NEXT = "mannheim carlsruhe freiburg stuttgart ulm sigmaringen"
"""On top of a deck."""
BASEL = "basel freiburg carlsruhe"
TURN = f"""
    3 The phases come in order and only the active seat owes
        take; hand ulm
        -> owes take; can administrator take_open take_blind
        take 1 -> owes play; can take_open take_blind begin
        take 1, begin ulm -> owes close; can end_turn
        take 1, begin ulm, end -> active 1; can take_open take_blind
    3 What is out of order
        take; hand mannheim ulm
        begin ulm or left ulm or close or end !! take_first
        discard ulm !! nothing_to_discard
        take 1, close or end !! play_first
        take 1, administrator !! administrator_late
        take 1, take 1, blind !! enough_taken
        take 1, begin ulm, take 2 or blind !! already_played
        take 1, begin ulm, administrator !! administrator_late
        take 1, begin ulm, begin mannheim !! begin_again
        take 1, begin mannheim, close !! route_too_short
    3 The Administrator deals six new cards before the first draw
        take; hand ulm; discard lodz
        administrator -> discard lodz {EARLY}; display {NEXT}; deck_size 52; phase take; taken 0;
            official administrator; told swept A {EARLY}, dealt 1 2 3 4 5 6 {NEXT}
        administrator, administrator !! official_used
    3 The Postmaster takes a second card from a full display
        take; hand lodz
        take 1 -> official none; may_take True
        take 1, take 1 -> hand lodz ulm mannheim; official postmaster; may_take False;
            told took A mannheim 1 postmaster, dealt 1 carlsruhe
    3 The Postal Carrier plays a second card that fits the row as it is
        play; hand ulm augsburg kempten lodz
        begin ulm, right lodz !! no_road
        begin ulm, left augsburg -> route augsburg ulm; official postal_carrier;
            told played A augsburg left postal_carrier
        begin ulm, left augsburg, left kempten !! enough_played
        begin ulm, left augsburg, begin kempten !! begin_again
    3 One official a turn
        take; route mannheim stuttgart; hand ulm augsburg wuerzburg; carriages 4 0
        administrator, blind, blind !! official_used
        take 1, take 1, right ulm, right augsburg or cartwright !! official_used
        take 1, right ulm, right augsburg, cartwright !! official_used
        take 1, right ulm, right augsburg, close -> carriage 4
    3 Officials of others and of earlier turns do not matter
        take; hand ulm / ulm
        administrator, blind, begin ulm, end, administrator, blind, begin ulm, end -> active 0; official none
        administrator, blind, begin ulm, end, administrator, blind, begin ulm, end, administrator ->
            official administrator
    3 An empty hand forces the Postmaster (worked example 2)
        take; route / / /
        -> forced_postmaster True; official postmaster
        administrator !! official_forced
        take 1 -> deck_size 59; phase take
        take 1, end or begin ulm or close !! must_take_two
        take 1, administrator !! administrator_late
        take 1, blind -> deck_size 58; hand_size 2; phase play
        take 1, blind, blind !! enough_taken
        take 1, blind, begin ulm, left carlsruhe !! official_forced
    3 Everybody's first turn is a forced one
        take
        blind, blind, begin mannheim, end -> forced_postmaster True; active 1
        blind, blind, begin mannheim, end, blind, blind, begin freiburg, end -> forced_postmaster False
    3 The forced Postmaster leaves no Cartwright
        take; route mannheim stuttgart; carriages 3 0; deck ulm lodz
        blind, blind, right ulm, cartwright !! official_forced
        blind, blind, right ulm, close -> carriage 3
    3 An open card is replaced at once
        take; hand lodz
        take 3 -> display ulm basel mannheim lodz passau kempten; deck_size 58;
            told took A linz 3, dealt 3 mannheim
    3 The top of the deck is taken unseen by others
        take; hand lodz | blind -> hand lodz mannheim; told took A, took A mannheim for A
    3 There are six places
        take; hand lodz | take -1 or take 0 or take 7 or take 100 !! no_such_place
    3 Without a route any card starts one
        play; hand lodz basel ulm
        -> can take_open take_blind begin
        begin lodz -> route lodz; hand basel ulm
        begin basel -> route basel; hand lodz ulm; told played A basel
        begin ulm -> route ulm; hand lodz basel
        left lodz !! no_route
        begin linz !! city_not_in_hand
    3 A card goes to the end that it fits (worked example 3)
        play; route {BASEL}; hand zuerich mannheim stuttgart innsbruck freiburg sigmaringen
        left zuerich -> route zuerich {BASEL}
        right mannheim -> route {BASEL} mannheim
        right stuttgart -> route {BASEL} stuttgart
        right zuerich or left mannheim or left stuttgart !! no_road
        left innsbruck or right innsbruck or left sigmaringen or right sigmaringen !! no_road
        left freiburg or right freiburg !! city_in_route
    3 Offices and routes of anybody do not hinder a card
        play; route {BASEL} / kempten zuerich; hand zuerich lodz; offices zuerich / zuerich
        left zuerich -> route zuerich {BASEL}
    3 A row that cannot go on is lost (worked example 4)
        play; route lodz pilsen budweis linz; hand basel ulm
        -> can take_open take_blind begin
        close !! play_first
        begin basel -> route basel; discard lodz pilsen budweis linz;
            told gave_up A lodz pilsen budweis linz, played A basel
        begin ulm -> route ulm; discard lodz pilsen budweis linz
        begin basel, close !! route_too_short
        play; route lodz pilsen budweis linz; hand passau salzburg
        right passau -> route lodz pilsen budweis linz passau
        right salzburg -> route lodz pilsen budweis linz salzburg
        left passau or left salzburg !! no_road
    3 A row can be given up although a card fits
        play; route {BASEL}; hand zuerich freiburg
        begin zuerich -> route zuerich; discard {BASEL}
        begin freiburg -> route freiburg; discard {BASEL}
        play; route ulm; hand augsburg lodz | begin augsburg -> route augsburg; discard ulm
    3 A restarted row can be extended by the Postal Carrier
        play; route {BASEL}; hand linz passau lodz
        begin linz, right passau -> route linz passau; official postal_carrier
    3 Of equal cards the one held longest is played
        play; hand ulm basel ulm | begin ulm -> hand basel ulm
"""
SHORT = "basel zuerich kempten"
TWO, SWEPT = shuffled("ulm basel"), cities(shuffled(f"pilsen {EARLY}"))
FOUR, LEFT = " ".join(SWEPT[:4]), " ".join(SWEPT[4:])
FIRST, SECOND, THIRD = cities(shuffled(SHORT))
NINETEEN = (
    "mannheim stuttgart ulm sigmaringen basel zuerich innsbruck lodz pilsen budweis salzburg linz wuerzburg"
    " nuernberg regensburg ingolstadt augsburg passau muenchen"
)
EDGES = f"""
    7.1 The discards are shuffled only when a card is needed
        take; hoard; hand lodz lodz; deck mannheim; discard {SHORT}
        blind -> deck none; discard {SHORT}; shuffles 1; told took A, took A mannheim for A
        blind, blind -> hand lodz lodz mannheim {FIRST}; deck {SECOND} {THIRD}; discard none; shuffles 2;
            told reshuffled 3, took A postmaster, took A {FIRST} postmaster for A
    7.2 Replacing an open card shuffles when the deck is empty
        take; hoard; hand lodz; discard {SHORT}
        take 1 -> display {FIRST} basel linz lodz passau kempten; deck {SECOND} {THIRD}; discard none;
            told took A ulm 1, reshuffled 3, dealt 1 {FIRST}
    7.2 Replacing an open card may use the last card of the deck
        take; hand lodz; deck mannheim
        take 2 -> display ulm mannheim linz lodz passau kempten; deck none; shuffles 1;
            can take_open take_blind begin
    7.3 The Administrator comes neither after an empty hand nor without any card
        take; hoard | administrator !! official_forced
        play; hoard; display; hand lodz; taken 0 | administrator !! administrator_late
    7.3 When the deck runs out the six open cards are shuffled with the discards
        take; hoard; hand lodz; deck mannheim mannheim; discard pilsen
        administrator -> display mannheim mannheim {FOUR}; deck {LEFT}; discard none;
            told swept A {EARLY}, reshuffled 7, dealt 1 2 3 4 5 6 mannheim mannheim {FOUR}
    7.3 The Administrator may come to fewer than six open cards
        take; hoard; hand lodz; display ulm basel
        administrator -> display {TWO} none none none none;
            told swept A ulm basel, reshuffled 2, dealt 1 2 {TWO}
    7.4 An open card that cannot be replaced leaves a gap
        take; hoard; hand lodz; display ulm basel linz
        take 2 -> display ulm none linz none none none; told took A basel 2; may_take True
        take 2, take 2 !! no_open_card
        take 2, blind !! no_card_to_draw
    7.4 Gaps are filled at the start of the next turn, not in the middle of one
        take; hoard; route {SHORT}; hand lodz; display ulm
        take 1 -> may_take False
        take 1, begin ulm -> display none none none none none none; discard {SHORT}
        take 1, begin ulm, end -> display {FIRST} {SECOND} {THIRD} none none none;
            told turn_begun B 1, reshuffled 3, dealt 1 2 3 {FIRST} {SECOND} {THIRD}
    7.4 Without any card the draw is skipped
        take; hoard; hand lodz; display ulm
        take 1, begin lodz, end -> active 1; phase play; taken 0;
            told turn_begun B 1, skipped B take
        take 1, begin lodz, end, blind !! no_card_to_draw
        take 1, begin lodz, end, take 1 !! no_open_card
        take 1, begin lodz, end, begin mannheim -> phase close
    7.4 Without any card and an empty hand the play is skipped and the row may be closed
        play; route / {SHORT}; hand {others(SHORT, "lodz")} lodz; display; deck; discard; taken 0
        begin lodz, end -> active 1; phase close; taken 0; played 0;
            told turn_begun B 1 forced_postmaster, skipped B take, skipped B play
        begin lodz, end, left lodz or begin lodz !! city_not_in_hand
        begin lodz, end, blind !! already_played
        begin lodz, end, end -> active 0
        begin lodz, end, close basel kempten -> carriages 0 3
    7.5 The forced Postmaster with one card to be had
        take; hoard; display ulm
        take 1 -> phase play; taken 1; official postmaster
        take 1, blind !! official_forced
        take 1, begin ulm -> phase close
    7.6 A hand of one leaves all officials free
        take; hand ulm
        -> forced_postmaster False; can administrator take_open take_blind
        take 1 -> can take_open take_blind begin
    7.6 After a Postal Carrier with the last card the next turn is forced
        take; route ulm; hand augsburg / lodz; display muenchen basel linz lodz passau kempten
        take 1, right augsburg, right muenchen, end, blind, begin lodz, end ->
            hand none; active 0; forced_postmaster True
    7.7 Both ends of a single card are legal
        play; route ulm; hand augsburg lodz
        left augsburg -> route augsburg ulm
        right augsburg -> route ulm augsburg
    7.8 The lost row is discarded before the new card is laid, and the hand has no limit
        play; route {FIVE}; hand lodz lodz basel basel pilsen pilsen; discard linz
        begin lodz -> discard linz {FIVE}; offices none; tiles none; carriage 0
        begin lodz, end -> hand_size 5
    7.9 A city with an own office counts in length and leaves its region to another
        close; route {FIVE}; hand lodz; offices stuttgart
        close mannheim stuttgart !! office_already
        close mannheim ulm augsburg -> tiles length_5 2; offices stuttgart mannheim ulm augsburg
    7.10 No more offices than are left
        close; route {BADEN}; hand lodz; offices {NINETEEN}
        close carlsruhe freiburg !! offices_left
        close -> tiles none
        close carlsruhe -> tiles game_end 1
        close freiburg -> tiles game_end 1
    7.11 Placing nothing is allowed
        close; route {BADEN}; hand lodz | close -> offices none; carriage 3
    7.12 A group completed too late gives nothing and never will
        close; route {BADEN} / / /; hand lodz; tiles / baden 3 / baden 2 / baden 1
        close {BADEN} -> tiles none; offices {BADEN}
    7.13 and 7.14 A row may be as long as roads and cards allow
        close; route {WHOLE_LAND}; hand lodz | close stuttgart -> tiles length_7 4; discard {WHOLE_LAND}
    7.16 The owner of level 7 plays on: there is no level 8
        close; route mannheim stuttgart ulm augsburg muenchen salzburg linz passau; hand lodz; carriages 7 0;
            tiles game_end 1
        cartwright !! cartwright_no_gain
        close -> carriage 7
"""
DEADLINE = f"""
    7.17 A card taken blind is named to its owner alone
        take; hand lodz / basel; deck ulm basel zuerich
        blind, begin lodz, end, blind -> before took A, took A ulm for A, played A lodz;
            news turn_begun B 1, took B
    7.17 What everybody sees
        take; route basel zuerich / ulm; hand lodz / linz linz; offices / ulm; active 1; discard basel
        administrator -> official administrator; display {NEXT}; discard basel {EARLY}; deck_size 47;
            hand_size 2; route ulm; offices ulm; offices_left 19
    7.18 The top of the deck is taken even if it has to be shuffled first
        take; hand lodz | -> late take_blind
        take; hand lodz; deck | -> late take_blind
    7.18 Else the first open card
        take; hoard; hand lodz; display ulm basel linz | -> late take_open 1
        take; hoard; hand lodz; display none basel linz | -> late take_open 2
    7.18 A second card only if the Postmaster is forced
        take | blind -> late take_blind
        take; hand lodz | blind -> late begin lodz
    7.18 Of the cards that fit the one held longest, right before left
        play; hand basel ulm | -> late begin basel
        play; route {BASEL}; hand ulm mannheim zuerich | -> late play mannheim right
        play; route {BASEL}; hand zuerich mannheim ulm | -> late play zuerich left
        play; route basel freiburg; hand lodz zuerich | -> late play zuerich right
        play; route lodz pilsen budweis linz; hand basel ulm | -> late begin basel
    7.18 No official, no closing, and the cards taken last are discarded
        close; route {BASEL}; hand mannheim lodz | -> late end_turn
        close; route {BASEL}; hand ulm lodz linz passau ulm
        close -> late discard ulm
        close, discard ulm -> hand ulm lodz linz passau; late discard passau
        close, discard ulm, discard passau -> hand ulm lodz linz
"""
SIX = f"{FIVE} salzburg"
SEVEN = f"{SIX} linz"
EIGHT = f"carlsruhe {SEVEN}"
ALL_7 = "length_7 4, length_7 3, length_7 2, length_7 1"
ALL_6 = "length_6 3, length_6 2, length_6 1"
ALL_5 = "length_5 2, length_5 1"
PAIRED = "freiburg sigmaringen kempten"
SEVEN_REGIONS = "mannheim stuttgart sigmaringen pilsen salzburg basel innsbruck"
CLOSING = f"""
    3 Three cards can be closed
        close; route ulm augsburg | close !! route_too_short
        close; route ulm augsburg muenchen | close -> route none
    3 Closing is optional and the row stays
        close; route {FIVE}; hand lodz | end -> route {FIVE}; active 1
    3 A long row that cannot be extended is lost before it could be closed
        play; route {SEVEN}; hand lodz basel
        close mannheim !! play_first
        -> can take_open take_blind begin
    3a Which offices can be placed (worked example 5)
        close; route {FIVE}; hand lodz
        close mannheim ulm muenchen -> tiles length_5 2; carriage 3; offices_left 17; score -13;
            told closed A {FIVE} mannheim ulm muenchen length_5 2 3, turn_begun B 1 forced_postmaster
        close mannheim stuttgart ulm !! office_mode
    3a Other sets are refused
        close; route {FIVE}; hand lodz; offices ulm
        close linz or close atlantis !! office_off_route
        close ulm !! office_already
        close mannheim mannheim !! office_twice
        close muenchen mannheim !! office_order
        close augsburg stuttgart muenchen or close stuttgart augsburg muenchen !! office_mode
    3a Offices of others do not matter, and there is no limit for a city
        close; route {FIVE}; hand lodz; offices / {FIVE} / ulm / ulm
        close mannheim ulm muenchen -> offices mannheim ulm muenchen; offices_left 17
    3d The hand limit after closing (worked example 12 a)
        close; route {FIVE}; hand lodz lodz basel linz passau
        close mannheim -> phase discard; route none; discard {FIVE}; can discard
        close mannheim, end or close or left lodz !! discard_first
        close mannheim, discard ulm !! city_not_in_hand
        close mannheim, discard basel -> phase discard; hand lodz lodz linz passau
        close mannheim, discard basel, discard lodz -> hand lodz linz passau; discard {FIVE} basel lodz;
            active 1
    3d Without closing all cards are kept (worked example 12 b)
        close; route {FIVE}; hand lodz lodz basel linz passau | end -> hand_size 5; active 1
    3d Three cards are not too many
        close; route {FIVE}; hand lodz lodz basel
        close mannheim -> active 1; hand lodz lodz basel; discard {FIVE}
    4 Tiles for the length
        close; route ulm augsburg muenchen salzburg | close -> tiles none
        close; route {FIVE} | close -> tiles length_5 2
        close; route {SIX} | close -> tiles length_6 3
        close; route {SEVEN} | close -> tiles length_7 4
        close; route {EIGHT} | close -> tiles length_7 4
    4 An empty stack gives the next lower one, whoever has the tiles
        close; route {SEVEN}; tiles length_7 4 | close -> tiles length_7 4, length_7 3
        close; route {SEVEN}; tiles / {ALL_7} | close -> tiles length_6 3
        close; route {SIX}; tiles / {ALL_6} | close -> tiles length_5 2
        close; route {SEVEN}; tiles / {ALL_6} | close -> tiles length_7 4
        close; route {FIVE}; tiles length_5 2 | close -> tiles length_5 2, length_5 1
        close; route {FIVE}; tiles / {ALL_5} | close -> tiles none
        close; route {SIX}; tiles / {ALL_5} | close -> tiles length_6 3
        close; route {SIX}; tiles / {ALL_6}, {ALL_5} | close -> tiles none
    4 Tiles for regions
        close; route freiburg basel zuerich; offices mannheim carlsruhe
        close -> tiles none
        close freiburg -> tiles baden 3
        close; route {BADEN}
        close carlsruhe freiburg -> tiles none
        close {BADEN} -> tiles baden 3
        close; route innsbruck salzburg linz; offices basel zuerich
        close -> tiles none
        close innsbruck -> tiles schweiz_tyrol 3
        close; route salzburg passau regensburg; offices pilsen budweis linz
        close -> tiles none
        close salzburg -> tiles boehmen_salzburg 4
        close; route kempten ulm stuttgart;
            offices wuerzburg nuernberg regensburg ingolstadt augsburg passau muenchen
        close -> tiles none
        close kempten -> tiles baiern 5
        close; route lodz pilsen budweis; offices {SEVEN_REGIONS}
        close -> tiles none
        close lodz -> tiles all_regions 6
    4 Paired regions (worked example 8)
        close; route {PAIRED}; offices stuttgart ulm
        close freiburg kempten -> tiles none
        close {PAIRED} -> tiles wuerttemberg_hohenzollern 3; carriage 3
        close; route {PAIRED}; offices stuttgart ulm; tiles / wuerttemberg_hohenzollern 3
        close {PAIRED} -> tiles wuerttemberg_hohenzollern 2; carriage 3
        close; route {PAIRED} / / /; offices stuttgart ulm;
            tiles / wuerttemberg_hohenzollern 3 / wuerttemberg_hohenzollern 2
        close {PAIRED} -> tiles wuerttemberg_hohenzollern 1
        close; route {PAIRED} / / /; offices stuttgart ulm;
            tiles / wuerttemberg_hohenzollern 3 / wuerttemberg_hohenzollern 2 / wuerttemberg_hohenzollern 1
        close {PAIRED} -> tiles none; carriage 3
    4 Several tiles at once
        close; route basel freiburg carlsruhe mannheim wuerzburg; offices carlsruhe mannheim;
            tiles / baden 3
        close basel freiburg wuerzburg -> tiles length_5 2, baden 2
    4 A group and all regions at once
        close; route lodz pilsen budweis;
            offices mannheim stuttgart sigmaringen linz salzburg budweis basel innsbruck
        close lodz pilsen -> tiles boehmen_salzburg 4, all_regions 6
    4 All regions with Baiern
        close; route lodz pilsen budweis; offices {SEVEN_REGIONS}; options all_nine | close lodz -> tiles none
        close; route lodz pilsen nuernberg; offices {SEVEN_REGIONS}; options all_nine
        close lodz nuernberg -> tiles all_regions 6
        close nuernberg -> tiles none
    4 One tile of a group for each player
        close; route {BADEN}; offices {BADEN}; tiles baden 3 | close -> tiles baden 3
    5 The Cartwright helps where one or two cities are missing
        close; route ulm augsburg muenchen; hand lodz; carriages 4 0
        close -> carriage 4
        cartwright -> carriage 5;
            told closed A ulm augsburg muenchen 5 cartwright, turn_begun B 1 forced_postmaster
        close; route ulm augsburg muenchen; hand lodz lodz basel basel; carriages 4 0
        cartwright -> phase discard; official cartwright
        close; route ulm augsburg muenchen; hand lodz; carriages 5 0 | cartwright !! cartwright_no_gain
        close; route ulm augsburg muenchen salzburg; hand lodz; carriages 3 0
        cartwright !! cartwright_no_gain
    5 Offices do not matter for the carriage
        close; route {FIVE}; offices {FIVE}; carriages 4 0 | close -> tiles length_5 2; carriage 5
    5 A level never runs out
        close; route {SIX} / / /; carriages 5 6 6 6 | close -> carriages 6 6 6 6
"""
LAST = "wuerzburg nuernberg regensburg passau"
REST = " ".join(city for city in CITIES if city not in cities(LAST))
"""The other 18 cities."""
EIGHTEEN = " ".join([city for city in CITIES if city not in ("augsburg", "muenchen")][:18])
ONE_TURN = "blind, begin pilsen, end"
LESS, MORE, TWELVE, FIFTEEN, TWENTY = (" ".join([*CITIES][:count]) for count in (10, 11, 12, 15, 20))
END = f"""
    6 The last office causes the end (worked example 14)
        close; route / {LAST} /; hand pilsen / pilsen / pilsen; offices / {REST} /; active 1
        close nuernberg regensburg passau !! offices_left
        close regensburg passau -> tiles game_end 1; offices_left 0; ending 1; active 2; phase take
        close regensburg passau, {ONE_TURN} -> phase over; can none; owes none
        close regensburg passau, {ONE_TURN}, blind !! over
    6 Whoever plays last in the round ends the game at once (worked example 14)
        close; route / / {LAST}; hand pilsen / pilsen / pilsen; offices / / {REST}; active 2
        close regensburg passau -> phase over; tiles game_end 1
    6 After the start player everybody plays once more (worked example 14)
        close; route {LAST} / /; hand pilsen / pilsen / pilsen; offices {REST} / /
        close regensburg passau -> active 1; phase take
        close regensburg passau, {ONE_TURN} -> active 2; phase take
        close regensburg passau, {ONE_TURN}, {ONE_TURN} -> phase over
    6 The round ends before the start player whoever that is
        close; route / / {SEVEN}; hand pilsen / pilsen / pilsen; carriages 0 0 6; start_player 1; active 2
        close -> ending 2; active 0; phase take
        close, {ONE_TURN} -> phase over
    6 A carriage of level 7 causes the end
        close; route {SEVEN}; hand pilsen / pilsen; carriages 6 0
        close -> tiles length_7 4, game_end 1; told closed A {SEVEN} length_7 4, game_end 1 7,
            end_triggered A carriage, turn_begun B 1
    6 Both at once give one tile
        close; route {SEVEN}; hand lodz; offices {EIGHTEEN}; carriages 6 0
        close augsburg muenchen -> tiles length_7 4, baiern 5, game_end 1
    6 Later ones reach it without a tile
        close; route / {SEVEN}; hand pilsen / pilsen; offices / {EIGHTEEN}; carriages 7 6; tiles game_end 1;
            active 1
        close augsburg muenchen -> tiles length_7 4, baiern 5; carriages 7 7; ending 0; phase over;
            told closed B {SEVEN} augsburg muenchen length_7 4, baiern 5 7, game_over
    6 The score is the highest carriage, the tiles and minus the unplaced offices
        over; offices {EIGHTEEN} / {TWELVE} /; carriages 7 4 0; active 2;
            tiles game_end 1, length_5 2, length_5 1, baden 3 / / baiern 5
        -> scores 15 -5 -15; places 1 2 3; score -15; breakdown
            carriage 10, tile_length_5 3, tile_baden 3, tile_game_end 1, unplaced -2 /
            carriage 3, unplaced -8 / carriage, tile_baiern 5, unplaced -20
    6 A row still open and cards in hand count nothing
        over; route {SEVEN} / ulm augsburg muenchen; hand pilsen / basel; carriages 7 0;
            tiles game_end 1; active 1
        -> scores -9 -20; places 1 2
    6 Ties go to the holder of game_end and then clockwise
        over; offices {LESS} / {MORE} / {MORE} / {MORE}; carriages 7 7 7 7; tiles game_end 1; active 3
        -> scores 1 1 1 1; places 1 2 3 4
        over; offices {MORE} / {LESS} / {MORE} / {MORE}; carriages 7 7 7 7; tiles / game_end 1; active 3
        -> scores 1 1 1 1; places 4 1 2 3
        over; offices {MORE} / {MORE} / {LESS} / {MORE}; carriages 7 7 7 7; tiles / / game_end 1; active 3
        -> scores 1 1 1 1; places 3 4 1 2
        over; offices {MORE} / {MORE} / {MORE} / {LESS}; carriages 7 7 7 7; tiles / / / game_end 1; active 3
        -> scores 1 1 1 1; places 2 3 4 1
    6 The tied are met clockwise from a holder who is not among them
        over; offices {FIFTEEN} / {TWENTY} / / {FIFTEEN}; carriages 4 4 7 4; tiles / / game_end 1; active 3
        -> scores -2 3 -9 -2; places 3 1 4 2
"""
RULES = TURN + CLOSING + END + EDGES + DEADLINE


@pytest.mark.parametrize(("position", "moves", "then"), follows(RULES))
def test_what_follows(position: str, moves: str, then: str) -> None:
    assert facts(position, moves, then) == then


@pytest.mark.parametrize(("position", "before", "tried", "reason"), refusals(RULES))
def test_what_is_refused(position: str, before: str, tried: str, reason: str) -> None:
    assert refused(after(position, before)[0], move(tried)) == reason


def test_3_a_round_is_every_player_once_from_the_start_player() -> None:
    state = table("/ /", start_player=1)
    seen = []
    for _ in range(7):
        seen.append((state.round, state.active))
        turn = state.turn
        while state.turn == turn:
            state = play(state, GAME.default(state, state.active, CHANCE))
    assert seen == [(1, B), (1, C), (1, A), (2, B), (2, C), (2, A), (3, B)]


def test_3_nobody_moves_for_somebody_else() -> None:
    for seat in (B, Seat(-1), Seat(2)):
        assert refused(at("take; hand ulm / ulm"), TakeBlind(), seat) == "not_asked"


def test_every_move_makes_buttons_stale_and_every_turn_a_post() -> None:
    made = ("", "take 1", "take 1, begin ulm", "take 1, begin ulm, end")
    states = [after("take; hand lodz / basel", moves)[0] for moves in made]
    assert list(map(GAME.turn, states)) == [0, 1, 2, 3]
    assert list(map(GAME.post, states)) == [1, 1, 1, 2]


def test_7_4_an_open_card_that_is_not_replaced_shows_nobody_anything() -> None:
    state = at("take; hoard; hand lodz; display ulm basel linz")
    assert not GAME.apply(state, A, TakeOpen(2), CHANCE).irrevocable


def test_3a_the_sets_of_offices_of_worked_example_5() -> None:
    """One per region with 1, 2 and 2 cities: 2 x 3 x 3 sets; one region adds two pairs."""
    found = [" ".join(offices) for offices in placements(cities(FIVE), (), 20)]
    assert len(found) == 18 + 2
    assert {"", "mannheim", "stuttgart ulm", "augsburg muenchen"} <= set(found)
    assert [offices for offices in found if len(offices.split()) > 2] == [
        "mannheim stuttgart augsburg",
        "mannheim stuttgart muenchen",
        "mannheim ulm augsburg",
        "mannheim ulm muenchen",
    ]


@pytest.mark.parametrize("left", [0, 1, 2, 3, 20])
@pytest.mark.parametrize("own", ["", "ulm", "augsburg muenchen mannheim"])
def test_3a_placements_are_all_subsets_that_the_rule_allows(own: str, left: int) -> None:
    row = cities(EIGHT)
    free = [city for city in row if city not in own.split()]
    subsets = [offices for size in range(left + 1) for offices in combinations(free, size)]
    found = list(placements(row, own.split(), left))
    assert len(found) == len(set(found))
    assert set(found) == {offices for offices in subsets if allowed(offices)}
    for size in range(5):
        for offices in combinations(row, size):
            refusal = placement_refusal(row, own.split(), left, offices)
            assert (refusal is None) == (offices in found)


def allowed(offices: tuple[str, ...]) -> bool:
    regions = [region_of(city) for city in offices]
    return len(set(regions)) == len(regions) or len(set(regions)) == 1


def test_3a_a_row_of_all_cities_has_thousands_of_sets_made_one_by_one() -> None:
    """4 x 3 x 2 x 9 x 3 x 3 x 3 x 2 x 2 with one per region, 4 + 1 + 247 + 1 + 1 + 1 more in one region."""
    assert sum(1 for _ in placements(tuple(CITIES), (), 20)) == 23_328 + 255


@pytest.mark.parametrize(
    ("level", "plain", "helped"),
    [
        (0, "333333", "333333"),
        (3, "-44444", "444444"),
        (4, "--5555", "555555"),
        (5, "---666", "-66666"),
        (6, "----77", "--7777"),
        (7, "------", "------"),
    ],
)
def test_5_the_carriage_for_three_to_eight_cities_alone_and_with_the_cartwright(
    level: int, plain: str, helped: str
) -> None:
    for cartwright, wanted in ((False, plain), (True, helped)):
        taken = [carriage_taken(level, length, cartwright=cartwright) for length in range(3, 9)]
        assert "".join([str(carriage or "-") for carriage in taken]) == wanted
