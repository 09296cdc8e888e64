"""The engine protocol: JSON lines in, JSON lines out, whatever comes in."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from bot import engine
from bot.engine import REQUESTS, Engine
from bot.games import registry
from bot.games.chance import Chance
from bot.games.contract import Seat
from bot.games.six_nimmt.moves import NimmtOptions
from tests.cli_runner import ROOT, called

GAME = registry.game("six_nimmt")
SECRET = "0123456789abcdef" * 4
FIGURE_2 = {"rows": [[16, 20, 21, 22], [35, 36, 38, 40, 42], [61], [88]], "hands": [[5], [30], [62], [33]]}


class Dialogue:
    """An engine asked with keywords, answering plain JSON."""

    def __init__(self) -> None:
        self.engine = Engine(GAME)

    def line(self, line: str | bytes) -> dict[str, Any]:
        answer = json.loads(engine.encode(self.engine.answer(line)))
        assert set(answer) >= ({"ok"} if answer["ok"] else {"ok", "code", "detail"})
        return answer

    def ask(self, do: str, **rest: Any) -> dict[str, Any]:
        return self.line(json.dumps({"do": do, **rest}))

    def play(self, seat: int, card: int, **rest: Any) -> dict[str, Any]:
        return self.ask("play", seat=seat, move={"move": "choose", "card": card}, **rest)


@pytest.fixture
def talk() -> Dialogue:
    return Dialogue()


@pytest.fixture
def under_way(talk: Dialogue) -> Dialogue:
    assert talk.ask("new", seats=3, secret=SECRET)["ok"]
    return talk


def test_a_new_game_follows_from_its_secret_which_is_told_where_it_was_drawn(talk: Dialogue) -> None:
    answer = talk.ask("new", seats=4, secret=SECRET, options={"limit": 100})
    expected = GAME.setup(NimmtOptions(limit=100), 4, Chance(bytes.fromhex(SECRET)))
    assert answer["state"] == json.loads(GAME.encode(expected))
    assert answer["commitment"] == Chance(bytes.fromhex(SECRET)).commitment
    assert talk.ask("state")["state"] == answer["state"]
    drawn = talk.ask("new", seats=4)
    assert talk.ask("new", seats=4, secret=drawn["secret"])["state"] == drawn["state"]
    assert talk.ask("new", seats=4)["state"] != drawn["state"]


def test_a_view_is_that_of_the_seat_or_of_a_spectator(under_way: Dialogue) -> None:
    state = GAME.decode(json.dumps(under_way.ask("state")["state"]).encode())
    for seat, asked in ((Seat(0), {"seat": 0}), (Seat(1), {"seat": 1}), (None, {"seat": None}), (None, {})):
        view = json.loads(msgspec.json.encode(GAME.view(state, seat)))
        assert under_way.ask("view", **asked)["view"] == view


def test_a_whole_game_is_played_to_its_outcome_and_can_be_loaded_at_any_moment(talk: Dialogue) -> None:
    talk.ask("new", seats=3, secret=SECRET, options={"limit": 20})
    rng = Random(1)
    for _ in range(2000):
        decisions = talk.ask("decisions")["decisions"]
        if not decisions:
            break
        seat = int(rng.choice(list(decisions)))
        move = rng.choice(talk.ask("legal", seat=seat)["legal"])
        played = talk.ask("play", seat=seat, move=move)
        assert played["ok"]
        state = talk.ask("state")["state"]
        assert talk.ask("load", state=state, secret=SECRET) == {"ok": True, "state": state}
    outcome = talk.ask("outcome")["outcome"]
    assert played["over"]
    assert outcome["lowest_wins"] is True
    assert outcome["scores"] == [sum(row["points"] for row in rows) for rows in outcome["breakdown"]]
    assert max(outcome["scores"]) > 20


def test_forced_moves_are_played_only_when_asked_for(talk: Dialogue) -> None:
    position = {"rows": [[16], [35], [61], [88]], "hands": [[17, 100], [36, 101]]}
    talk.ask("load", state=position)
    talk.play(0, 17)
    assert talk.play(1, 36)["forced"] == []
    assert talk.ask("forced")["forced"] == {"seat": 0, "move": {"move": "choose", "card": 100}}
    talk.ask("load", state=position)
    talk.play(0, 17)
    answer = talk.play(1, 36, forced=True)
    assert [forced["move"]["move"] for forced in answer["forced"]] == ["choose", "choose", "deal"]
    assert [event["event"] for event in answer["events"]][-2:] == ["round_scored", "dealt"]
    assert (answer["turn"], talk.ask("turn")["turn"]) == (3, 3)


def test_a_loaded_position_goes_on_in_the_same_way_each_time(talk: Dialogue) -> None:
    """Without a secret by 32 zero bytes, with one by that."""
    position = {"rows": [[16], [35], [61], [88]], "hands": [[17], [36]]}
    deals = []
    for more in ({}, {}, {"secret": "00" * 32}, {"secret": SECRET}):
        talk.ask("load", state=position, **more)
        talk.play(0, 17, forced=True)
        deals.append(talk.ask("state")["state"]["hands"])
    assert deals[0] == deals[1] == deals[2] != deals[3]


def test_schemas_describe_what_goes_in_and_out(under_way: Dialogue) -> None:
    schemas = under_way.ask("schema")["schema"]
    assert list(schemas) == ["options", "state", "position", "move", "view", "event", "outcome"]
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    state = under_way.ask("state")["state"]
    jsonschema.validate(state, schemas["state"])
    jsonschema.validate(state, schemas["position"])
    jsonschema.validate(FIGURE_2, schemas["position"])
    jsonschema.validate(under_way.ask("view", seat=0)["view"], schemas["view"])
    jsonschema.validate({"move": "take_row", "row": 1}, schemas["move"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"move": "fly"}, schemas["move"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"rows": FIGURE_2["rows"]}, schemas["position"])


def test_schemas_carry_the_sentences_of_the_code(talk: Dialogue) -> None:
    """Own fields and inherited ones, and fields that are structs."""
    schemas = talk.ask("schema")["schema"]
    state = schemas["state"]["$defs"]["NimmtState"]["properties"]
    assert state["hands"]["description"] == "A selected card stays in the hand until it is revealed."
    position = schemas["position"]["$defs"]["Position"]["properties"]
    assert position["hands"]["description"] == state["hands"]["description"]
    event = schemas["event"]["$defs"]["Chosen"]["properties"]
    assert event["seen_by"]["description"] == "Who may know it; None means everybody."


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "not_json"),
        ('{"do":"state"} {}', "not_json"),
        (b'\xff{"do":"state"}', "not_json"),
        ("[" * 100_000, "not_json"),
        ('{"do":"load","state":' + "[" * 100_000, "not_json"),
        ("[]", "bad_request"),
        ("{}", "bad_request"),
        ('{"do":"dance"}', "unknown_do"),
        ('{"do":"state","seat":1}', "bad_request"),
        ('{"do":"new"}', "bad_request"),
        ('{"do":"new","seats":"four"}', "bad_request"),
        ('{"do":"new","seats":4,"secret":"abc"}', "bad_request"),
        ('{"do":"new","seats":4,"secret":"' + "g" * 64 + '"}', "bad_request"),
        ('{"do":"new","seats":1}', "too_few_seats"),
        ('{"do":"new","seats":11}', "too_many_seats"),
        ('{"do":"new","seats":4,"options":{"limit":0}}', "bad_options"),
        ('{"do":"new","seats":4,"options":{"colour":"red"}}', "bad_options"),
        ('{"do":"load","state":null}', "bad_position"),
        ('{"do":"load","state":{"rows":[[1],[2],[3],[4]],"hands":[[5],[5]]}}', "bad_position"),
        ('{"do":"view","seat":3}', "no_such_seat"),
        ('{"do":"view","seat":-1}', "no_such_seat"),
        ('{"do":"legal","seat":99999999999999999999999}', "no_such_seat"),
        ('{"do":"default","seat":3}', "no_such_seat"),
        ('{"do":"legal","seat":' + "9" * 6000 + "}", "bad_request"),
        ('{"do":"legal","seat":1e999}', "bad_request"),
        ('{"do":"legal","seat":NaN}', "not_json"),
        ('{"do":"legal","seat":1,"seat":3}', "no_such_seat"),
        ('{"do":"play","seat":3,"move":{"move":"choose","card":1}}', "no_such_seat"),
        ('{"do":"play","seat":0,"move":{"move":"fly"}}', "bad_move"),
        ('{"do":"play","seat":0,"move":{"move":"choose","card":1,"row":1}}', "bad_move"),
        ('{"do":"play","seat":0,"move":{"move":"choose","card":105}}', "not_in_hand"),
        ('{"do":"play","seat":0,"move":{"move":"take_row","row":1}}', "not_now"),
    ],
)
def test_bad_input_is_answered_and_changes_nothing(under_way: Dialogue, line: str, code: str) -> None:
    before = under_way.ask("state")
    answer = under_way.line(line)
    assert (answer["ok"], answer["code"]) == (False, code)
    assert under_way.ask("state") == before


def test_without_a_game_there_is_nothing_to_ask(talk: Dialogue) -> None:
    for do in ("state", "view", "decisions", "outcome", "forced", "turn"):
        assert talk.ask(do)["code"] == "no_game"
    assert talk.play(0, 1)["code"] == "no_game"
    assert talk.ask("schema")["ok"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
requests = st.fixed_dictionaries(
    {"do": st.sampled_from(["new", "load", "play", "view", "legal", "default", "state"])},
    optional=dict.fromkeys(("seat", "seats", "move", "state", "options", "secret", "forced"), json_values),
)


@given(lines=st.lists(requests.map(json.dumps) | st.text() | st.binary(), max_size=10))
@settings(max_examples=60, deadline=None)
def test_any_input_has_one_answer_a_line(lines: Iterable[str | bytes]) -> None:
    talk = Dialogue()
    talk.ask("new", seats=2, secret=SECRET)
    for line in lines:
        assert isinstance(talk.line(line)["ok"], bool)


def test_a_process_survives_bytes_that_are_no_text() -> None:
    """Whatever the locale says, lines are UTF-8 and one answer comes for each."""
    script = "import sys; from bot import engine; sys.exit(engine.main('six_nimmt', sys.stdin, sys.stdout))"
    lines = [b"\xff\xfe\x00", '{"do":"ニムト"}'.encode(), b'{"do":"new","seats":2}', b'{"do":"turn"}\r']
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=b"\n".join(lines),
        capture_output=True,
        cwd=ROOT,
        env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False, True, True]
    assert answers[1]["detail"] == {"do": "ニムト"}
    assert done.stderr == b""


PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")


def dialogue(game: str) -> list[tuple[str, str]]:
    """The example of a game on the page: requests with their answers."""
    (block,) = re.findall(rf"```console\n\$ python -m bot engine {game}\n(.*?)```", PAGE, re.S)
    lines = block.splitlines()
    return [(sent.removeprefix("> "), said) for sent, said in zip(lines[::2], lines[1::2], strict=True)]


@pytest.mark.parametrize("game", registry.keys())
def test_the_example_dialogue_is_what_the_engine_says(game: str, tmp_path: Path) -> None:
    example = dialogue(game)
    ended = called(tmp_path, "engine", game, text="".join(f"{sent}\n" for sent, _ in example))
    assert (ended.code, ended.err) == (0, "")
    answers = ended.out.splitlines()
    assert len(answers) == len(example) >= 5
    for (_, shown), said in zip(example, answers, strict=True):
        assert said.startswith(shown.removesuffix("…")) if shown.endswith("…") else said == shown


def test_the_page_names_every_request_and_no_other() -> None:
    rows = PAGE[PAGE.index("| `do` |") : PAGE.index("A request that fails")].strip().splitlines()[2:]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == sorted(REQUESTS)
