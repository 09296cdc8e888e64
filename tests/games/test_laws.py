"""The laws that every game keeps, whatever its rules."""

from random import Random
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Choice, Number, Refusal, Seat, Text
from tests.games.samples import Sample, Walk, samples, walk
from tests.guest_world import as_guest

SAMPLES = samples()


@pytest.fixture(params=SAMPLES, ids=lambda sample: sample.game.info.key)
def sample(request: pytest.FixtureRequest) -> Sample:
    return request.param


@pytest.fixture(params=range(8))
def played(sample: Sample, request: pytest.FixtureRequest) -> Walk:
    """The laws look at the same games, each of which is played once."""
    return walk(sample, request.param)


@pytest.fixture
def rng(played: Walk) -> Random:
    return Random(played.chance.secret)


def knowers(played: Walk) -> list[Seat | None]:
    return [None, *map(Seat, range(played.seats))]


def spots(played: Walk, rng: Random, count: int) -> list[Any]:
    """Some states of a game, the first and the last one always among them."""
    states = played.states
    return [states[0], states[-1], *rng.choices(states, k=count)]


def seen(events: tuple[Any, ...], who: Seat | None) -> list[Any]:
    return [event for event in events if event.seen_by is None or who in event.seen_by]


def test_every_game_of_the_registry_is_put_to_the_laws() -> None:
    assert set(registry.keys()) <= {sample.game.info.key for sample in SAMPLES}


def test_a_random_game_ends_and_keeps_its_invariants(sample: Sample, played: Walk) -> None:
    game = sample.game
    for state in played.states:
        game.check(state)
        assert state.seats == played.seats
    assert game.outcome(played.states[-1]) is not None


def test_somebody_owes_something_until_the_game_is_over(sample: Sample, played: Walk) -> None:
    """Where all goes in turn one alone decides, and not in secret."""
    game = sample.game
    for state in played.states:
        decisions = game.decisions(state)
        assert bool(decisions) == (game.outcome(state) is None)
        assert list(decisions) == sorted(decisions)
        assert set(decisions) <= set(range(played.seats))
        assert all(list(game.legal(state, seat)) for seat in decisions)
        if game.in_turn(state):
            assert [decision.private for decision in decisions.values()] in ([], [False])


def test_what_is_legal_is_accepted_and_the_rest_refused(sample: Sample, played: Walk, rng: Random) -> None:
    game = sample.game
    for state in spots(played, rng, 6):
        before, tried = game.encode(state), sample.near(state)
        for seat in map(Seat, range(-1, played.seats + 1)):
            found = list(game.legal(state, seat))
            legal = set(found)
            assert len(legal) == len(found)
            assert legal <= set(tried)
            for move in tried:
                try:  # much faster than `pytest.raises`, half a million times
                    made = game.apply(state, seat, move, played.chance)
                except Refusal:
                    assert move not in legal
                else:
                    assert move in legal
                    game.check(made.state)
        assert game.encode(state) == before


def test_the_tried_moves_are_of_every_type(sample: Sample) -> None:
    state = walk(sample, 1).start
    types = get_args(sample.game.move_type) or (sample.game.move_type,)
    assert {type(move) for move in sample.near(state)} == set(types)


def test_replaying_the_log_gives_the_same_bytes(sample: Sample, played: Walk) -> None:
    game = sample.game
    log = [(made.seat, game.encode_move(made.move)) for made in played.made]
    options = game.decode_options(game.encode_options(played.options))
    chance = Chance(bytes.fromhex(played.chance.secret.hex()))
    state = game.setup(options, played.seats, chance)
    assert game.encode(state) == game.encode(played.start)
    for (seat, move), made in zip(log, played.made, strict=True):
        step = game.apply(state, seat, game.decode_move(move), chance)
        state = step.state
        assert msgspec.json.encode(step) == msgspec.json.encode(made.step)


def test_a_state_comes_back_from_its_bytes(sample: Sample, played: Walk) -> None:
    """Also through `restore`, which completes nothing where nothing is left out."""
    game = sample.game
    for state in played.states:
        data = game.encode(state)
        assert game.decode(data) == state
        assert game.encode(game.decode(data)) == data
        assert game.restore(data) == state


def is_fixed(value: Any, known: dict[int, Any]) -> bool:
    """Whether nobody can change it: no list, dict or set anywhere inside. What is `known` by its identity is
    not looked at again: states share most of what they hold."""
    if value is None or value is msgspec.UNSET or isinstance(value, int | str | bytes) or id(value) in known:
        return True
    known[id(value)] = value
    if isinstance(value, msgspec.Struct):
        return value.__struct_config__.frozen and all(
            is_fixed(getattr(value, field), known) for field in value.__struct_fields__
        )
    return isinstance(value, tuple) and all(is_fixed(each, known) for each in value)


def test_states_views_and_events_hold_nothing_that_can_be_changed(sample: Sample) -> None:
    game = sample.game
    played, known = walk(sample, 5), dict[int, Any]()
    for made in played.made:
        assert is_fixed(made.step, known)
        assert all(is_fixed(game.view(made.before, who), known) for who in knowers(played))
    assert is_fixed(game.outcome(played.states[-1]), known)


