"""The project's own test set: reproducible, labelled as evaluation reads it, and never misread."""

from functools import partial
from pathlib import Path

import pytest

from hardware.dimensions import dimensions
from tools.scenes import write
from vision.evaluation.evaluate import evaluate
from vision.evaluation.labels import load_labels
from vision.reader import Reader
from vision.table.plate import Plate

pytestmark = pytest.mark.check

READER = partial(Reader, Plate.from_dimensions(dimensions()))


def test_the_same_seed_gives_the_same_bytes_however_many_scenes_are_drawn(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    write(one, 6, 1)
    write(two, 6, 2)
    pictures = [path.relative_to(one) for path in one.rglob("*.jpg")]
    assert len(pictures) == 2
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in pictures)
    assert (one / "labels.jsonl").read_text().splitlines() == (two / "labels.jsonl").read_text().splitlines()[:1]
    harsh, odd = load_labels(two)
    assert (harsh.folder, odd.folder) == ("harsh", "odd")
    assert len(harsh.more) == len(odd.more) == 1
    assert not harsh.odd
    assert odd.odd
    assert all(b[2] - b[0] > 30 and b[3] - b[1] > 30 for label in (harsh, odd) for b, _ in label.boxes or ())


def test_no_value_is_wrong_far_beyond_the_normal_noise(tmp_path: Path) -> None:
    write(tmp_path, 6, 8)
    done = evaluate(tmp_path, READER)
    assert done.unread == ()
    assert done.total.said == done.total.correct > 30
    assert done.total.odd == done.total.noticed > 0
