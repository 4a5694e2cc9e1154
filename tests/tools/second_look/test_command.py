"""The command trains, judges, writes and shows, and tells what is wrong in one line."""

import logging
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")
pytest.importorskip("onnx", reason="writing the net needs onnx: make add EXTRA=train")

from tests.support.labelled import add_photograph  # noqa: E402
from tests.support.requirements import needs  # noqa: E402
from tools.second_look.judge import SEED  # noqa: E402
from tools.second_look.net import SecondLookNet, load_weights, save_weights  # noqa: E402
from tools.second_look.patches import NOT_A_DIE, PATCH, Patches  # noqa: E402
from tools.second_look.renderer import CROP  # noqa: E402
from tools.second_look.train import LAST_SEED, SEEDS, LookPlan  # noqa: E402
from tools.train.options import UNFINISHED  # noqa: E402

pytestmark = pytest.mark.check

command: Any = import_module("tools.second_look.__main__")

PATCHES = Patches(np.zeros((2, PATCH, PATCH, 3), np.uint8), np.array([4, NOT_A_DIE]), np.ones(2, np.float32))


@pytest.fixture(autouse=True)
def compiler() -> None:
    needs("g++")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Return a folder of one labelled photograph."""
    add_photograph(tmp_path / "photos", "nell/1.png", [1], [[90, 70, 150, 130, 1]])
    return tmp_path / "photos"


def test_a_training_that_is_stopped_goes_on_and_writes_both_files(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(command, "cut_patches", lambda _: PATCHES)
    plan = LookPlan(1, steps=7, batch=9, fresh=1, pool=4)
    monkeypatch.setattr(command, "WHOLE", plan)
    monkeypatch.setattr(command, "SHOWN", (4, 2))
    out = tmp_path / "out"
    words = ["train", "--out", str(out), "--photos", str(photos), "--threads", "1", "--lean-on", "coin"]
    assert command.main([*words, "--minutes", "0"]) == UNFINISHED
    assert [path.name for path in out.iterdir()] == ["second-look.checkpoint"]
    assert command.main(words) == 0
    assert {path.name for path in out.iterdir()} == {"second-look.checkpoint", "second-look.pt", "second_look.onnx"}
    load_weights(out / "second-look.pt")
    log = [record.getMessage() for record in caplog.records if record.name == "second look"]
    assert "7 steps of 9 crops, 0 of them done" in log
    assert any(re.fullmatch(r"2 steps take \d+ s on this machine", line) for line in log)
    if not torch.cuda.is_available():
        assert any("days" in line and "a night" in line for line in log)
    for other in (["--seed", "2"], ["--leave-out", "aws"]):
        assert command.main([*words, *other]) == 1
        assert "is of another plan" in caplog.messages[-1]


def test_no_training_learns_from_the_crops_that_judge_nets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert (LAST_SEED + 1) * SEEDS <= SEED
    for seed in (-1, LAST_SEED + 1):
        assert command.main(["train", "--out", str(tmp_path / "out"), "--seed", str(seed)]) == 1
        assert caplog.messages[-1].startswith(f"--seed is 0 to {LAST_SEED}, not {seed}")
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_read_is_told_in_one_line_before_anything_long(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bad.pt").write_text("nothing")
    torch.save({"stem": torch.zeros(3)}, tmp_path / "other.pt")
    for words in (
        ["judge", str(tmp_path / "other.pt")],
        ["judge", str(tmp_path / "none.pt")],
        ["export", str(tmp_path / "bad.pt"), str(tmp_path / "net.onnx")],
        ["train", "--out", str(tmp_path), "--start", str(tmp_path / "bad.pt")],
        ["train", "--out", str(tmp_path / "bad.pt")],
        ["train", "--out", str(tmp_path / "out"), "--photos", str(tmp_path)],
    ):
        caplog.clear()
        assert command.main(words) == 1
        assert "\n" not in caplog.messages[-1]
        assert caplog.messages[-1].endswith("other.pt holds weights of another net") == ("other" in words[-1])
    assert not (tmp_path / "net.onnx").exists()


@pytest.mark.parametrize(
    "words", [["train"], ["train", "--out", "x", "--steps", "0"], ["judge", "x", "--lean-on", "moon"]]
)
def test_wrong_options_are_told_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(words)
    assert stopped.value.code == 2
    assert re.fullmatch(r"python -m tools.second_look [a-z]+: [^\n]+\n", capsys.readouterr().err)


def test_judging_prints_shares_and_exporting_writes_the_net(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save_weights(SecondLookNet(), tmp_path / "second-look.pt")
    judge = command.judge
    monkeypatch.setattr(command, "judge", lambda *words: judge(*words, count=12))
    monkeypatch.setattr(command, "SHOWN", (4, 2))
    monkeypatch.setattr(command, "cut_patches", lambda _: PATCHES)
    rest = ["--photos", str(photos), "--threads", "1"]
    assert command.main(["judge", str(tmp_path / "second-look.pt"), *rest]) == 0
    assert re.search(r"^wrong values of flat dice: [01]\.\d{3}$", capsys.readouterr().out, re.MULTILINE)
    assert command.main(["export", str(tmp_path / "second-look.pt"), str(tmp_path / "net.onnx"), *rest]) == 0
    assert (tmp_path / "net.onnx").is_file()


def test_crops_are_shown_as_one_picture(tmp_path: Path) -> None:
    assert command.main(["show", str(tmp_path / "crops.jpg"), "--rows", "2", "--threads", "1"]) == 0
    picture = cv2.imread(str(tmp_path / "crops.jpg"))
    assert picture is not None
    assert picture.shape == (2 * CROP, 10 * CROP, 3)
    assert len({round(float(crop.mean()), 2) for row in np.vsplit(picture, 2) for crop in np.hsplit(row, 10)}) == 20
