"""Scores against labels: counted by hand here, pictures drawn on the spot."""

import json
import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.dimensions import dimensions
from vision.errors import VisionError
from vision.evaluation.comparison import ReadingScore, compare, score_of
from vision.evaluation.evaluate import evaluate
from vision.evaluation.labels import Label, OddThing, load_labels
from vision.pictures import Image
from vision.reading import Box, Die, Reading, SceneNote
from vision.table.plate import Plate
from vision.table.reader import TableReader

SIZE = (200, 100)


def die(value: int | None, box: Box) -> Die:
    return Die(value, 0.9, box, 0.0, None, None if value else "blur")


def label(boxes: list[tuple[Box, int]] | None, values: tuple[int, ...] = (), pips_only: bool = False) -> Label:
    pairs = None if boxes is None else tuple(boxes)
    told = values or tuple(value for _, value in boxes or ())
    return Label("place/1.png", "scene", told, pairs, pips_only)


def judge(truth: Label, reading: Reading) -> ReadingScore:
    return score_of(compare(truth, reading, SIZE))


TWO = [((20.0, 20.0, 45.0, 45.0), 3), ((60.0, 20.0, 85.0, 45.0), 5)]


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
    score = score_of(compare(label(TWO), reading, SIZE), 0.5)
    assert score == ReadingScore(1, right, wrong, 2, read, said, correct, doubts, 0.5)


def test_the_pips_of_the_top_face_are_matched_by_their_middle() -> None:
    truth = label([((42.0, 40.0, 58.0, 56.0), 2)], pips_only=True)
    assert judge(truth, Reading((die(2, (30.0, 30.0, 75.0, 80.0)),))).right == 1
    assert judge(truth, Reading((die(2, (70.0, 30.0, 95.0, 60.0)),))).wrong == 1


@pytest.mark.parametrize(
    ("said", "right", "wrong", "correct"),
    [((1, 1, 4), 1, 0, 3), ((1, 4), 0, 0, 2), ((1, 4, 4), 0, 1, 2), ((1, 1, 4, 4), 0, 1, 3), ((), 0, 0, 0)],
)
def test_without_boxes_values_are_multisets(said: tuple[int, ...], right: int, wrong: int, correct: int) -> None:
    reading = Reading(tuple(die(value, TWO[0][0]) for value in said))
    score = judge(label(None, (1, 1, 4)), reading)
    assert (score.right, score.wrong, score.correct) == (right, wrong, correct)


EDGED = (180.0, 50.0, 200.0, 60.0)


@pytest.mark.parametrize(("kind", "made_up"), [("empty", 2), ("scene", 0)])
def test_in_a_picture_without_dice_a_value_at_its_edge_is_made_up_too(kind: str, made_up: int) -> None:
    bare = Label("place/1.png", kind, (), (), False)
    score = judge(bare, Reading((die(1, TWO[0][0]), die(2, EDGED), die(None, TWO[1][0]))))
    assert (score.made_up, score.fooled, score.bare) == (made_up, made_up // 2, made_up // 2)
    assert score.wrong == 1
    doubtful = judge(bare, Reading((die(None, EDGED),)))
    assert (doubtful.made_up, doubtful.fooled, doubtful.right) == (0, 0, 1)


def test_values_made_up_with_nearly_full_confidence_are_counted_by_themselves() -> None:
    sure = [Die(value, confidence, TWO[0][0], 0.0) for value, confidence in ((1, 0.99), (2, 0.999), (3, 0.989))]
    doubtful = Die(None, 0.999, TWO[1][0], 0.0, None, "blur")
    reading = Reading((*sure, doubtful))
    bare = judge(Label("place/1.png", "empty", (), (), False), reading)
    assert (bare.made_up, bare.surely_made_up) == (3, 2)
    assert bare.to_json()["surely_made_up"] == 2
    assert judge(label(TWO), reading).surely_made_up == 0


def line(**changes: Any) -> str:
    whole = {"file": "a/1.png", "kind": "scene", "values": [2], "boxes": [[1, 2, 30, 40, 2]], "box_means": "whole die"}
    return json.dumps({key: value for key, value in (whole | changes).items() if value != "gone"})


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("{", ""),
        ("[]", ""),
        (line(file="gone"), ""),
        (line(values=[7]), ""),
        (line(kind="video"), ""),
        (line(boxes=[[1, 2, 3]]), ""),
        (line(boxes=[[1, 2, 30, 40, 9]]), ""),
        (line(values=[2.5]), ""),
        (line(boxes=[[1, 2, float("nan"), 40, 2]]), ""),
        (line(boxes=[[30, 2, 1, 40, 2]]), ""),
        (line(file="."), ""),
        (line(odd=[{"what": "ghost", "box": [1, 2, 3, 4]}]), ""),
        (line(odd=7), ""),
        (line(more="abc"), ""),
        (line(values=[True], boxes=[[1, 2, 30, 40, 1]]), ""),
        ("[" * 100_000, ""),
        (line(kind="empty"), "an empty picture has no dice"),
        (line(kind="empty", boxes=None), "an empty picture has no dice"),
        (line(boxes=[]), "values and boxes do not say the same"),
        (line(values=[3]), "values and boxes do not say the same"),
        (line(file="../1.png"), "does not lie below the folder"),
        (line(file="a/../../1.png"), "does not lie below the folder"),
        (line(more=["../2.png"]), "does not lie below the folder"),
        (line(file="a/0.png"), "names the same picture as line 1"),
    ],
)
def test_a_bad_line_is_named_by_its_number(tmp_path: Path, bad: str, said: str) -> None:
    (tmp_path / "labels.jsonl").write_text(f"{line(file='a/0.png')}\n\n{bad}\n")
    with pytest.raises(VisionError, match=f"line 3 of .*{said}") as caught:
        load_labels(tmp_path)
    assert "\n" not in str(caught.value)


