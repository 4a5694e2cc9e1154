"""The project's own test set: reproducible, labelled as evaluation reads it, and never misread."""

from functools import partial
from pathlib import Path

import pytest

from hardware.dimensions import dimensions
from tools.scenes import write
from vision.evaluation.evaluate import Evaluation, evaluate
from vision.evaluation.labels import load_labels
from vision.reader import Reader
from vision.table.plate import Plate


def judged(folder: Path, seed: int, count: int, jobs: int = 1) -> Evaluation:
    write(folder, seed, count)
    return evaluate(folder, partial(Reader, Plate.from_dimensions(dimensions())), jobs=jobs)


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, 5, 2)
    one, two = (
        {path.relative_to(tmp_path / name): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
        for name in ("one", "two")
    )
    assert len(one) == 5
    assert one == two
    harsh, odd = load_labels(tmp_path / "one")
    assert (harsh.folder, odd.folder) == ("harsh", "odd")
    assert len(harsh.more) == len(odd.more) == 1
    assert not harsh.odd
    assert odd.odd
    assert all(b[2] - b[0] > 30 and b[3] - b[1] > 30 for label in (harsh, odd) for b, _ in label.boxes or ())


def test_no_value_is_wrong_far_beyond_the_normal_noise(tmp_path: Path) -> None:
    done = judged(tmp_path, 6, 8)
    assert done.unread == ()
    assert done.total.said == done.total.correct > 30
    assert done.total.odd == done.total.noticed > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_odd_scenes_are_noticed(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    done = judged(tmp_path, 100 + seed, 200)
    with capsys.disabled():
        print(f"seed {100 + seed}: {done.total.to_json()}", flush=True)
    assert done.total.said == done.total.correct
    assert done.total.odd == done.total.noticed
