"""Verbs at the table of dice of one's own: what they do there, and what they refuse in a line."""

import json
from pathlib import Path

import numpy as np
import pytest

from robot.cli import main
from robot.files import write_picture
from tests.support.vision.drawn_dice import DrawnDie, draw

pytestmark = pytest.mark.usefixtures("home")


def test_the_doctor_says_what_the_camera_sees(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    write_picture(folder / "1.png", draw([DrawnDie(5, 320, 200, 60, 20), DrawnDie(2, 120, 200, 60, 40)], (640, 400)))
    assert main(["doctor", "--json", "--table", "hands", "--camera", str(folder)]) == 0
    findings = {line["device"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert findings["board"]["state"] == "absent"
    assert findings["camera"]["words"] == "640 x 400 pixels, 2 dice seen, 0 of them in doubt"
    write_picture(folder / "1.png", np.full((60, 80, 3), 9, np.uint8))
    assert main(["doctor", "--json", "--table", "hands", "--camera", str(folder)]) == 1
    assert "is dark" in capsys.readouterr().out


def test_the_mat_is_printed_under_its_own_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", "print", "--mat"]) == 0
    assert capsys.readouterr().out.startswith("pipsqueak-mat.pdf: the mat for A4")
    assert (tmp_path / "pipsqueak-mat.pdf").read_bytes().startswith(b"%PDF-1.6")
