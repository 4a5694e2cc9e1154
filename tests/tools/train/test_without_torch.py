"""What someone is told who wants to train and has no PyTorch."""

import subprocess
import sys

import pytest

from robot.installation import install_command


@pytest.mark.parametrize(
    ("module", "missing"), [("tools.train", "torch"), ("tools.train.crossfit", "onnx"), ("tools.second_look", "torch")]
)
def test_training_says_in_one_line_what_it_needs(module: str, missing: str) -> None:
    # The one that is not missing is stood in for: here it may be missing too.
    code = f"""
import runpy, sys
from unittest.mock import MagicMock
for name in ("torch", "torch.nn", "torch.nn.functional", "onnx"):
    sys.modules[name] = None if name.split(".")[0] == {missing!r} else MagicMock()
runpy.run_module({module!r}, run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert done.stderr == f"training needs {missing}: run '{install_command(missing)}'\n"