def test_values_may_stand_in_any_order(tmp_path: Path) -> None:
    boxes = [[1, 2, 30, 40, 5], [50, 2, 80, 40, 2], [90, 2, 120, 40, 5]]
    (tmp_path / "labels.jsonl").write_text(line(values=[5, 2, 5], boxes=boxes))
    assert [value for _, value in load_labels(tmp_path)[0].boxes or ()] == [5, 2, 5]


def test_labels_that_windows_wrote_are_read(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_bytes(b"\xef\xbb\xbf" + line().encode() + b"\r\n")
    assert [label.file for label in load_labels(tmp_path)] == ["a/1.png"]


@pytest.mark.parametrize("content", [None, b"", b"\n\n", b"\xff\xfe\x00"])
def test_labels_that_are_missing_or_empty_are_refused(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "labels.jsonl").write_bytes(content)
    with pytest.raises(VisionError, match=r"labels\.jsonl"):
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
        lines.append(line(file=f"{place}/{n}.png", values=[truth], boxes=[[7, 7, 33, 33, truth]]))
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
        "a": ReadingScore(20, 10, 10, 20, 20, 20, 10, 0, 0.0),
        "b": ReadingScore(20, 10, 0, 20, 10, 10, 10, 0, 0.0),
    }
    assert done.total == done.folders["a"] + done.folders["b"]
    assert [name.split("/")[-1].split()[0] for name in done.unread] == ["gone.png", "text.png"]
    assert told[-1] == (42, 42)
    assert [outcome.label.file for outcome in done.outcomes][:3] == ["a/0.png", "a/1.png", "b/2.png"]


def test_json_tells_counts_and_shares(folder: Path) -> None:
    report = evaluate(folder, Stamped, chosen=lambda label: label.folder == "b").to_json()
    assert set(report) == {"folders", "kinds", "total", "reliability", "unread"}
    assert report["total"]["right_share"] == 0.5
    assert report["total"]["read_share"] == 0.5
    assert report["total"]["correct_share"] == 1.0
    assert len(report["unread"]) == 2
    assert json.loads(json.dumps(report)) == report


SMALL = [((20.0, 20.0, 60.0, 43.0), 3), ((100.0, 20.0, 130.0, 44.0), 5)]


@pytest.mark.parametrize(
    ("said", "right", "wrong"), [((None, 5), 1, 0), ((4, 5), 1, 0), ((3, 4), 0, 1), ((3, None), 0, 0)]
)
def test_dice_below_24_pixels_do_not_count(said: tuple[int | None, int | None], right: int, wrong: int) -> None:
    reading = Reading(tuple(die(value, box) for value, (box, _) in zip(said, SMALL, strict=True)))
    score = judge(label(SMALL), reading)
    assert (score.right, score.wrong, score.dice, score.small) == (right, wrong, 1, 1)


def test_boxes_of_pips_count_from_16_pixels_on() -> None:
    boxes = [((20.0, 20.0, 36.0, 40.0), 3), ((60.0, 20.0, 75.9, 40.0), 5)]
    score = judge(label(boxes, pips_only=True), Reading(()))
    assert (score.dice, score.small) == (1, 1)


ODD = OddThing("cocked", (60.0, 20.0, 90.0, 50.0), 2)


