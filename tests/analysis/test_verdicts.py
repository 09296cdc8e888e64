"""What the analysis of a finished game says, and that it knows no more than the seat did."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count, pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from bot import time_limit
from bot.analysis import Analyser, Analysis, Judge, Made, Mark, Verdict, mark_of, reason
from bot.analysis.chances import Chances
from bot.analysis.judge import is_clear, luck_of
from bot.bench.analysis import analysed
from bot.games.chance import Chance
from bot.games.contract import Advice, Advised, Ends, Opponent, Seat
from bot.games.my_city.game import GAME as CITY
from bot.games.my_city.moves import Build, MyCityOptions, RollOn
from bot.games.noerdlingen.game import GAME as TOWN
from bot.games.noria.game import GAME as NORIA
from bot.games.six_nimmt.game import GAME as NIMMT
from bot.games.six_nimmt.moves import Choose, NimmtOptions, TakeRow
from bot.games.thurn_and_taxis.game import GAME as TAXIS
from bot.games.thurn_and_taxis.moves import Begin, EndTurn
from tests.games.samples import Sample, samples, walk
from tests.games.six_nimmt import positions as trick
from tests.games.test_computer_laws import spots
from tests.games.thurn_and_taxis import positions

PLAYED = [sample for sample in samples() if sample.players]
EACH = pytest.mark.parametrize("sample", PLAYED, ids=lambda sample: sample.game.info.key)
FEW = 10


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For what holds however many ends are looked at: time is over from the start, so no more than have to
    be, and always as many."""
    monkeypatch.setattr("bot.games.my_city.opponents.ends._COURSES", 4)  # these are played side by side
    monkeypatch.setattr("bot.analysis.judge._SURE", 2)
    with time_limit.limited(0.5, count().__next__):
        yield


def player(sample: Sample) -> Any:
    return [*sample.players.values()][-1]


def analyser(sample: Sample, seed: int = 1, so_far: tuple[Verdict, ...] = ()) -> Analyser:
    found = walk(sample, seed)
    made = [Made(one.seat, sample.game.encode_move(one.move)) for one in found.made]
    return Analyser(
        sample.game,
        found.options,
        found.seats,
        found.chance,
        made,
        so_far,
        timed=False,
        player=player(sample),
    )


@EACH
@pytest.mark.usefixtures("hurry")
def test_a_verdict_tells_the_best_move_what_was_lost_and_the_chances_of_all(sample: Sample) -> None:
    walking = analyser(sample)
    for verdict in [walking.step() for _ in range(FEW)]:
        assert verdict is not None
        assert Verdict.from_json(verdict.to_json()) == verdict
        assert len(verdict.chances) == walking.seats
        assert all(0 <= chance <= 1 for chance in verdict.chances)
        assert walking.seats == 1 or sum(verdict.chances) == pytest.approx(1, abs=0.01)
        assert verdict.mark == mark_of(verdict.loss, walking.seats)
        assert (verdict.best == verdict.played) == (verdict.loss == 0)
        assert not (verdict.forced and verdict.loss)


@EACH
@pytest.mark.usefixtures("hurry")
def test_two_states_that_a_seat_cannot_tell_apart_give_it_the_same_verdict(sample: Sample) -> None:
    rng = Random(3)
    for number, (state, seat) in enumerate(spots(sample)):
        if number == FEW:
            break
        legal = list(sample.game.legal(state, seat))
        move, twin = rng.choice(legal), sample.twin(state, seat, rng)
        assert sample.game.view(twin, seat) == sample.game.view(state, seat)
        mine, other = (
            Judge(sample.game, Chance(rng.randbytes(32)), player(sample)).verdict(each, seat, move, 0)
            for each in (state, twin)
        )
        assert mine == other


def test_what_is_far_from_all_marks_or_above_them_leaves_no_doubt() -> None:
    losses = (0.0, 0.02, 0.03, 0.05, 0.1, 0.3, 0.33)
    assert [is_clear(loss, 2) for loss in losses] == [True, True, False, False, False, False, True]
    assert is_clear(0.16, 4)


