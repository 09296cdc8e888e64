"""What a move may cost: rounds are played to their end over deals that agree with what is known.

In the trick to come each of the others plays at random, by the heuristic, or what a survey finds best for
him: the mixture keeps the searcher from trusting any one habit. The later tricks are random for everybody.
Where plans are compared, a card is worth what it leads to if its owner then plays the rest of the hand in one
of the better orders."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.games.six_nimmt.deck import CARDS, heads
from bot.games.six_nimmt.moves import Choose, Deal, NimmtMove, Pick, TakeRow
from bot.games.six_nimmt.opponents import Effort, endgame
from bot.games.six_nimmt.opponents.heuristic import Prospect, Rival, reluctance, rows_behind
from bot.games.six_nimmt.opponents.lanes import Flags, Numbers, heads_by_seat, heads_of_first
from bot.games.six_nimmt.placing import put, take
from bot.games.six_nimmt.view import NimmtView
from bot.time_limit import out_of_time

Generator = np.random.Generator
Places = NDArray[np.intp]
Worth = NDArray[np.float64]
"""By card number: how reluctantly somebody plays it."""


_CARD = CARDS.numbers.bit_length()
_RANDOM = np.float32(1 << 24)
"""So many random numbers there are between 0 and 1."""


def dealt(prospect: Prospect, deals: int, rng: Generator) -> Numbers:
    """Hands of the rivals in random order, a card that is laid before all others: cards by seats by deals."""
    size, start = len(prospect.hand), 0
    hidden = shuffled(np.array(prospect.hidden, dtype=np.int16), deals, rng)
    hands = np.empty((size, len(prospect.rivals), deals), dtype=np.int16)
    for seat, rival in enumerate(prospect.rivals):
        first = int(rival.laid is not None)
        hands[:first, seat] = rival.laid or 0
        if prospect.known:
            hands[first:, seat] = shuffled(np.array(rival.hand, dtype=np.int16), deals, rng)
        else:
            hands[first:, seat] = hidden[start : start + size - first]
            start += size - first
    return hands


def shuffled(cards: Numbers, lanes: int, rng: Generator) -> Numbers:
    """The same cards in another random order in each lane: cards by lanes. Each card is sorted as the end of
    a random number, which is several times as quick as sorting their places."""
    luck = (rng.random((lanes, len(cards)), dtype=np.float32) * _RANDOM).astype(np.uint32)
    drawn = luck << _CARD | cards.astype(np.uint32)
    drawn.sort(axis=1)
    return (drawn & ((1 << _CARD) - 1)).astype(np.int16).T


def each_first(hands: Numbers, rng: Generator) -> Numbers:
    """Hands by lanes, with each card in turn first: cards by first card by lanes.

    The others follow at random, in the same order whichever card is first: so the first ones compare fairly.
    """
    count, lanes = hands.shape
    keys = np.repeat(_keys(count, lanes, rng)[:, None], count, axis=1)
    keys[np.arange(count), np.arange(count)] = -1
    return np.take_along_axis(hands[:, None], keys.argsort(axis=0), axis=0)


def with_least(worth: Worth, hands: Numbers, where: Flags) -> Numbers:
    """The hands, some of them with the card first that is worth least; the first one is then in its place."""
    some = hands[:, where]
    least: Places = worth[some].argmin(axis=0)
    every = np.arange(least.size)
    some[0], some[least, every] = some[least, every], some[0].copy()
    ordered = hands.copy()
    ordered[:, where] = some
    return ordered


def _keys(count: int, lanes: int, rng: Generator) -> NDArray[np.float32]:
    return rng.random((lanes, count), dtype=np.float32).T


def surveyed(everybody: Prospect, effort: Effort, dislike: Worth, rng: Generator) -> Worth:
    """By card number: how many heads more its owner takes if he plays it next than if he keeps it.

    A share of the others plays what it dislikes least, which is what somebody who searches reckons with;
    only what the rest plays at random is noted.
    """
    hands = dealt(everybody, effort.surveyed, rng)
    noted = rng.random(hands.shape[1:]) >= effort.careful_to_them
    hands = with_least(dislike, hands, ~noted)
    for seat, rival in enumerate(everybody.rivals):
        if rival.laid is not None:
            noted[seat] = False
    heads = heads_by_seat(everybody, hands)
    played = _average(hands[:1], heads, noted)
    kept = _average(hands[1:], heads, noted)
    return np.nan_to_num(played, nan=np.inf) - np.nan_to_num(kept)


def _average(cards: Numbers, heads: Numbers, noted: Flags) -> Worth:
    """The heads of those who have such a card among these, on average; not a number where nobody has."""
    cards = cards[:, noted]
    size = CARDS.numbers + 1
    sums = np.bincount(cards.ravel(), np.tile(heads[noted], len(cards)), minlength=size)
    with np.errstate(invalid="ignore"):
        return sums / np.bincount(cards.ravel(), minlength=size)


def hands_of_rivals(prospect: Prospect, effort: Effort, rng: Generator, own: Sequence[int] = ()) -> Numbers:
    """The hands of the others in the order of play: cards by seats by own first card by deals; `own` are
    these cards, if not the whole hand.

    Where nobody sees the own card before he plays, the own first card makes no difference: there is only one.
    Elsewhere all of them are answered after surveys of the same luck: so the own cards compare fairly.
    """
    hands = dealt(prospect, effort.deals, rng)
    if not effort.careful and not effort.searching:
        return hands[:, :, None]
    careful, searching = (rng.random(hands.shape[1:]) < share for share in (effort.careful, effort.searching))
    if not prospect.in_turn:
        dislike, cost = _tastes(prospect, prospect.among_all(), effort, rng)
        return with_least(cost, with_least(dislike, hands, careful), searching)[:, :, None]
    own = own or prospect.hand
    answers = np.repeat(hands[:, :, None], len(own), axis=2)
    luck = int(rng.integers(2**63))
    coming = [seat for seat, rival in enumerate(prospect.rivals) if rival.laid is None]
    for place, card in enumerate(own if coming else ()):
        # What the next rival looks at when the card has been laid: it lies where he sat.
        rivals = list(prospect.rivals)
        rivals[coming[0]] = Rival(laid=card)
        seen = replace(prospect, rivals=tuple(rivals))
        dislike, cost = _tastes(seen, prospect.among_all(laid=card), effort, np.random.default_rng(luck))
        some = with_least(dislike, hands[:, coming], careful[coming])
        answers[:, coming, place] = with_least(cost, some, searching[coming])
    return answers


def _tastes(seen: Prospect, everybody: Prospect, effort: Effort, rng: Generator) -> tuple[Worth, Worth]:
    """How reluctantly the heuristic plays each card, and who searches, as far as this player can tell."""
    dislike = np.zeros(CARDS.numbers + 1)
    for card in (*seen.hidden, *seen.hand):
        dislike[card] = reluctance(seen, card)
    return dislike, surveyed(everybody, effort, dislike, rng) if effort.searching else dislike


_HURRIED = 50
"""So many deals do where there is no time for all."""
_BETTER = 4
"""One plan in so many counts."""


def costs(view: NimmtView, moves: Sequence[NimmtMove], effort: Effort, seed: int) -> list[float]:
    """The heads expected after each move, from now to the end of the round."""
    prospect = Prospect.of(view)
    wanted = [move.card for move in moves if isinstance(move, Choose)]
    cards = _card_costs(prospect, effort, seed, wanted) if view.phase == "choose" else {}
    found: list[float] = []
    for move in moves:
        match move:
            case Choose(card=card):
                found.append(cards[card])
            case TakeRow(row=row):
                found.append(_row_cost(view, prospect, row - 1, effort, seed))
            case Pick() | Deal():
                raise ValueError("a draft is not searched, and a deal is no choice")
    return found


def _card_costs(
    prospect: Prospect, effort: Effort, seed: int, wanted: Sequence[int] = ()
) -> dict[int, float]:
    """By own first card, those that are wanted or all."""
    if effort.endgames and endgame.within_reach(prospect):
        return dict(zip(prospect.hand, endgame.solved(prospect), strict=True))
    rng = np.random.default_rng(seed)
    hand, firsts = np.array(prospect.hand, dtype=np.int16), wanted or prospect.hand
    places = [prospect.hand.index(card) for card in firsts]
    rivals = hands_of_rivals(prospect, effort, rng, firsts)
    if out_of_time():
        rivals = rivals[..., :_HURRIED]
    deals: int = rivals.shape[3]
    plans = effort.plans or deals
    own = each_first(np.repeat(hand[:, None], plans, axis=1), rng)[:, places]
    if effort.plans:
        own, rivals = np.repeat(own, deals, axis=2), np.tile(rivals, plans)
    means = heads_of_first(prospect, own, rivals).reshape(len(firsts), -1, deals).mean(axis=2)
    return dict(zip(firsts, of_good_plans(means).tolist(), strict=True))


def of_good_plans(means: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each first card the average over its better plans: the owner will not play on at random."""
    keep = max(means.shape[1] // _BETTER, 1)
    return np.sort(means, axis=1)[:, :keep].mean(axis=1)


def _row_cost(view: NimmtView, prospect: Prospect, row: int, effort: Effort, seed: int) -> float:
    """What the answer to a question costs, and what follows if the best card is played behind it.

    This looks a trick further for each row, so that the rows share the deals of one survey.
    """
    rows = list(view.rows)
    card, *waiting = [placement.card for placement in view.last if not placement.row]
    tie = view.question is not None and view.question.kind == "tie"
    now = float(heads((put if tie else take)(rows, row, card)))
    after = rows_behind(rows, waiting, professional=prospect.professional)
    if not view.hand:
        return now
    effort = replace(effort, surveyed=effort.surveyed // CARDS.rows)
    later = _card_costs(replace(prospect, rows=after), effort, seed)
    return now + min(later.values())
