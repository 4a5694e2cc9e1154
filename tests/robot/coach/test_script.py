"""The script of the coach: one answer a line, whole or refused, and what each manner says."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from robot.coach.answers import ScriptedCoach
from robot.coach.lines import Manner
from tests.support.robot.coached import look_of, read_photos, start_coach
from tests.support.robot.command import call
from vision.pictures import Image
from vision.reading import Reading, SceneNote

PHOTOS = {
    "five": look_of(6, 3, 3, 5, 4),
    "doubt": look_of(3, 3, 5, 4, None),
    "four": look_of(3, 3, 5, 4),
    "three": look_of(1, 2, 6),
    "black": look_of(notes=(SceneNote("dark"),)),
}
KEYS = {"player", "seat", "dice", "doubts", "action", "value", "options", "why", "over"}


def coach(game: str, *names: str, manner: Manner = Manner.OPEN, **rules: Any) -> ScriptedCoach:
    return ScriptedCoach(start_coach(game, *names, manner=manner, **rules), read_photos(PHOTOS))


def costs(answer: dict[str, Any]) -> dict[str, float]:
    return {json.dumps(option["action"]): option["cost"] for option in answer["options"]}


def test_each_line_has_its_answer_and_each_option_its_cost(home: Path) -> None:
    script = home.parent / "script.jsonl"
    script.write_text(
        '{"dice": [3,3,4,5,6]}\n\n{"keep": [3,3]}\n{"dice": [3,1,2]}\nno JSON\n{"box": "threes"}\n', encoding="utf-8"
    )
    done = call(home, "coach", "yahtzee", "--players", "Ann,Ben", "--script", str(script), "--json")
    assert (done.returncode, done.stderr) == (1, ""), "a line of the script was wrong"
    thrown, kept, again, wrong, written = done.lines
    assert thrown.keys() >= KEYS
    assert (thrown["player"], thrown["dice"], thrown["doubts"], thrown["sheet"]) == ("Ann", [3, 3, 4, 5, 6], [], {})
    advised = call(home, "advise", "yahtzee", "-", "33456", "r2", "--json")
    (advice,) = advised.lines
    assert {key: thrown[key] for key in ("action", "value", "why")} == {
        key: advice[key] for key in ("action", "value", "why")
    }
    assert [{"action": one["action"], "value": one["value"]} for one in thrown["options"]] == advice["options"]
    for option in thrown["options"]:
        assert option["cost"] == pytest.approx(advice["value"] - option["value"], abs=1e-12)
    assert kept["chosen"] == {"player": "Ann", "action": {"keep": [3, 3]}, "value": thrown["value"], "cost": 0.0}
    assert again["dice"] == [3, 3, 3, 1, 2]
    assert wrong.keys() == {"error"}
    assert (written["player"], written["seat"], written["dice"]) == ("Ben", 2, [])
    assert (written["cards"], written["totals"]) == ([{"threes": 9}, {}], [9, 0])
    assert written["chosen"]["cost"] == pytest.approx(costs(again)['{"score": "threes"}'])


def test_a_line_that_is_not_legal_changes_nothing() -> None:
    game = coach("yahtzee", "Ann", "Ben")
    first = game.answer({"dice": [1, 1, 2, 3, 4]})
    wrong: tuple[Any, ...] = (
        None, 7, [], {}, "keep", {"dice": [1, 1, 2, 3, 4]}, {"dice": "11234"}, {"dice": [1, 1, 2, 3, True]},
        {"keep": [6]}, {"keep": [1, 1, 2, 3, 4]}, {"keep": [1, 1, 1]}, {"keep": [10**40]}, {"keep": [1] * 200},
        {"score": "sevens"}, {"box": 3}, {"roll": True}, "hold", {"hold": True}, "3", {"roll": 3}, {"undo": False},
        {"photo": ""}, {"keep": [1, 1], "dice": [1, 2, 3]},
    )  # fmt: skip
    for line in wrong:
        answer = game.answer(line)
        assert answer.keys() == {"error"}, line
        assert answer["error"].endswith("."), answer
        assert "\n" not in answer["error"]
    assert game.answer({"keep": [1, 1]})["chosen"]["action"] == {"keep": [1, 1]}
    for line in ({"keep": [1, 1]}, {"box": "ones"}, {"dice": [1, 2]}, {"dice": [1, 2, 3, 4, 5]}, {"dice": [7, 1, 2]}):
        assert game.answer(line).keys() == {"error"}, line
    assert len(game.session.lines) == 2
    assert first["rolls_left"] == 2


def test_each_manner_says_what_it_should_and_no_more() -> None:
    lines = [{"dice": [1, 1, 2, 3, 6]}, {"keep": [2]}, {"dice": [5, 5, 5, 1]}, {"box": "ones"}]
    after, silent = (coach("yahtzee", "Ann", manner=manner) for manner in (Manner.AFTER, Manner.SILENT))
    thrown, kept, again, written = (after.answer(line) for line in lines)
    for answer in (thrown, again):
        assert (answer["action"], answer["value"], answer["options"], answer["why"]) == (None, None, [], None)
        assert "chosen" not in answer
    assert kept["chosen"]["cost"] == costs(kept)['{"keep": [2]}'] > 0.1
    assert written["chosen"]["cost"] == costs(written)['{"score": "ones"}']
    for line in lines:
        answer = silent.answer(line)
        assert (answer["action"], answer["options"], "chosen" in answer) == (None, [], False)


def test_the_dice_of_a_photo_count_if_all_are_sure_and_their_number_is_right() -> None:
    game = coach("yahtzee", "Ann")
    doubted = game.answer({"photo": "doubt"})
    assert (doubted["dice"], doubted["doubts"], doubted["action"]) == ([3, 3, 4, 5], ["leans"], None)
    for photo in ("four", "three", "black", "nowhere"):
        assert game.answer({"photo": photo}).keys() == {"error"}, photo
    assert not game.session.lines
    assert game.answer({"photo": "five"})["dice"] == [3, 3, 4, 5, 6]
    assert game.answer({"photo": "five"}).keys() == {"error"}
    pigs = coach("pass-the-pigs")
    assert pigs.answer({"photo": "three"}) == {"error": "The camera cannot read pigs: type how they landed."}
    game.answer({"keep": [3, 3]})
    assert game.answer({"photo": "three"})["dice"] == [3, 3, 1, 2, 6]


def test_a_photo_is_found_beside_the_script(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class WidthReader:
        """Reads as many ones as the picture is wide."""

        def read(self, picture: Image) -> Reading:
            return look_of(*[1] * picture.shape[1]).reading

    monkeypatch.setattr("robot.app.make_reader", WidthReader)
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((3, 5, 3), np.uint8))
    (tmp_path / "script").write_text(
        '{"photo": "b.png"}\n{"photo": "\\ud800\\n"}\n{"photo": "a.png"}\n', encoding="utf-8"
    )
    missing, odd, seen = call(home, "coach", "yahtzee", "--script", str(tmp_path / "script"), "--json").lines
    assert (seen["dice"], seen["doubts"]) == ([1] * 5, [])
    assert "b.png does not exist" in missing["error"]
    assert odd.keys() == {"error"}


def test_four_players_of_pig_learn_their_accounts_and_their_worst_choices() -> None:
    game = coach("pig", "A", "B", "C", "D", goal=10)
    for face in (2, 2, 6, 2):
        game.answer({"dice": [face]})
        game.answer({"hold": True})
    for face in (3, 6):
        answer = game.answer({"dice": [face]})
    answer = game.answer({"hold": True})
    assert answer["result"] == {"winner": "A", "seat": 1, "scores": [11, 2, 6, 2]}
    accounts = answer["summary"]["accounts"]
    assert [one["end"] for one in accounts] == [1.0, 0.0, 0.0, 0.0]
    assert [one["lost"] for one in accounts] == [worst["cost"] for (worst,) in answer["worst"]]
    assert [[choice["action"] for choice in worst] for worst in answer["worst"]] == [["hold"]] * 4


def test_what_nobody_has_solved_is_coached_by_a_rule_of_thumb_and_costs_nothing_that_is_known() -> None:
    game = coach("swine-herd", "Ann", "Ben")
    begun = game.answer({"dice": [6]})
    assert (begun["action"], begun["cost"]) == ("stand", {"stand": None, "sit": None})
    sat = game.answer({"sit": True})
    assert sat["chosen"] == {"player": "Ann", "action": "sit", "value": 6.0, "cost": None}
    assert (sat["seat"], sat["action"]) == (2, "stand")
    assert "choose" in game.answer({"dice": [3]})["error"]
    stood = game.answer({"stand": True})
    assert (stood["action"], stood["options"]) == (None, [])  # the dice are due
    assert "error" not in game.answer({"roll": True})
    game.answer({"dice": [5]})
    ended = game.answer({"sit": True})
    assert ended["scores"] == [6, 11]


def test_a_script_that_cannot_be_read_is_one_line(home: Path, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for script in ("nowhere", "binary", "."):
        done = call(home, "coach", "yahtzee", "--script", str(tmp_path / script), "--json")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert "cannot be read" in done.stderr


def test_a_script_may_come_from_stdin(home: Path) -> None:
    deep = "[" * 100_000
    done = call(home, "coach", "pig", "--script", "-", "--json", typed=f'{{"dice": [4]}}\n{deep}\n{{"hold": true}}\n')
    assert [line.get("scores") for line in done.lines] == [[0, 0], None, [4, 0]]


def test_a_game_begins_in_the_position_of_a_line(home: Path) -> None:
    done = call(
        home, "coach", "--from", "farkle 300:500:0 +300 113", "--script", "-", "--json", typed='{"keep": [1]}\n'
    )
    (answer,) = done.lines
    assert (answer["player"], answer["scores"], answer["chosen"]["cost"] > 0) == ("A", [300, 500, 0], True)
    wrong = call(home, "coach", "pig", "--from", "30:145", "--script", "-", "--json")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
