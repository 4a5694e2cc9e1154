import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tools.campaigns.leaning import measure
from vision.evaluation.labels import load_labels
from vision.pictures import Image
from vision.reading import Box, Die, Reading


def told(value: int | None, box: Box, confidence: float = 0.95) -> Die:
    return Die(value, confidence, box, 0.0, doubt=None if value else "cocked")


class SayingReader:
    """A reader that says what it was given."""

    def __init__(self, *dice: Die) -> None:
        self._dice = dice

    def read(self, *exposures: Image) -> Reading:  # noqa: ARG002
        return Reading(self._dice)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    label = {
        "file": "a.png",
        "kind": "scene",
        "values": [2, 3, 4, 5],
        "boxes": [[10, 10, 40, 40, 2], [60, 10, 90, 40, 3], [110, 10, 140, 40, 4], [160, 10, 190, 40, 5]],
        "odd": [
            {"what": "cocked", "box": [10, 60, 40, 90], "lean": 12.5},
            {"what": "cocked", "box": [60, 60, 90, 90], "lean": 31.0},
            {"what": "cocked", "box": [110, 60, 140, 90], "lean": 33.0},
        ],
    }
    (tmp_path / "labels.jsonl").write_text(json.dumps(label), encoding="utf-8")
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((150, 200, 3), np.uint8))
    return tmp_path


def test_values_of_leaning_dice_are_counted_by_their_angle(folder: Path) -> None:
    reader = SayingReader(
        told(2, (10, 10, 40, 40)),
        told(None, (60, 10, 90, 40)),
        told(1, (110, 10, 140, 40), 0.995),
        told(6, (12, 62, 30, 80), 0.999),
        told(6, (62, 62, 80, 80)),
        told(None, (112, 62, 130, 80)),
        told(1, (100, 110, 120, 130)),
    )
    count = measure(reader, folder, load_labels(folder))
    assert count.leaning == {(0, 15): 1, (30, 40): 2}
    assert +count.said == {(0, 15): 1, (30, 40): 1}
    assert +count.surely == {(0, 15): 1}
    assert count.upright == {"right": 1, "in doubt": 1, "wrong": 1, "not seen": 1}
    assert (count.surely_wrong, count.elsewhere) == (1, 1)
    assert count.lines == ["a.png: 6 with 0.999, leans by 12.5", "a.png: 6 with 0.950, leans by 31"]


def test_a_value_belongs_to_the_nearest_of_dice_that_touch(tmp_path: Path) -> None:
    leaning = [
        {"what": "cocked", "box": [36, 10, 66, 40], "lean": 20},
        {"what": "cocked", "box": [62, 10, 92, 40], "lean": 31},
    ]
    label = {"file": "a.png", "kind": "scene", "values": [2], "boxes": [[10, 10, 40, 40, 2]], "odd": leaning}
    (tmp_path / "labels.jsonl").write_text(json.dumps(label), encoding="utf-8")
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((150, 200, 3), np.uint8))
    labels = load_labels(tmp_path)
    count = measure(SayingReader(told(6, (45, 12, 84, 38))), tmp_path, labels)
    assert +count.said == {(30, 40): 1}
    count = measure(SayingReader(told(1, (33, 12, 45, 38))), tmp_path, labels)
    assert (+count.said, count.upright) == ({(20, 25): 1}, {"not seen": 1})
