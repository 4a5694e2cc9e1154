"""The one form of an action: in words, in JSON, and read back with all forms of earlier versions."""

import json
import re
from typing import Any

import pytest

from solver.action import FIRST, FIRST_KEEP, HOLD, ROLL, SIT, STAND, Action, Verb
from solver.errors import RuleError

WRITTEN: tuple[tuple[Action, Any, str, bool], ...] = (
    (ROLL, "roll", "roll", True),
    (HOLD, "hold", "hold", False),
    (STAND, "stand", "stand", False),
    (SIT, "sit", "sit", False),
    (Action(Verb.ROLL, count=6), "6", "6 dice", True),
    (FIRST, {"keep": [], "then": "throw"}, "throw", True),
    (Action(Verb.HOLD, (1, 5)), {"keep": [1, 5], "then": "hold"}, "keep 1 5, hold", False),
    (Action(Verb.THROW, (5,), (2,)), {"keep": [5], "then": "throw", "dice": [2]}, "keep 5 (die 2), throw", True),
    (FIRST_KEEP, {"keep": []}, "throw", True),
    (Action(Verb.KEEP, (3, 3)), {"keep": [3, 3]}, "keep 3 3", True),
    (Action(Verb.SCORE, box="fours"), {"score": "fours"}, "score fours", False),
    (Action(Verb.COMMIT, box="fours"), {"commit": "fours"}, "commit fours", False),
    (Action(Verb.THROW, count=1), {"throw": 1}, "throw 1 die", True),
    (Action(Verb.THROW, tiles=(4, 5)), {"shut": [4, 5], "then": "throw"}, "shut 4 5", False),
    (Action(Verb.HOLD, tiles=()), {"shut": [], "then": "hold"}, "shut none, hold", False),
    (Action(Verb.THROW, wells=(2, 4)), {"wells": [2, 4], "then": "throw"}, "throw", True),
)


@pytest.mark.parametrize(("action", "written", "words", "throws"), WRITTEN)
def test_an_action_is_read_back_as_it_was_written(action: Action, written: Any, words: str, throws: bool) -> None:
    assert action.to_json() == written
    assert Action.of_json(json.loads(json.dumps(written))) == action
    assert (str(action), action.throws) == (words, throws)


@pytest.mark.parametrize(("written", "action"), [
    ({"roll": True}, ROLL), ({"hold": True}, HOLD), ({"stand": True}, STAND), ({"sit": True}, SIT),
    ({"roll": 6}, Action(Verb.ROLL, count=6)), ({"box": "fours"}, Action(Verb.SCORE, box="fours")),
    ({"shut": [5, 4]}, Action(Verb.THROW, tiles=(4, 5))),
    ({"keep": [5, 1, 1], "then": "hold"}, Action(Verb.HOLD, (1, 1, 5))),
])  # fmt: skip
def test_what_earlier_versions_wrote_is_read(written: Any, action: Action) -> None:
    assert Action.of_json(written) == action


REFUSED = """
null | 7 | [] | {} | "keep" | "²" | "0" | "12345" | {"keep": "1"} | {"keep": [true]} | {"keep": [1001]} | {"score": 3}
{"keep": [1], "then": 5} | {"keep": [1], "box": "ones"} | {"keep": [1], "then": "hold", "dice": [true]} | {"wells": [1]}
{"shut": [3, true], "then": "throw"} | {"shut": [3], "then": "stand"} | {"roll": false} | {"roll": 1001} | {"throw": 0}
{"throw": 2.0} | {"attack": true} | {"hold": true, "sit": true}
"""


@pytest.mark.parametrize("written", [*map(json.loads, re.split(r"[|\n]", REFUSED.strip())), {"keep": [1] * 101}])
def test_anything_else_is_refused(written: Any) -> None:
    with pytest.raises(RuleError, match="write"):
        Action.of_json(written)


def test_the_rules_know_no_wells() -> None:
    placed = Action(Verb.KEEP, (3, 3), wells=(2, 4))
    assert placed != placed.bare == Action(Verb.KEEP, (3, 3))
    assert placed.to_json() == placed.bare.to_json()