def test_nobody_sees_what_he_may_not_know(sample: Sample, played: Walk, rng: Random) -> None:
    game = sample.game
    for state in spots(played, rng, 12):
        for who in knowers(played):
            other = sample.twin(state, who, rng)
            game.check(other)
            assert game.view(other, who) == game.view(state, who)
            assert game.decisions(other) == game.decisions(state)
            assert game.turn(other) == game.turn(state)
            assert game.outcome(other) == game.outcome(state)
            if who is not None:
                assert list(game.legal(other, who)) == list(game.legal(state, who))


def test_the_twins_do_differ(sample: Sample) -> None:
    """Otherwise the law of secrecy would prove nothing."""
    played = walk(sample, 3)
    rng = Random(3)
    for who in [who for who in knowers(played) if not sample.no_secrets]:
        assert any(sample.twin(state, who, rng) != state for state in played.states)


@pytest.mark.parametrize(
    "sample", [each for each in SAMPLES if each.no_secrets], ids=lambda sample: sample.game.info.key
)
def test_where_nobody_has_secrets_all_are_told_the_same(sample: Sample, played: Walk) -> None:
    game = sample.game
    for state in played.states:
        same = game.view(state, None)
        assert all(game.view(state, who) == same for who in knowers(played))
        assert not any(decision.private for decision in game.decisions(state).values())
    assert all(event.seen_by is None for made in played.made for event in made.step.events)


def test_a_secret_choice_looks_the_same_to_the_others(sample: Sample, played: Walk, rng: Random) -> None:
    """As long as nothing is revealed, which move was made changes nothing for anybody else."""
    game = sample.game
    for state in spots(played, rng, 12):
        for seat in [seat for seat, decision in game.decisions(state).items() if decision.private]:
            legal = list(game.legal(state, seat))
            some_moves = rng.sample(legal, min(12, len(legal)))
            first, *steps = [game.apply(state, seat, move, played.chance) for move in some_moves]
            for who in [who for who in knowers(played) if who != seat]:
                wanted = game.view(first.state, who), seen(first.events, who)
                for step in [step for step in steps if not step.irrevocable]:
                    assert (game.view(step.state, who), seen(step.events, who)) == wanted


def test_a_step_that_can_be_taken_back_has_told_nobody_anything_hidden(
    sample: Sample, played: Walk, rng: Random
) -> None:
    """Whatever somebody can't know, the same move shows them the same: else it has to be irrevocable."""
    game = sample.game
    for made in rng.sample(played.made, min(12, len(played.made))):
        for who in [who for who in knowers(played) if not made.step.irrevocable]:
            other = sample.twin(made.before, who, rng)
            if made.move in list(game.legal(other, made.seat)):
                step = game.apply(other, made.seat, made.move, played.chance)
                assert game.view(step.state, who) == game.view(made.step.state, who)
                assert seen(step.events, who) == seen(made.step.events, who)


def test_scores_are_the_sum_of_their_breakdown_and_give_the_places(sample: Sample, played: Walk) -> None:
    outcome = sample.game.outcome(played.states[-1])
    assert outcome is not None
    assert len(outcome.places) == len(outcome.scores) == len(outcome.breakdown) == played.seats
    assert outcome.scores == tuple(sum(row.points for row in rows) for rows in outcome.breakdown)
    worth = [-score if outcome.lowest_wins else score for score in outcome.scores]
    if sample.ties_broken:
        ranking = sorted(range(played.seats), key=lambda seat: outcome.places[seat])
        assert sorted(outcome.places) == list(range(1, played.seats + 1))
        assert [worth[seat] for seat in ranking] == sorted(worth, reverse=True)
        return
    for mine, place in zip(worth, outcome.places, strict=True):
        better, as_good = sum(other > mine for other in worth), worth.count(mine)
        if sample.more_than_scores:
            assert all(place > other for other, won in zip(outcome.places, worth, strict=True) if won > mine)
            continue
        assert better < place <= better + (as_good if sample.ties_may_break else 1)
        assert place == 1 + sum(other < place for other in outcome.places)


def test_what_is_played_for_a_seat_is_legal(sample: Sample, played: Walk) -> None:
    game = sample.game
    for state in played.states:
        decisions = game.decisions(state)
        for seat in map(Seat, range(-1, played.seats + 1)):
            if seat in decisions:
                default = game.default(state, seat, played.chance)
                assert default in list(game.legal(state, seat))
                assert default == game.default(state, seat, played.chance)
            else:
                with pytest.raises(Refusal, match=r"not_asked|over"):
                    game.default(state, seat, played.chance)
        forced = game.forced(state)
        if forced is not None:
            assert list(game.legal(state, forced[0])) == [forced[1]]


def test_turn_and_post_never_fall_and_each_page_of_the_history_has_a_turn_of_its_own(
    sample: Sample, played: Walk
) -> None:
    """The post grows only with the turn."""
    game = sample.game
    for made in played.made:
        turn, later = game.turn(made.before), game.turn(made.step.state)
        post, next_post = game.post(made.before), game.post(made.step.state)
        assert turn <= later
        assert turn < later or not made.step.milestone
        assert post == next_post or (post < next_post and turn < later)


