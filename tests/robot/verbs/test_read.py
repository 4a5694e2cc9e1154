"""The verb `read`: names of any kind, one line for what cannot be read, figures for scripts."""

import io
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from robot.cli import main
from robot.table.look import look_at
from robot.verbs.read import describe
from robot.verbs.read_labels import MOST_LISTED
from tests.support.vision.drawn_dice import DrawnDie, draw
from vision.evaluation.labels import load_labels
from vision.reading import Die, Reading, SceneNote

PICTURE = cv2.imencode(".png", draw([DrawnDie(4, 100, 80, 60, 20)], (200, 160)))[1].tobytes()
NAMES = ["Würfel 4.png", "two\nlines.png", "骰子🎲.png", "\udcff\udcfe.png", "-x.png", "a'b\"c.png", ".png"]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_printed_in_one_line(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    path.write_bytes(PICTURE)
    assert main(["read", str(path)]) == 0
    assert main(["read", str(path), "--json", "--annotate", str(tmp_path / "out")]) == 0
    plain, line = capsys.readouterr().out.splitlines()
    assert plain.endswith(": 4")
    assert json.loads(line)["file"] == str(path)
    assert len(list((tmp_path / "out").iterdir())) == 1


def test_annotated_pictures_take_no_others_place(tmp_path: Path) -> None:
    photo = cv2.imencode(".jpg", draw([DrawnDie(4, 100, 80, 60, 20)], (200, 160)))[1].tobytes()
    (tmp_path / "a").mkdir()
    for path in (tmp_path / "x.jpg", tmp_path / "a" / "x.jpg"):
        path.write_bytes(photo)
    (tmp_path / "x-2.jpg").symlink_to(tmp_path / "nowhere")
    read = ["read", str(tmp_path / "x.jpg"), str(tmp_path / "a" / "x.jpg"), "--annotate", str(tmp_path)]
    assert main(read) == 0
    assert (tmp_path / "x.jpg").read_bytes() == (tmp_path / "a" / "x.jpg").read_bytes() == photo
    assert not (tmp_path / "nowhere").exists()
    assert sorted(path.name for path in tmp_path.glob("*.jpg")) == ["x-2.jpg", "x-3.jpg", "x-4.jpg", "x.jpg"]


@pytest.mark.parametrize("name", NAMES)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--json", str(tmp_path / name)]) == 1
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == len(said.out.splitlines()) == 1
    assert "does not exist" in json.loads(said.out)["error"]


def test_an_output_that_takes_ascii_alone_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "Würfel.png"
    path.write_bytes(PICTURE)
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    assert main(["read", str(path)]) == main(["read", "--json", str(path)]) == 0
    plain, line = raw.getvalue().decode("ascii").splitlines()
    assert plain.endswith("W\\xfcrfel.png: 4")
    assert json.loads(line)["file"] == str(path)


def test_a_die_in_doubt_is_told_by_its_place_or_its_well() -> None:
    lying = Die(4, 0.99, (40.0, 40.0, 60.0, 60.0), 0.0)
    leaning = Die(None, 0.4, (5.0, 5.0, 25.0, 25.0), 0.0, doubt="leans")
    cocked = Die(None, 0.4, (80.0, 5.0, 99.0, 25.0), 0.0, 3, "cocked")
    picture = np.zeros((100, 100, 3), np.uint8)
    assert describe(look_at(picture, Reading((lying, leaning, cocked)))) == (
        "4; the die near the top left leans: lay it flat; the die in well 3 is cocked: lay it flat"
    )
    alone = describe(look_at(picture, Reading((leaning,))))
    assert alone == "no die read; the die near the top left leans: lay it flat"
    assert describe(look_at(picture, Reading((lying,), (SceneNote("hand"), SceneNote("hand"))))) == "4; also seen: hand"
    dark = describe(look_at(picture, Reading((), (SceneNote("dark"),))))
    assert dark == "no die read; dark: switch the light on and take the cap off the camera"


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    folder = tmp_path / "labelled"
    (folder / "a").mkdir(parents=True)
    lines = []
    for n, value in enumerate((4, 5)):
        (folder / "a" / f"{n}.png").write_bytes(PICTURE)
        box = [70, 50, 130, 110]
        lines.append({"file": f"a/{n}.png", "kind": "scene", "values": [value], "boxes": [[*box, value]]})
    (folder / "labels.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return folder


def test_labels_answers_as_scripts_expect(labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--labels", str(labels), "--jobs", "1", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    printed = json.loads(line)
    assert printed["total"]["right"] == 1
    assert printed["folders"]["a"]["confusion"]["5"]["4"] == 1
    assert printed["reliability"]["sure"]["said"] in {0, 2}
    assert printed["mistakes"] == {"a/1.png": "said 4, is 5"}


def test_labels_prints_the_same_for_people(labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (labels / "a" / "0.png").write_bytes(b"")
    assert main(["read", "--labels", str(labels), "--jobs", "1"]) == 1
    said = capsys.readouterr()
    assert said.out.partition("wholly right")[2].splitlines()[2].startswith("│ all "), "one folder has one row"
    assert "0.99 or more: " in said.out
    assert "a/1.png: said 4, is 5.\n" in said.out
    assert said.err.count("\n") == 1


def test_the_labels_that_the_help_shows_are_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["read", "--help"])
    (example,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith('  {"file": '))
    (tmp_path / "labels.jsonl").write_text(example)
    (label,) = load_labels(tmp_path)
    assert label.values == tuple(value for _, value in label.boxes or ()) == (3, 5)


def test_of_many_pictures_that_are_gone_some_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [{"file": f"{n}.png", "kind": "scene", "values": [1], "boxes": None} for n in range(90)]
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert main(["read", "--labels", str(tmp_path), "--jobs", "1"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("does not exist") == MOST_LISTED
    assert f"and {90 - MOST_LISTED} more" in said.err
