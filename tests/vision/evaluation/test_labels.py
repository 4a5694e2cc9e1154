"""The list of wrong labels, against the labels that it mends."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tools.train.labels import labelled_files
from vision.evaluation.labels import WrongLabel, correct_boxes, load_known_errors, load_labels
from vision.reading import Box

HERE: Box = (10, 10, 30, 30)
ELSEWHERE: Box = (50, 10, 70, 30)
BESIDE: Box = (80, 10, 90, 30)


@pytest.mark.parametrize(
    ("error", "boxes", "void"),
    [
        (WrongLabel("a.jpg", HERE, 2, 3), ((HERE, 3), (ELSEWHERE, 4)), ()),
        (WrongLabel("b.jpg", ELSEWHERE, 4, 5), ((HERE, 2), (ELSEWHERE, 4)), ()),
        (WrongLabel("a.jpg", HERE, 2, None), ((ELSEWHERE, 4),), (HERE,)),
        (WrongLabel("a.jpg", BESIDE, None, 6), ((HERE, 2), (ELSEWHERE, 4), (BESIDE, 6)), ()),
        (WrongLabel("a.jpg", HERE, 3, 2), ((HERE, 2), (ELSEWHERE, 4)), ()),
    ],
    ids=["value", "other picture", "no die", "die without a box", "mended upstream"],
)
def test_boxes_are_put_right(error: WrongLabel, boxes: tuple[object, ...], void: tuple[Box, ...]) -> None:
    assert correct_boxes("a.jpg", [(HERE, 2), (ELSEWHERE, 4)], [error]) == (boxes, void)


def test_a_list_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps({"file": "a.jpg", "box": [1, 2, 3, 4], "labelled": None, "there": 6}) + "\n\n")
    assert load_known_errors(path) == (WrongLabel("a.jpg", (1, 2, 3, 4), None, 6),)


def test_each_entry_of_the_list_says_something_else_than_the_label() -> None:
    entries = load_known_errors()
    assert max(Counter((entry.file, entry.box) for entry in entries).values()) == 1
    for entry in entries:
        assert entry.labelled != entry.there
        assert {entry.labelled, entry.there} <= {None, 1, 2, 3, 4, 5, 6}
        assert entry.box[0] < entry.box[2]
        assert entry.box[1] < entry.box[3]


def test_the_list_fits_the_photographs(photos: Path) -> None:
    boxes = {label.file: label.boxes or () for label, _ in labelled_files(photos)}
    for entry in load_known_errors():
        if entry.labelled is not None:
            assert (entry.box, entry.labelled) in boxes[entry.file]
            continue
        x, y = (entry.box[0] + entry.box[2]) / 2, (entry.box[1] + entry.box[3]) / 2
        assert not any(b[0] < x < b[2] and b[1] < y < b[3] for b, _ in boxes[entry.file])


def test_about_one_label_in_two_hundred_of_nell_is_wrong(photos: Path) -> None:
    dice = sum(len(label.boxes or ()) for label in load_labels(photos) if label.folder == "nell")
    wrong = sum(entry.file.startswith("nell/") for entry in load_known_errors())
    assert 1 / 400 < wrong / dice < 1 / 100