@pytest.mark.parametrize(
    ("dice", "scene", "counts"),
    [
        ([None], [], (1, 0, 1)),
        ([], [SceneNote("foreign", 2)], (1, 0, 1)),
        ([], [SceneNote("foreign", 3)], (0, 0, 0)),
        ([], [SceneNote("hand", None, (0.0, 0.0, 65.0, 90.0))], (1, 0, 1)),
        ([], [SceneNote("dark")], (0, 0, 0)),
        ([5], [SceneNote("foreign", 2)], (0, 1, 0)),
    ],
)
def test_odd_things_are_noticed_by_a_doubt_or_a_note_and_no_value(
    dice: list[int | None], scene: list[SceneNote], counts: tuple[int, int, int]
) -> None:
    truth = replace(label(TWO[:1]), odd=(ODD,))
    reading = Reading((die(3, TWO[0][0]), *(die(value, ODD.box) for value in dice)), tuple(scene))
    score = judge(truth, reading)
    assert (score.right, score.wrong, score.noticed) == counts
    assert (score.odd, score.doubts) == (1, 0)


TOUCHED = (38.0, 20.0, 70.0, 50.0)
"""The box of what touches the first of `TWO`: both hold the middle of what is read in `BETWEEN`."""

BETWEEN = (30.0, 20.0, 58.0, 48.0)


@pytest.mark.parametrize(
    ("dice", "counts"),
    [
        ([(3, TWO[0][0]), (None, TOUCHED)], (1, 0, 1)),
        ([(3, BETWEEN)], (0, 1, 0)),
        ([(3, (28.0, 20.0, 52.0, 45.0)), (None, TOUCHED)], (1, 0, 1)),
    ],
)
def test_a_value_is_of_the_nearest_thing(dice: list[tuple[int | None, Box]], counts: tuple[int, int, int]) -> None:
    truth = replace(label(TWO[:1]), odd=(OddThing("cocked", TOUCHED),))
    score = judge(truth, Reading(tuple(die(value, box) for value, box in dice)))
    assert (score.right, score.wrong, score.noticed) == counts


def test_what_is_read_where_the_truth_is_unknown_belongs_to_no_die_beside_it() -> None:
    truth = replace(label(TWO[:1]), void=(TOUCHED,))
    pairs = compare(truth, Reading((die(4, BETWEEN),)), SIZE).pairs
    assert [(pair.truth, pair.die) for pair in pairs] == [(3, None)]


def test_the_least_sure_of_too_many_values_are_wrong() -> None:
    sure, less = Die(4, 0.9, TWO[0][0], 0.0), Die(4, 0.7, TWO[1][0], 0.0)
    pairs = compare(label(None, (4, 6)), Reading((less, sure)), SIZE).pairs
    assert [(pair.truth, pair.die) for pair in pairs] == [(4, sure), (6, less)]


def test_confusion_and_reliability_are_counted_over_pictures(folder: Path) -> None:
    done = evaluate(folder, Stamped)
    counted = done.confusion
    assert {(truth, said): n for truth, row in counted.items() for said, n in row.items() if n} == {
        ("3", "3"): 10,
        ("3", "4"): 10,
        ("6", "6"): 10,
        ("6", "unseen"): 10,
    }
    assert done.reliability.error == pytest.approx(0.9 - 20 / 30)
    assert done.parts["b"].confusion["6"] == {**dict.fromkeys(counted["6"], 0), "6": 10, "unseen": 10}


def test_every_exposure_of_a_scene_is_read(tmp_path: Path) -> None:
    class Counts:
        def read(self, *exposures: Image) -> Reading:
            return Reading((die(len(exposures), (7.0, 7.0, 33.0, 33.0)),))

    for n in range(2):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.zeros((40, 40, 3), np.uint8))
    (tmp_path / "labels.jsonl").write_text(line(file="0.png", more=["1.png"], boxes=[[7, 7, 33, 33, 2]]))
    done = evaluate(tmp_path, Counts)
    assert done.total.right == 1
    assert list(done.folders) == ["."]


def test_exposures_that_differ_in_size_are_told_in_one_line(tmp_path: Path) -> None:
    for n in range(2):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.zeros((40 + n, 40, 3), np.uint8))
    (tmp_path / "labels.jsonl").write_text(line(file="0.png", more=["1.png"]))
    done = evaluate(tmp_path, partial(TableReader, Plate.from_dimensions(dimensions())))
    assert len(done.unread) == 1
    assert "0.png" in done.unread[0]


def test_labels_that_are_no_file_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "labels.jsonl")
    with pytest.raises(VisionError, match="it is not a file"):
        load_labels(tmp_path)
