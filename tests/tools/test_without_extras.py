"""What someone is told who runs a tool and lacks a package that it needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from robot.installation import describe_error
from solver.errors import MissingPackageError
from tests.support.repository import REPOSITORY


@pytest.mark.parametrize(
    ("words", "missing", "what"),
    [
        (["tools.train"], "torch", "training"),
        (["tools.train.crossfit"], "onnx", "training"),
        (["tools.second_look"], "torch", "training"),
        (["tools.path_traced", ".", "--count", "1"], "bpy", "rendering"),
        (["tools.board", "--out", "out"], "gerbonara", "the board"),
    ],
    ids=lambda it: it[0] if isinstance(it, list) else it,
)
def test_a_tool_says_in_one_line_what_it_needs(words: list[str], missing: str, what: str, tmp_path: Path) -> None:
    # The one that is not missing is stood in for: here it may be missing too.
    code = f"""
import runpy, sys
from unittest.mock import MagicMock
for name in ("torch", "torch.nn", "torch.nn.functional", "onnx", "bpy", "gerbonara"):
    sys.modules[name] = None if name.split(".")[0] == {missing!r} else MagicMock()
sys.argv = {words!r}
runpy.run_module({words[0]!r}, run_name="__main__")
"""
    run = [sys.executable, "-c", code]
    here = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path, env=here)
    assert done.returncode == 1
    assert done.stderr == describe_error(MissingPackageError(f"{what} needs", missing, "make")) + "\n"
    assert [*tmp_path.iterdir()] == []