@pytest.mark.parametrize(("clear", "times"), [(True, 2), (False, 5)])
def test_a_loss_is_no_more_than_the_ends_behind_both_moves_differ_by(
    monkeypatch: pytest.MonkeyPatch, clear: bool, times: int
) -> None:
    """Where these are many, and more of them than for what is no mistake, most where there is doubt; however
    many points the best move is thought to be better."""
    monkeypatch.setattr("bot.analysis.judge.is_clear", lambda *_: clear)
    judge, rng = Judge(TOWN, Chance(bytes(32)), TOWN.opponents["easy"]), Random(1)
    state = TOWN.setup(TOWN.options_type(), 3, Chance(bytes(32)))
    for _ in range(12):
        (seat,) = TOWN.decisions(state)
        state = TOWN.apply(state, seat, rng.choice(list(TOWN.legal(state, seat))), Chance(bytes(32))).state
    (seat,) = TOWN.decisions(state)
    steps = {move: TOWN.apply(state, seat, move, Chance(bytes(32))) for move in TOWN.legal(state, seat)}
    after = {move: judge.chances(step.state, seat).after()[seat] for move, step in steps.items()}
    best, worst = max(after, key=lambda move: after[move]), min(after, key=lambda move: after[move])
    assert 0.1 < after[best] - after[worst] < 0.9
    monkeypatch.setattr(judge, "_compared", lambda *_: (best, 100.0))
    found = judge.verdict(state, seat, worst, 0)
    known = TOWN.view(state, seat)
    surely = {one: judge.chances(steps[one].state, seat, luck_of(known), times) for one in (best, worst)}
    assert found.chances == surely[worst].after()
    points = surely[best].lead(seat) - surely[worst].lead(seat)
    before = min(surely[best].after()[seat], surely[worst].after(seat, -points)[seat])
    assert found.loss == pytest.approx(before - found.chances[seat], abs=0.001)
    assert found.points == pytest.approx(points, abs=0.01)
    assert 0 < found.points < 100


