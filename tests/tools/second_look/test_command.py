"""The command trains, judges, writes and shows, and tells what is wrong in one line."""

import logging
import re
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")
pytest.importorskip("onnx", reason="writing the net needs onnx: make add EXTRA=train")

from tests.support.labelled import add_photograph  # noqa: E402
from tests.support.repository import REPOSITORY  # noqa: E402
from tests.support.requirements import needs  # noqa: E402
from tools.second_look.atlas import DRAWN, make_atlas  # noqa: E402
from tools.second_look.judge import SEED  # noqa: E402
from tools.second_look.pack import name_pack, read_pack  # noqa: E402
from tools.second_look.patches import cut_patches  # noqa: E402
from tools.second_look.renderer import CROP  # noqa: E402
from tools.second_look.train import LAST_SEED, SEEDS, LookPlan, LookTraining  # noqa: E402
from tools.train.options import UNFINISHED  # noqa: E402

pytestmark = pytest.mark.check

command: Any = import_module("tools.second_look.__main__")

PLAN = LookPlan(1, steps=7, batch=9, fresh=1, pool=4)

KILLED = """
import os, signal, sys
for name in "cryptography fluent jinja2 matplotlib nicegui numba onnx onnxruntime pillow_heif rich serial".split():
    sys.modules[name] = None  # a machine that only trains lacks them
from importlib import import_module
import tools.train.trainee
from tools.second_look.train import LookPlan, LookTraining
command = import_module("tools.second_look.__main__")
command.WHOLE, tools.train.trainee.KEPT, learn = {plan!r}, -1, LookTraining.learn
LookTraining.learn = lambda self: os.kill(os.getpid(), signal.SIGKILL) if self.step == 3 else learn(self)
command.main({words!r})
"""


@pytest.fixture(autouse=True)
def compiler() -> None:
    needs("g++")


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the pack of one labelled photograph and some drawn scenes."""
    monkeypatch.setattr(command, "WHOLE", PLAN)
    monkeypatch.setattr(command, "SHOWN", (4, 2))
    monkeypatch.setattr(command, "cut_patches", lambda pictures: cut_patches(pictures, 8))
    add_photograph(tmp_path / "photos", "nell/1.png", [1], [[10, 10, 50, 50, 1]])
    assert command.main(["pack", "--photos", str(tmp_path / "photos"), "--pack", str(tmp_path / "pack.npz")]) == 0
    return tmp_path / "pack.npz"


def test_a_pack_is_learnt_from_though_the_training_is_killed_and_the_net_is_judged_and_written(
    pack: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    caplog.set_level(logging.INFO)
    out, net, rest = tmp_path / "out", tmp_path / "net.onnx", ["--pack", str(pack), "--threads", "1"]
    words, learn = ["train", "--out", str(out), *rest, "--lean-on", "coin"], LookTraining.learn
    run = [sys.executable, "-c", KILLED.format(plan=PLAN, words=words)]
    done = subprocess.run(run, check=False, timeout=240, cwd=REPOSITORY, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert {path.name for path in out.iterdir()} == {"second-look.checkpoint", "second-look.pt"}
    assert command.main([*words, "--minutes", "0"]) == 1
    assert caplog.messages[-1].startswith("--minutes ends before the first step")
    for number, told in ((signal.SIGINT, "57.1 % after 4 steps, 36"), (signal.SIGTERM, "71.4 % after 5 steps, 45")):

        def stop_and_learn(self: LookTraining, number: int = number) -> dict[str, float]:
            signal.raise_signal(number)
            return learn(self)

        with monkeypatch.context() as stopped:
            stopped.setattr(LookTraining, "learn", stop_and_learn)
            assert command.main(words) == UNFINISHED
        assert caplog.messages[-1].startswith(f"stopped at {told} crops seen")
    assert command.main(words) == 0
    assert "7 steps of 9 crops, 71.4 % of them done" in caplog.messages
    assert caplog.messages[-1].startswith("finished after 7 steps, 63 crops seen")
    assert command.main([*words, "--seed", "2"]) == 1
    assert "is of another plan" in caplog.messages[-1]
    judge = command.judge
    monkeypatch.setattr(command, "judge", lambda *words: judge(*words, count=12))
    assert command.main(["judge", str(out / "second-look.pt"), *rest]) == 0
    assert re.search(r"^wrong values of flat dice: [01]\.\d{3}$", capsys.readouterr().out, re.MULTILINE)
    assert command.main(["export", str(out / "second-look.pt"), str(net), *rest]) == 0
    assert net.is_file()


def test_a_pack_holds_what_was_cut(pack: Path) -> None:
    atlas, patches = read_pack(pack)
    whole = make_atlas(())
    assert patches.values[0] == 1
    assert np.abs(patches.images[0].astype(int) - 90).max() <= 2
    np.testing.assert_array_equal(atlas.textures[:DRAWN], whole.textures)
    assert len(atlas.textures) == DRAWN + 1
    np.testing.assert_array_equal(atlas.glyphs, whole.glyphs)
    assert len({name_pack(pack), name_pack(Path(__file__))}) == 2


def test_no_training_learns_from_the_crops_that_judge_nets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert (LAST_SEED + 1) * SEEDS <= SEED
    for seed in (-1, LAST_SEED + 1):
        assert command.main(["train", "--out", str(tmp_path / "out"), "--seed", str(seed)]) == 1
        assert caplog.messages[-1].startswith(f"--seed must be 0 to {LAST_SEED}, not {seed}")
    assert not (tmp_path / "out").exists()


def test_what_cannot_be_read_is_told_in_one_line_before_anything_long(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bad.pt").write_text("nothing")
    np.save(tmp_path / "array.npy", 1)
    torch.save({"stem": torch.zeros(3)}, tmp_path / "other.pt")
    for words in (
        ["judge", str(tmp_path / "other.pt")],
        ["judge", str(tmp_path / "none.pt")],
        ["export", str(tmp_path / "bad.pt"), str(tmp_path / "net.onnx")],
        ["train", "--out", str(tmp_path), "--start", str(tmp_path / "bad.pt")],
        ["train", "--out", str(tmp_path / "out"), "--pack", str(tmp_path / "bad.pt")],
        ["train", "--out", str(tmp_path / "out"), "--pack", str(tmp_path / "none.npz")],
        ["train", "--out", str(tmp_path / "out"), "--pack", str(tmp_path / "array.npy")],
        ["pack", "--pack", str(tmp_path / "pack.npz"), "--photos", str(tmp_path)],
    ):
        caplog.clear()
        assert command.main(words) == 1
        assert "\n" not in caplog.messages[-1]
        assert caplog.messages[-1].endswith("other.pt holds weights of another net") == ("other" in words[-1])
    assert not (tmp_path / "net.onnx").exists()


@pytest.mark.parametrize("words", ["train", "train --out x --steps 0", "judge x --lean-on moon"])
def test_wrong_options_are_told_in_one_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(words.split())
    assert stopped.value.code == 2
    assert re.fullmatch(r"python -m tools.second_look [a-z]+: [^\n]+\n", capsys.readouterr().err)


def test_crops_are_shown_as_one_picture(tmp_path: Path) -> None:
    assert command.main(["show", str(tmp_path / "crops.jpg"), "--rows", "2", "--threads", "1"]) == 0
    picture = cv2.imread(str(tmp_path / "crops.jpg"))
    assert picture is not None
    assert picture.shape == (2 * CROP, 10 * CROP, 3)
    assert len({round(float(crop.mean()), 2) for row in np.vsplit(picture, 2) for crop in np.hsplit(row, 10)}) == 20
