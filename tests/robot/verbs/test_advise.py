"""Advice in one line: dice without blanks, and dice in a photograph."""

import json
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from robot.cli import main
from vision.pictures import Image
from vision.reading import Die, Doubt, Reading

Photo = Callable[..., str]
ASIDE = ("farkle", "0:0")
UNLIKE = "1=" + ";".join(["1,1,1,1,1,1"] * 5 + ["2,1,1,1,1,1"])
TWELVE = """
name = "twelve"
dice = 2
sides = 12
throws = 2

[[box]]
name = "sum"
kind = "chance"

[[box]]
name = "pair"
kind = "groups"
groups = [2]
pays = "all"
"""


@pytest.fixture(autouse=True)
def alone(home: Path) -> None:
    """Keep what is solved in a folder of the test's own."""
    assert not home.exists()


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Photo:
    """Return what makes a picture that is read as these dice; a word is the doubt of a die without a value."""
    readings: list[Reading] = []

    class ListedReader:
        """Reads what was agreed on."""

        def read(self, picture: Image) -> Reading:
            return readings[int(picture.shape[1]) - 1]

    monkeypatch.setattr("robot.app.make_reader", ListedReader)

    def make(*dice: int | Doubt) -> str:
        box = (0.0, 0.0, 9.0, 9.0)
        seen = [
            Die(one, 0.9, box, 0.0) if isinstance(one, int) else Die(None, 0.4, box, 0.0, doubt=one) for one in dice
        ]
        readings.append(Reading(tuple(seen)))
        path = tmp_path / f"{len(readings)}.png"
        cv2.imwrite(str(path), np.zeros((4, len(readings), 3), np.uint8))
        return str(path)

    return make


def answer(capsys: pytest.CaptureFixture[str], words: Sequence[str]) -> Any:
    assert main([*words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("pig --json 30:45 +20", "roll"),
        ("pig 30:45 --json --spread --chosen throw +20", "roll"),
        ("'pig 30:45 +20' --json", "roll"),
        ("threes --json -:7 33356", {"keep": [3, 3, 3], "then": "throw"}),
    ],
)
def test_a_position_is_read_behind_options(words: str, action: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", *shlex.split(words)]) == 0
    assert json.loads(capsys.readouterr().out)["action"] == action


def test_a_turn_ends_where_no_tile_can_be_shut(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "shut-the-box", "-", "36", "o1,2"]) == 0
    assert capsys.readouterr().out.startswith("Hold, the only choice: that brings 3.0 points on average.\n")


def test_dice_of_ten_sides_and_more_stand_with_commas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text(TWELVE, encoding="utf-8")
    decision = answer(capsys, ["advise", str(own), "-", "12,12", "r0"])
    assert decision["action"] == {"score": "pair"}
    assert main(["advise", str(own), "--photo", "x.png"]) == 2
    assert "takes no --photo" in capsys.readouterr().err