def test_to_end_a_turn_is_no_better_than_the_ends_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what follows brings something to light; however many points it is thought to be better."""
    sample = next(one for one in PLAYED if one.game is NORIA)
    judge = Judge(NORIA, Chance(bytes(32)), player(sample))
    for state, seat in spots(sample):
        legal = list(NORIA.legal(state, seat))
        ending = [one for one in legal if NORIA.apply(state, seat, one, Chance(bytes(32))).irrevocable]
        others = [one for one in legal if one not in ending]
        if state.seats > 1 and ending and others:
            break
    else:
        raise AssertionError("no turn that can be ended")
    behind = NORIA.apply(state, seat, others[0], Chance(bytes(32))).state
    before, after = (judge.chances(each, seat).after()[seat] for each in (state, behind))
    monkeypatch.setattr(judge, "_compared", lambda *_: (ending[0], 100.0))
    found = judge.verdict(state, seat, others[0], 0).loss
    assert found == pytest.approx(max(before - after, 0.0), abs=0.006)


def test_where_ends_are_few_those_of_the_best_move_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """However promising it looks what the other one has led to."""
    chance, rng = Chance(bytes(32)), Random(1)
    judge = Judge(TAXIS, chance, TAXIS.opponents["easy"])
    state = TAXIS.setup(TAXIS.options_type(), 2, chance)
    (seat,) = TAXIS.decisions(state)
    while not all(isinstance(move, Begin) for move in TAXIS.legal(state, seat)):
        state = TAXIS.apply(state, seat, rng.choice(list(TAXIS.legal(state, seat))), chance).state
    best, played = list(TAXIS.legal(state, seat))[:2]
    monkeypatch.setattr(judge, "_compared", lambda *_: (best, 4.0))
    found = judge.verdict(state, seat, played, 0)
    behind = judge.chances(TAXIS.apply(state, seat, best, chance).state, seat)
    assert found.chances == behind.after(seat, 4.0)
    assert found.chances[seat] + found.loss == pytest.approx(behind.after()[seat])
    assert found.points == 4


class Doubtful(Opponent[Any, Any]):
    """Takes the first move for the best, by so many points; its second opinion is another number."""

    def __init__(self, lead: float, again: float) -> None:
        self.lead, self.again = lead, again

    def advice(self, view: Any, legal: Sequence[Any], rng: Random) -> Advised[Any]:
        return tuple([Advice(move, -self.lead * at) for at, move in enumerate(legal)])

    def reordered(self, rng: Random) -> "Doubtful":
        return Doubtful(self.again, self.again)


class Swaying(Doubtful):
    """Thinks otherwise each time it is asked, in no other order."""

    def advice(self, view: Any, legal: Sequence[Any], rng: Random) -> Advised[Any]:
        found = super().advice(view, legal, rng)
        self.lead = self.again
        return found

    def reordered(self, rng: Random) -> "Swaying":
        return self


@pytest.mark.parametrize("kind", [Doubtful, Swaying])
@pytest.mark.parametrize(("lead", "again", "lost"), [(4.0, 1.5, 1.5), (4.0, 6.0, 4.0)])
def test_of_two_opinions_the_smaller_loss_counts(
    kind: type[Doubtful], lead: float, again: float, lost: float
) -> None:
    chance = Chance(bytes(32))
    state = TOWN.setup(TOWN.options_type(), 3, chance)
    (seat,) = TOWN.decisions(state)
    judge, legal = Judge(TOWN, chance, kind(lead, again)), list(TOWN.legal(state, seat))
    outlook = judge._outlook(state, seat, legal[1])
    assert judge._compared(state, seat, legal[1], legal, lambda: outlook) == (legal[0], lost)


@pytest.mark.parametrize("hand", ["lodz", "lodz basel zuerich mannheim carlsruhe"])
@pytest.mark.parametrize(("more", "loss"), [([], 0.0), ([4], 1.0)])
def test_what_the_last_move_of_a_game_leads_to_is_certain(more: list[int], loss: float, hand: str) -> None:
    """Who is 4 points behind and could close for 3 loses nothing; with 4 points more it is the whole game.
    Also where cards have to be discarded behind it."""
    own = [{"stack": "boehmen_salzburg", "value": value} for value in more]
    tiles = [[{"stack": "game_end", "value": 1}], own]
    state = positions.table(
        "/ nuernberg ingolstadt muenchen",
        f"lodz / {hand}",
        "ulm / ulm",
        active=1,
        phase="close",
        ending=0,
        tiles=tiles,
        carriages=[7, 6],
    )
    found = Judge(TAXIS, Chance(bytes(32))).verdict(state, Seat(1), EndTurn(), 0)
    assert (found.chances, found.loss) == ((1.0, 0.0), loss)


def test_in_the_last_round_only_those_who_have_a_turn_yet_are_off() -> None:
    """Who has had the last turn has the points that stand there: a lead of two of them is a victory."""
    tiles = [[{"stack": "game_end", "value": 1}], []]
    more: dict[str, Any] = {"tiles": tiles, "carriages": [7, 6]}
    state = positions.table("/ nuernberg", "lodz / lodz", phase="close", active=1, ending=0, **more)
    view = TAXIS.view(state, Seat(1))
    assert TAXIS.ends(view, Seat(1), Random(1)).spread == (0, 3.5)
    over = TAXIS.view(TAXIS.apply(state, Seat(1), EndTurn(), Chance(bytes(32))).state, Seat(1))
    assert TAXIS.ends(over, Seat(1), Random(1)).spread == (0, 0)


def test_no_row_is_a_mistake_that_is_the_best_one_if_others_play_at_random() -> None:
    """In 6 nimmt! what follows depends on what the others are like: to take row 3 for 1 head."""
    chance = Chance(bytes(32))
    state = trick.table(
        "5 12 16 / 103 104 / 41 / 79 86 88 98",
        "20 1 9 30 44 55 60 90 / 17 3 8 33 50 61 77 95 / 2 45 63 67 68 70 71 83",
    )
    for seat, card in enumerate((20, 17, 2)):
        state = NIMMT.apply(state, Seat(seat), Choose(card), chance).state
    row = TakeRow(3)
    own, other = NIMMT.judge, NIMMT.judge and NIMMT.judge.reordered(Random(1))
    assert own is not None
    assert other is not None
    view, legal = NIMMT.view(state, Seat(2)), list(NIMMT.legal(state, Seat(2)))
    assert own.advice(view, legal, Random(1))[0].move != row
    assert other.advice(view, legal, Random(1))[0].move == row
    assert Judge(NIMMT, chance).verdict(state, Seat(2), row, 0).loss == 0


@EACH
@pytest.mark.usefixtures("hurry")
def test_an_analysis_that_goes_on_comes_to_the_same_end(sample: Sample) -> None:
    whole = analyser(sample)
    first = [verdict for _ in range(4) if (verdict := whole.step())]
    rest = analyser(sample, so_far=tuple(first[:2]))
    assert [rest.step(), rest.step()] == first[2:]
    assert rest.result() == whole.result()


@EACH
@pytest.mark.usefixtures("hurry")
def test_what_the_adviser_likes_least_loses_more_than_what_it_likes_best(sample: Sample) -> None:
    best = worst = 0.0
    for state, seat in spots(sample)[:FEW]:
        view, legal = sample.game.view(state, seat), list(sample.game.legal(state, seat))
        judge = Judge(sample.game, Chance(bytes(32)), player(sample))
        advice = player(sample).advice(view, legal, Random(1))
        best += judge.verdict(state, seat, advice[0].move, 0).loss
        worst += judge.verdict(state, seat, advice[-1].move, 0).loss
    assert worst > best


@EACH
def test_the_reason_of_a_hint_can_be_asked_for_each_of_the_moves(sample: Sample) -> None:
    state, seat = spots(sample)[0]
    moves = list(sample.game.legal(state, seat))[:2]
    assert {one.move for one in reason(sample.game, state, seat, moves)} == set(moves)


def nimmt(*made: Made) -> Analyser:
    options = NimmtOptions(format="rounds", rounds=1)
    return Analyser(NIMMT, options, 2, Chance(bytes(32)), made, timed=False, player=NIMMT.opponents["hard"])


def nimmt_made(seed: int = 0) -> list[Made]:
    rng, chance = Random(seed), Chance(bytes(32))
    state, made = NIMMT.setup(NimmtOptions(format="rounds", rounds=1), 2, chance), list[Made]()
    while owed := NIMMT.decisions(state):
        seat = next(iter(owed))
        move = rng.choice(list(NIMMT.legal(state, seat)))
        made.append(Made(seat, NIMMT.encode_move(move)))
        state = NIMMT.apply(state, seat, move, chance).state
    return made


def test_a_choice_that_was_changed_before_it_counted_is_not_judged() -> None:
    made = nimmt_made()
    before = NIMMT.setup(NimmtOptions(format="rounds", rounds=1), 2, Chance(bytes(32)))
    other = next(move for move in NIMMT.legal(before, Seat(0)) if NIMMT.encode_move(move) != made[0].move)
    changed = nimmt(Made(Seat(0), NIMMT.encode_move(other)), *made)
    assert isinstance(other, Choose)
    assert [verdict.action for verdict in (changed.step(), changed.step()) if verdict] == [1, 2]
    assert changed.decisions == len(made)


def test_what_a_decision_leaves_of_its_time_is_there_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds for twenty decisions, and one more for the start."""
    clock, given, takes = [0.0], list[float](), iter((0.25, 5.0, 0.0))

    @contextmanager
    def noted(seconds: float, _: object) -> Iterator[None]:
        given.append(seconds)
        yield
        clock[0] += next(takes)

    monkeypatch.setattr("bot.analysis.analyser.thread_time", lambda: clock[0])
    monkeypatch.setattr("bot.analysis.analyser.limited", noted)
    made = nimmt_made()[:20]
    options = NimmtOptions(format="rounds", rounds=1)
    timed = Analyser(NIMMT, options, 2, Chance(bytes(32)), made, player=NIMMT.opponents["normal"])
    for _ in range(3):
        timed.step()
    assert given == [1.5, 1.75, 0.5]


