import shutil
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")
pytest.importorskip("onnx", reason="writing the net needs onnx: make add EXTRA=train")

from tests.support.labelled import add_photograph
from tests.support.vision.scripted_net import ScriptedFace, ScriptedLook, ScriptedNet
from tools.train.crossfit import FOLDS, evaluate_folder, fold_folder, main, take_second_look
from tools.train.labels import FITTED_ON, FOLDERS
from vision.photograph.confidence_model import ConfidenceModel
from vision.photograph.reader import detect
from vision.photograph.second_look import WEIGHTS

pytestmark = pytest.mark.check


def test_every_folder_is_left_out_once_and_the_last_net_knows_all() -> None:
    left = [folder for fold in FOLDS for folder in fold]
    assert len(left) == len({*left})
    assert {*FITTED_ON} < {*left} < {*FOLDERS}
    assert FOLDS[-1] == ()
    assert len({fold_folder(Path("here"), fold) for fold in FOLDS}) == len(FOLDS)


def test_without_trained_nets_there_is_nothing_to_judge(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    add_photograph(tmp_path, "nell/1.jpg", [3])
    assert main(["--out", str(tmp_path), "--photos", str(tmp_path), "--judge"]) == 1
    assert "two folders at least" in caplog.text


@pytest.mark.parametrize("module", ["tools.train.__main__", "tools.train.crossfit"])
def test_a_file_in_place_of_the_folder_is_told_in_one_line_before_the_training(
    module: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "out").write_text("")
    assert import_module(module).main(["--out", str(tmp_path / "out"), "--photos", str(tmp_path)]) == 1
    assert str(tmp_path / "out") in caplog.messages[-1]
    assert "\n" not in caplog.messages[-1]


def test_a_folder_is_judged_by_its_own_second_look(tmp_path: Path) -> None:
    picture = np.full((300, 400, 3), 90, np.uint8)
    add_photograph(tmp_path, "nell/1.png", [5], image=picture)
    seen = {"nell/1.png": detect(ScriptedNet([ScriptedFace(200, 150, 60, 5)], 400), picture)[0]}
    looks = ScriptedLook(value=5), ScriptedLook((0.02, 0.96, 0.02), 5)
    found = [evaluate_folder(tmp_path, seen, "nell", second, ConfidenceModel.load()) for second in looks]
    assert [evaluation.total.right for evaluation in found] == [1, 0]


def test_a_second_look_that_has_seen_a_folder_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    take_second_look(tmp_path, ())
    assert not caplog.messages
    take_second_look(tmp_path, ("aws", "matteo"))
    assert caplog.messages == [
        f"the shipped second look was trained on aws and matteo: there is no {tmp_path / 'second_look.onnx'}"
    ]
    shutil.copy(WEIGHTS, tmp_path / "second_look.onnx")
    take_second_look(tmp_path, ("aws", "matteo"))
    assert len(caplog.messages) == 1