def test_without_a_position_the_game_begins(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("farkle --goal 1000 0:0", "pig-three 0:0:0", "threes -"):
        *game, start = words.split()
        assert answer(capsys, ["advise", *game]) == answer(capsys, ["advise", *game, start])


def test_the_help_of_a_game_fits_a_screen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    helps = {}
    for words in ((), ("pig",), ("farkle",), ("pig-four",), ("yahtzee",), ("threes",)):
        with pytest.raises(SystemExit) as ended:
            main(["advise", *words, "--help"])
        assert ended.value.code == 0
        helps["".join(words)] = capsys.readouterr().out
        assert helps["".join(words)].count("\n") <= 60
    assert "--thrown-dice" in helps["farkle"]
    assert "--thrown-dice" not in helps["pig"]
    assert helps[""].count("\n") <= 30
    assert helps["pig"].startswith("usage: pipsqueak advise pig [POSITION] [OPTION …]\n")


def test_a_photo_stands_for_the_dice(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    typed = answer(capsys, ["advise", "yahtzee", "ones=3", "33456", "r1"])
    name = photo(6, 3, 5, 3, 4)
    read = answer(capsys, ["advise", "yahtzee", "ones=3", "r1", "--photo", name])
    assert read == {"dice": [3, 3, 4, 5, 6], "doubts": []} | typed
    assert main(["advise", "yahtzee", "--photo", name]) == 0
    assert capsys.readouterr().out.startswith(f"Read in {name}: 3 3 4 5 6\nKeep ")


@pytest.mark.parametrize(
    ("words", "dice", "turn"),
    [
        ("pig 40:60", (5,), (12, 17)),
        ("two-dice-pig 40:60", (2, 6), (12, 20)),
        ("big-pig 40:60", (1, 1), (12, 37)),
        ("piglet 4:6", (6,), (2, 3)),
        ("pig-score 4", (6,), (12, 18)),
        ("pig-four 4:3:3:0", (6,), (12, 18)),
    ],
)
def test_the_throw_in_a_photo_is_added_to_the_turn(
    words: str, dice: tuple[int, ...], turn: tuple[int, int], photo: Photo, capsys: pytest.CaptureFixture[str]
) -> None:
    advise, (before, after) = ["advise", *words.split()], turn
    typed = answer(capsys, [*advise, f"+{after}"])
    read = answer(capsys, [*advise, f"+{before}", "--photo", photo(*dice)])
    assert read == {"dice": sorted(dice), "doubts": []} | typed


def test_a_photo_is_advised_on_where_dice_are_set_aside(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    place = ["advise", "ten-thousand", "2000:3000"]
    typed = answer(capsys, [*place, "113456"])
    assert answer(capsys, [*place, "--photo", photo(4, 1, 6, 3, 5, 1)]) == typed | {
        "dice": [1, 1, 3, 4, 5, 6],
        "doubts": [],
    }
    place += ["+300"]
    typed = answer(capsys, [*place, "235"])
    assert answer(capsys, [*place, "--photo", photo(3, 5, 2), "--thrown-dice", "3"])["options"] == typed["options"]
    assert main([*place[:-1], "--photo", photo(1, 1, "leans", 3, 5, "blur"), "--json"]) == 1
    out, err = capsys.readouterr()
    assert (json.loads(out)["action"], json.loads(out)["doubts"]) == (None, ["leans", "blur"])
    assert err.count("\n") == 1


def test_a_die_in_doubt_is_named_and_nothing_is_advised(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "yahtzee", "--photo", photo(3, 3, "leans", 5, "blur"), "--json"]) == 1
    out, err = capsys.readouterr()
    said = json.loads(out)
    assert (said["dice"], said["doubts"], said["action"]) == ([3, 3, 5], ["leans", "blur"], None)
    assert err.count("\n") == 1
    place = "the die near the bottom right"
    assert f"({place} leans: lay it flat; {place} is blurred: focus and clean the camera)" in err


def test_what_a_photo_cannot_answer_is_one_line(photo: Photo, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said, status in (
        (["yahtzee", "--photo", photo(3, 3, 5)], "3 dice are seen, but the game throws 5", 2),
        (["pig", "4:5", "--photo", photo(1)], "ends the turn", 2),
        (["pig", "4:5", "--photo", photo(3, 3)], "2 dice are seen", 2),
        (["hog", "4:5", "--photo", photo(3)], "hog takes no --photo", 2),
        (["pass-the-pigs", "4:5", "--photo", photo(3, 3)], "takes no --photo", 2),
        (["yahtzee", "-", "33456", "--photo", photo(3, 3, 4, 5, 6)], "either those of the position or --photo", 2),
        (["yahtzee", "--photo", "nowhere.jpg"], "does not exist", 1),
        ([*ASIDE, "--photo", photo(1, 2, 3, 4, 5)], "5 dice are seen, but the game throws 6", 2),
        ([*ASIDE, "+50", "--photo", photo(1, 2, 3)], "say how many were thrown, such as --thrown-dice 4", 2),
        ([*ASIDE, "+50", "--thrown-dice", "7", "--photo", photo(1)], "a throw cannot have 7 dice: give 1 to 6", 2),
        ([*ASIDE, "--photo", photo(2, 3, 4, 6, 6, 4)], "the turn is over", 2),
        ([*ASIDE, "15", "--thrown-dice", "2"], "--thrown-dice is for a --photo", 2),
        (["yahtzee", "--thrown-dice", "2", "--photo", photo(1)], "takes no --thrown-dice", 2),
        ([*ASIDE, "--die", UNLIKE, "--photo", photo(1)], "a photo cannot tell different dice apart", 2),
    ):
        assert main(["advise", *words]) == status, words
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert said in err
