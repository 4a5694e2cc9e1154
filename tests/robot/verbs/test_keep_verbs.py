"""Keep-and-throw games on the command line: what scripts get, and what is wrong in one line."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from robot.cli import main
from robot.config import Folders
from robot.fairness.known_dice import KnownDie

LOADED = "1,1,1,1,1,1;2,1,1,1,1,1;3,1,1,1,1,1;1,1,1,1,1,1;1,1,1,1,1,1;1,1,1,1,1,1"


@pytest.fixture(autouse=True)
def alone(home: Path) -> None:
    """Keep what is solved in a folder of the test's own."""
    assert not home.exists()


def test_a_seat_may_have_dice_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "dice.txt"
    file.write_text(LOADED.replace(";", "\n"))
    values = []
    for dice in (f"1={LOADED}", f"1=@{file}", f"2=@{file}"):
        assert main(["solve", "kingdom-come", "--goal", "150", "--die", dice, "--json"]) == 0
        values.append(json.loads(capsys.readouterr().out)["value"])
    assert values[0] == values[1] > values[2]
    studied = Folders.of_user().dice
    studied.mkdir(parents=True)
    for number, law in enumerate(([1 / 6] * 6, [2 / 7, *[1 / 7] * 5], [3 / 8, *[1 / 8] * 5])):
        die = KnownDie(f"die{number}", tuple(law), 900, 900, "0" * 64, "2026-11-20", ("sim",))
        (studied / f"die{number}.json").write_text(json.dumps(asdict(die)))
    rest = LOADED.split(";")[3:]
    named = ";".join(["1=@die0", "@die1", "@die2", *rest])
    assert main(["solve", "kingdom-come", "--goal", "150", "--die", named, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == pytest.approx(values[0], abs=1e-12)
    (studied / "die1.json").write_text("{}")
    with pytest.raises(SystemExit):
        main(["solve", "kingdom-come", "--goal", "150", "--die", named, "--json"])
    assert "makes it again" in capsys.readouterr().err
    place = ["--goal", "150", "--die", f"1={LOADED}"]
    assert main(["advise", "kingdom-come", "0:0", "55", "n1,6", *place, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["action"] == {"keep": [5, 5], "then": "throw", "dice": [1, 6]}


def test_dice_of_a_seat_that_are_none_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for dice in ("3=1,1", "1=@nowhere.txt", "1=@nobody;@nobody", "1=a", "1=0.5,0.1,0.1,0.1,0.1,0.2"):
        with pytest.raises(SystemExit) as ended:
            main(["solve", "farkle", "--die", dice])
        assert ended.value.code == 2
        assert "--die" in capsys.readouterr().err.splitlines()[-1]