def test_whoever_newly_owes_something_has_a_fresh_post_to_be_told_by(sample: Sample, played: Walk) -> None:
    """In public the board calls; a prompt in private is sent once for each post. Nobody is told anything
    between a step and the one it forces: while all goes in turn, such a state is passed over."""
    game = sample.game
    told, last, post = set[Seat](), set[Seat](), -1
    for state in played.states:
        if game.in_turn(state) and game.forced(state):
            continue
        owing = set[Seat]() if game.forced(state) else set(game.decisions(state))
        fresh = game.post(state) != post
        told, post = set[Seat]() if fresh else told, game.post(state)
        assert fresh or not (owing - last) & told
        assert fresh or not game.in_turn(state) or owing <= last
        told, last = told | owing, owing


def test_every_event_can_be_written_and_read(sample: Sample) -> None:
    events = [event for made in walk(sample, 11).made for event in made.step.events]
    types = get_args(sample.game.event_type) or (sample.game.event_type,)
    assert set(map(type, events)) <= set(types)
    data = msgspec.json.encode(events)
    assert msgspec.json.decode(data, type=list[sample.game.event_type]) == events


def test_a_newer_schema_is_refused(sample: Sample) -> None:
    game = sample.game
    plain = msgspec.json.decode(game.encode(walk(sample, 7).start))
    assert plain["schema"] == max(game.upgrades, default=0) + 1
    for wrong in (plain["schema"] + 1, 0, -1):
        with pytest.raises(msgspec.ValidationError):
            game.decode(msgspec.json.encode({**plain, "schema": wrong}))


def test_every_older_schema_is_upgraded(sample: Sample) -> None:
    game = sample.game
    assert [msgspec.json.decode(data)["schema"] for data in sample.older] == sorted(game.upgrades)
    for data in sample.older:
        state = game.decode(data)
        game.check(state)
        assert msgspec.json.decode(game.encode(state))["schema"] == max(game.upgrades) + 1


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"null", b'{"schema":"1"}', b'{"schema":1}', b"\xff"])
def test_a_malformed_state_is_refused(sample: Sample, data: bytes) -> None:
    with pytest.raises((ValueError, KeyError)):
        sample.game.decode(data)


def test_as_many_can_play_as_the_options_say_and_no_others(sample: Sample) -> None:
    game, chance = sample.game, Chance(bytes(32))
    for options in (game.options_type(), *sample.options):
        least, most = game.info.seats[0], game.most_seats(options)
        assert most <= game.info.seats[1]
        for seats in range(least, most + 1):
            game.check(game.setup(options, seats, chance))
        for seats in (-1, 0, least - 1, most + 1, 1000):
            with pytest.raises(Refusal):
                game.setup(options, seats, chance)


def test_the_options_are_described_as_they_are(sample: Sample) -> None:
    options, info = sample.game.options_type, sample.game.info
    assert [option.key for option in info.options] == [f.name for f in msgspec.structs.fields(options)]
    for option in info.options:
        inside, outside = _values(option)
        for value in inside:
            assert getattr(msgspec.convert({option.key: value}, options), option.key) == value
        for value in outside:
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({option.key: value}, options)


def _values(option: Choice | Number | Text) -> tuple[list[Any], list[Any]]:
    if isinstance(option, Text):
        return ["", option.example], ["x" * (option.longest + 2), 1]
    if isinstance(option, Choice):
        return list(option.values), ["", "no such value", 1]
    return [option.low, option.high, *option.usual], [option.low - 1, option.high + 1, "1"]


def test_what_can_be_typed_is_read_once_and_for_all(sample: Sample) -> None:
    for option in sample.game.info.options:
        if isinstance(option, Text):
            value = sample.game.typed(option.key, option.example)
            assert sample.game.typed(option.key, value) == value
            chosen = msgspec.convert({option.key: value}, sample.game.options_type)
            assert getattr(chosen, option.key) == value


def test_all_values_of_a_choice_are_described(sample: Sample) -> None:
    hints = get_type_hints(sample.game.options_type, include_extras=True)
    for option in sample.game.info.options:
        hint = hints[option.key]
        if isinstance(option, Choice):
            assert option.values == get_args(hint)
        else:
            assert get_origin(hint) is Annotated


def test_what_an_option_depends_on_is_a_value_of_another_one(sample: Sample) -> None:
    offered = sample.game.info.options
    values = {option.key: option.values for option in offered if isinstance(option, Choice)}
    values |= {option.key: ("",) for option in offered if isinstance(option, Text)}
    for key, value in filter(None, (option.only_with for option in offered)):
        assert value in values[key]


def test_a_game_is_added_by_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    as_guest(monkeypatch)
    before = registry.keys()
    with pytest.raises(KeyError):
        registry.game("pebbles")
    registry.register("pebbles", "tests.pebbles.game:GAME")
    assert registry.keys() == (*before, *registry.guests()) == (*before, "pebbles")
    assert registry.game("pebbles") is registry.games()[-1]
    assert registry.game("pebbles").info.title == "Pebbles"
