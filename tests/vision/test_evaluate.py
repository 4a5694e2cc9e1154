"""Scores against labels: counted by hand here, pictures drawn on the spot."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.errors import LabelsError
from vision.evaluate import Label, Score, evaluate, load_labels, score_reading
from vision.pictures import Image
from vision.reading import Box, Die, Reading

SIZE = (200, 100)


def die(value: int | None, box: Box) -> Die:
    return Die(value, 0.9, box, 0.0, None, None if value else "blur")


def label(boxes: list[tuple[Box, int]] | None, values: tuple[int, ...] = (), pips_only: bool = False) -> Label:
    pairs = None if boxes is None else tuple(boxes)
    told = values or tuple(value for _, value in boxes or ())
    return Label("place/1.png", "scene", told, pairs, pips_only)


TWO = [((20.0, 20.0, 40.0, 40.0), 3), ((60.0, 20.0, 80.0, 40.0), 5)]


@pytest.mark.parametrize(
    ("dice", "counts"),
    [
        ([(3, TWO[0][0]), (5, TWO[1][0])], (1, 0, 2, 2, 2, 0)),
        ([(3, TWO[0][0])], (0, 0, 1, 1, 1, 0)),
        ([(3, TWO[0][0]), (4, TWO[1][0])], (0, 1, 2, 2, 1, 0)),
        ([(3, TWO[0][0]), (None, TWO[1][0])], (0, 0, 1, 1, 1, 1)),
        ([(3, TWO[0][0]), (5, TWO[1][0]), (1, (100.0, 50.0, 110.0, 60.0))], (0, 1, 2, 3, 2, 0)),
        ([(3, TWO[0][0]), (5, TWO[1][0]), (None, (100.0, 50.0, 110.0, 60.0))], (0, 0, 2, 2, 2, 1)),
        ([(3, TWO[0][0]), (5, TWO[1][0]), (1, (180.0, 50.0, 200.0, 60.0))], (1, 0, 2, 2, 2, 0)),
        ([(3, TWO[0][0]), (3, (25.0, 22.0, 41.0, 38.0)), (5, TWO[1][0])], (0, 1, 2, 3, 2, 0)),
        ([], (0, 0, 0, 0, 0, 0)),
    ],
)
def test_dice_are_matched_by_place(dice: list[tuple[int | None, Box]], counts: tuple[int, ...]) -> None:
    right, wrong, read, said, correct, doubts = counts
    reading = Reading(tuple(die(value, box) for value, box in dice))
    score = score_reading(label(TWO), reading, SIZE, 0.5)
    assert score == Score(1, right, wrong, 2, read, said, correct, doubts, 0.5)


def test_the_pips_of_the_top_face_are_matched_by_their_middle() -> None:
    truth = label([((45.0, 42.0, 55.0, 48.0), 2)], pips_only=True)
    assert score_reading(truth, Reading((die(2, (30.0, 30.0, 75.0, 80.0)),)), SIZE).right == 1
    assert score_reading(truth, Reading((die(2, (70.0, 30.0, 95.0, 60.0)),)), SIZE).wrong == 1


@pytest.mark.parametrize(
    ("said", "right", "wrong", "correct"),
    [((1, 1, 4), 1, 0, 3), ((1, 4), 0, 0, 2), ((1, 4, 4), 0, 1, 2), ((1, 1, 4, 4), 0, 1, 3), ((), 0, 0, 0)],
)
def test_without_boxes_values_are_compared_as_multisets(
    said: tuple[int, ...], right: int, wrong: int, correct: int
) -> None:
    reading = Reading(tuple(die(value, TWO[0][0]) for value in said))
    score = score_reading(label(None, (1, 1, 4)), reading, SIZE)
    assert (score.right, score.wrong, score.correct) == (right, wrong, correct)


def test_a_picture_without_dice_is_right_when_nothing_is_said() -> None:
    assert score_reading(label([]), Reading(()), SIZE).right == 1
    assert score_reading(label([]), Reading((die(1, TWO[0][0]),)), SIZE).wrong == 1


def line(**changes: Any) -> str:
    whole = {"file": "a/1.png", "kind": "scene", "values": [2], "boxes": [[1, 2, 30, 40, 2]], "box_means": "whole die"}
    return json.dumps({key: value for key, value in (whole | changes).items() if value != "gone"})


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        "[]",
        "7",
        line(file="gone"),
        line(values="gone"),
        line(boxes="gone"),
        line(values=[7]),
        line(kind="video"),
        line(boxes=[[1, 2, 3]]),
        line(boxes=[[1, 2, 30, 40, 9]]),
        line(values=None),
    ],
)
def test_a_bad_line_is_named_by_its_number(tmp_path: Path, bad: str) -> None:
    (tmp_path / "labels.jsonl").write_text(f"{line()}\n\n{bad}\n")
    with pytest.raises(LabelsError, match="line 3 of") as caught:
        load_labels(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [None, b"", b"\n\n", b"\xff\xfe\x00"])
def test_labels_that_are_missing_or_empty_are_refused(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "labels.jsonl").write_bytes(content)
    with pytest.raises(LabelsError, match=r"labels\.jsonl"):
        load_labels(tmp_path)


class Stamped:
    """Says the value that is written into the first pixel, in the middle of the picture."""

    def read(self, *exposures: Image) -> Reading:
        value = int(exposures[0][0, 0, 0])
        return Reading((die(value, (10.0, 10.0, 30.0, 30.0)),)) if value else Reading(())


def tick(step: float = 0.0) -> float:
    return step


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = []
    for n, (place, value, truth) in enumerate([("a", 3, 3), ("a", 4, 3), ("b", 0, 6), ("b", 6, 6)] * 10):
        picture = np.full((40, 40, 3), 90, np.uint8)
        picture[0, 0] = value
        (tmp_path / place).mkdir(exist_ok=True)
        cv2.imwrite(str(tmp_path / place / f"{n}.png"), picture)
        lines.append(line(file=f"{place}/{n}.png", values=[truth], boxes=[[9, 9, 31, 31, truth]]))
    lines.append(line(file="b/gone.png"))
    (tmp_path / "b" / "text.png").write_text("no picture")
    lines.append(line(file="b/text.png"))
    (tmp_path / "labels.jsonl").write_text("\n".join(lines))
    return tmp_path


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_is_scored_whatever_the_number_of_processes(folder: Path, jobs: int) -> None:
    told: list[tuple[int, int]] = []
    done = evaluate(folder, Stamped, jobs=jobs, clock=partial(tick, 0.0), progress=lambda *now: told.append(now))
    assert done.folders == {
        "a": Score(20, 10, 10, 20, 20, 20, 10, 0, 0.0),
        "b": Score(20, 10, 0, 20, 10, 10, 10, 0, 0.0),
    }
    assert done.total == done.folders["a"] + done.folders["b"]
    assert [name.split("/")[-1].split()[0] for name in done.unread] == ["gone.png", "text.png"]
    assert told[-1] == (42, 42)
    assert [outcome.label.file for outcome in done.outcomes][:3] == ["a/0.png", "a/1.png", "b/2.png"]


def test_json_tells_counts_and_shares(folder: Path) -> None:
    report = evaluate(folder, Stamped, chosen=lambda label: label.folder == "b").to_json()
    assert set(report) == {"folders", "kinds", "total", "unread"}
    assert report["total"]["right_share"] == 0.5
    assert report["total"]["read_share"] == 0.5
    assert report["total"]["correct_share"] == 1.0
    assert len(report["unread"]) == 2
    assert json.loads(json.dumps(report)) == report


def test_nothing_said_has_no_share_of_right_values(folder: Path) -> None:
    report = evaluate(folder, Stamped, chosen=lambda label: label.file == "b/2.png").to_json()
    assert report["total"]["correct_share"] is None
