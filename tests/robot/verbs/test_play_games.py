"""The other games from the command line, through wire and lens: unattended, recorded, by hand, left and resumed."""

from pathlib import Path

import pytest

from tests.support.robot.command import call

UNATTENDED = [
    pytest.param(("hog", "--goal", "12", "--players", "robot,robot:child"), marks=pytest.mark.check),
    ("skunk", "--turns", "1", "--players", "robot,robot:beginner,robot:random"),
    pytest.param(("piglet", "--goal", "1", "--players", "robot,robot", "--first", "thrown"), marks=pytest.mark.check),
]


@pytest.mark.parametrize("words", UNATTENDED, ids=lambda words: words[0])
def test_an_unattended_game_is_recorded_and_replayed_without_a_difference(home: Path, words: tuple[str, ...]) -> None:
    recording = str(home / "recording")
    played = call(home, "play", *words, "--fast", "--seed", "4", "--json", "--record", recording)
    assert played.returncode == 0, played.stderr
    found = played.lines
    assert found[-1]["event"] == "end"
    assert found[-1]["throws"] == len([line for line in found if line["event"] == "reading"])
    replayed = call(home, "replay", recording)
    assert replayed.stdout.endswith(": 0 differ\n"), replayed.stdout


@pytest.mark.check
def test_dice_thrown_by_hand_are_confirmed_and_the_game_goes_on_after_an_interruption(home: Path) -> None:
    words = ("play", "pig-score", "--turns", "1", "--players", "hand:Ann", "--fast", "--seed", "3", "--json")
    left = call(home, *words, typed="r\nh\nr\n")
    assert left.returncode == 1
    assert "--resume" in left.stderr
    readings = [line["values"] for line in left.lines if line["event"] == "reading"]
    asked = [line["values"] for line in left.lines if line["event"] == "confirm"]
    assert len(readings) == 1
    assert readings[0] == asked[0]
    resumed = call(home, "play", "--resume", "--fast", "--json", typed="r\nh\n")
    found = resumed.lines
    assert found[0]["throws"] == 1
    assert "does not count" in found[1]["text"]
    assert [line["throw"] for line in found if line["event"] == "reading"] == [2]


def test_pigs_are_entered_and_nobody_begins_by_a_die(home: Path) -> None:
    words = ("play", "pass-the-pigs", "--goal", "10", "--players", "you:Ann,robot", "--fast")
    played = call(home, *words, typed="r\n3\n3\nh\nh\n")
    assert played.returncode == 0, played.stderr
    assert "Ann throws razorback and razorback, turn total 20." in played.stdout
    refused = call(home, *words, "--first", "thrown")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