def test_the_best_move_keeps_the_chances_of_who_has_moved_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless somebody else has moved since, or something came to light."""
    rng, chance, player = Random(1), Chance(bytes(32)), NORIA.opponents["normal"]
    state, made, revealing = NORIA.setup(NORIA.options_type(), 2, chance), list[Made](), list[bool]()
    while len(made) < 60:
        (seat,) = NORIA.decisions(state)
        move = player.choose(NORIA.view(state, seat), list(NORIA.legal(state, seat)), rng)
        made.append(Made(seat, NORIA.encode_move(move)))
        step = NORIA.apply(state, seat, move, chance)
        state, revealing = step.state, [*revealing, step.irrevocable]
    told = list[tuple[float, ...] | None]()

    def noted(self: Judge, state: Any, seat: Seat, move: Any, action: int, known: Any) -> Verdict:
        told.append(known)
        return Verdict(action, seat, {}, {}, (action / 100, 0.0), 0.0, Mark.FINE, forced=False)

    with monkeypatch.context() as patched:
        patched.setattr(Judge, "verdict", noted)
        walked = Analyser(NORIA, NORIA.options_type(), 2, chance, made, timed=False)
        while walked.step():
            pass
    same = [before.seat == after.seat for before, after in pairwise(made)]
    goes_on = [mine and not came for mine, came in zip(same, revealing, strict=False)]
    assert told == [None, *[(place / 100, 0.0) if own else None for place, own in enumerate(goes_on)]]
    assert 20 < sum(goes_on) < sum(same) < len(same)
    (seat,), judge = NORIA.decisions(state), Judge(NORIA, chance, player)
    moves = list(NORIA.legal(state, seat))
    monkeypatch.setattr(judge, "_compared", lambda *_: (moves[0], 9.0))
    found = [judge.verdict(state, seat, move, 0, (0.9, 0.1)).chances for move in moves[:2]]
    assert found[0] == (0.9, 0.1) != found[1]


def test_to_roll_on_is_no_other_choice() -> None:
    options, chance, made = MyCityOptions(pace="own"), Chance(bytes(32)), list[Made]()
    state = CITY.setup(options, 2, chance)
    for move in (next(move for move in CITY.legal(state, Seat(0)) if isinstance(move, Build)), RollOn()):
        made.append(Made(Seat(0), CITY.encode_move(move)))
        state = CITY.apply(state, Seat(0), move, chance).state
    both = Analyser(CITY, options, 2, chance, made, timed=False, player=CITY.opponents["normal"])
    assert [verdict.action for verdict in (both.step(), both.step()) if verdict] == [0, 1]


def test_the_analysis_of_a_whole_game_tells_luck_and_survives_being_kept() -> None:
    found = analysed(nimmt(*nimmt_made()))
    assert found.start == (0.5, 0.5)
    assert len(found.verdicts) == len(nimmt_made())
    assert all(0 < share < 1 for share in found.luck)
    assert found.adviser == "expert"
    assert Analysis.from_json(found.to_json()) == found


def test_luck_is_where_something_has_come_to_light_and_else_all_is_decided() -> None:
    """Made up: nobody loses anything, and the chances go up and down all the time."""
    town, rng, chance = TOWN.setup(TOWN.options_type(), 3, Chance(bytes(32))), Random(1), Chance(bytes(32))
    made, verdicts = list[Made](), list[Verdict]()
    while TOWN.outcome(town) is None:
        (seat,) = TOWN.decisions(town)
        move = rng.choice(list(TOWN.legal(town, seat)))
        chances = (0.6, 0.2, 0.2) if len(made) % 5 > 2 else (1 / 3, 1 / 3, 1 / 3)
        verdicts.append(Verdict(len(made), seat, {}, {}, chances, 0.0, Mark.FINE, forced=False))
        made.append(Made(seat, TOWN.encode_move(move)))
        town = TOWN.apply(town, seat, move, chance).state
    open_game = Analyser(TOWN, TOWN.options_type(), 3, chance, made, verdicts)
    assert open_game.result().luck == (0, 0, 0)
    dealt = nimmt_made()
    hands = [(0.5, 0.5) if place % 4 < 2 else (0.6, 0.4) for place in range(len(dealt))]
    swaying = [
        Verdict(place, one.seat, {}, {}, chances, 0.0, Mark.FINE, forced=False)
        for place, (one, chances) in enumerate(zip(dealt, hands, strict=True))
    ]
    options = NimmtOptions(format="rounds", rounds=1)
    assert Analyser(NIMMT, options, 2, Chance(bytes(32)), dealt, swaying).result().luck == (1, 1)


def test_chances_are_shares_of_the_win() -> None:
    assert Chances(Ends(((3.0, 3.0), (3.0, 1.0)), 0.0), 2).after() == (0.75, 0.25)
    assert Chances(Ends(((3.0, 3.0), (3.0, 1.0)), 0.0), 2).after(0, 1.0) == (0.5, 0.5)


def test_who_is_alone_has_to_come_before_what_has_no_seat() -> None:
    assert Chances(Ends(((3.0, 2.0), (1.0, 2.0)), 0.0), 1).after() == (0.5,)


@pytest.mark.parametrize(
    ("loss", "seats", "mark"),
    [
        (0.049, 2, Mark.FINE),
        (0.05, 2, Mark.INACCURACY),
        (0.09, 2, Mark.MISTAKE),
        (0.16, 2, Mark.BLUNDER),
        (0.08, 4, Mark.BLUNDER),
        (0.09, 1, Mark.MISTAKE),
    ],
)
def test_with_more_seats_less_is_a_mistake(loss: float, seats: int, mark: Mark) -> None:
    assert mark_of(loss, seats) is mark


def test_a_limit_may_count_another_clock() -> None:
    clock = count()
    with time_limit.limited(2, lambda: float(next(clock))):
        assert [time_limit.out_of_time() for _ in range(3)] == [False, False, True]


def test_a_mark_is_written_as_its_name() -> None:
    assert msgspec.json.encode(Mark.BLUNDER) == b'"blunder"'
