import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tools.second_look.evidence import LookedAt, fit_evidence, main, read_leaning_dice
from tools.train.calibrate import Example
from tools.train.labels import UNREADABLE, Picture
from vision.evaluation.reliability import SURE
from vision.photograph.confidence_model import ConfidenceModel
from vision.photograph.features import ScoredDetections
from vision.photograph.merged_scales import Detections
from vision.photograph.reader import PictureDetections
from vision.photograph.second_look import Looks

SIZE = (600, 500)


def looked_at(rng: np.random.Generator, number: int) -> LookedAt:
    """Return six detections: dice that lie flat, lean, or are none, of which both looks tell the more, the surer."""
    count = 6
    x, y = 60.0 + 90 * np.arange(count), np.full(count, 200.0)
    kind = rng.choice(3, count, p=(0.7, 0.15, 0.15))
    value = np.where(kind == 0, rng.integers(1, 7, count), UNREADABLE)
    sure = rng.uniform(0, 6, count)
    told = np.where(rng.random(count) < 1 / (1 + np.exp(-2 * (sure - 1.5))), kind, rng.integers(0, 3, count))
    best = np.where((value > 0) & (rng.random(count) < 0.95), value, rng.integers(1, 7, count))
    odds = np.where(np.arange(3) == told[:, None], sure[:, None], 0)
    agree = np.where(np.arange(1, 7) == np.where(value > 0, value, best)[:, None], 5.0, 0.0)
    kinds, values = (np.asarray(np.exp(z) / np.exp(z).sum(axis=1, keepdims=True), np.float32) for z in (odds, agree))
    there, right = (np.full(count, 0.8, np.float32) for _ in range(2))
    nothing, none = np.zeros(count, np.float32), np.zeros(count, np.bool_)
    scored = ScoredDetections(there, right, there * right, best, nothing, nothing, none, none, none, nothing, nothing)
    evidence = (np.zeros((count, *shape), np.float32) for shape in ((1,), (1, 7), (1, 2), (2, 6)))
    places = (np.asarray(part, np.float32) for part in (x, y, np.full(count, 40.0)))
    look = PictureDetections(SIZE, 1.0, Detections(*places, *evidence))
    made = Example(Picture(f"here/{number}", Path(), (), ()), look, (kind < 2).astype(float), value)
    return LookedAt(made, scored, Looks(kinds, values, *np.zeros((2, count, 2), np.float32)))


@pytest.fixture(scope="module")
def pictures() -> list[LookedAt]:
    rng = np.random.default_rng(4)
    return [looked_at(rng, number) for number in range(300)]


def test_few_sure_values_are_wrong(pictures: list[LookedAt]) -> None:
    model = fit_evidence(pictures, ConfidenceModel.load())
    said = wrong = 0
    for p in pictures:
        judged = model.weigh(p.scored, p.example.detected.detections, p.looks, SIZE)
        for n in np.flatnonzero(judged.confidence >= SURE):
            said += 1
            wrong += not (p.flat[n] and p.example.value[n] == judged.best[n])
    assert said > 500
    assert wrong <= 0.005 * said + 1


def test_each_probability_of_the_second_look_counts_in_its_sense(pictures: list[LookedAt]) -> None:
    model = fit_evidence(pictures, ConfidenceModel.load())
    picture = pictures[0]
    look, looks = picture.example.detected, picture.looks
    before = model.weigh(picture.scored, look.detections, looks, SIZE)
    for kinds in ((0.02, 0.96, 0.02), (0.02, 0.02, 0.96)):
        changed = looks.kinds.copy()
        changed[0] = kinds
        after = model.weigh(picture.scored, look.detections, replace(looks, kinds=changed), SIZE)
        sure = looks.kinds.copy()
        sure[0] = (0.98, 0.01, 0.01)
        best = model.weigh(picture.scored, look.detections, replace(looks, kinds=sure), SIZE)
        assert after.confidence[0] < best.confidence[0]
    assert before.best.tolist() == picture.scored.best.tolist()


def test_a_rendered_die_that_leans_is_unreadable_and_an_upright_one_has_its_value(tmp_path: Path) -> None:
    top = [[10.0, 10.0], [50.0, 10.0], [50.0, 50.0], [10.0, 50.0]]
    dice = [{"top": top, "value": 4, "leans": leans} for leans in (False, True)]
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 60, 3), np.uint8))
    (tmp_path / "poses.jsonl").write_text(json.dumps({"file": "a.png", "dice": dice}) + "\n", encoding="utf-8")
    ((picture, image),) = read_leaning_dice(tmp_path)
    assert [(face.x, face.y, face.side, face.value) for face in picture.faces] == [(30, 30, 40, 4), (30, 30, 40, 0)]
    assert image.shape == (60, 60, 3)


@pytest.mark.parametrize("missing", ["poses.jsonl", "labels.jsonl", "photos"])
def test_a_folder_that_lacks_something_is_told_in_one_line_before_any_picture_is_read(
    missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.second_look.evidence.look_at", None)
    lines = {
        "poses.jsonl": {"file": "a.png", "dice": []},
        "labels.jsonl": {"file": "a.png", "kind": "empty", "values": [], "boxes": []},
    }
    for name in lines.keys() - {missing}:
        (tmp_path / name).write_text(json.dumps(lines[name]))
    words = ["--leaning", str(tmp_path), "--odd", str(tmp_path), "--photos", str(tmp_path / "photos")]
    assert main(words) == 1
    said = capsys.readouterr().err
    assert str(tmp_path / missing) in said
    assert said.count("\n") == 1
