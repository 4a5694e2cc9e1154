"""`python -m robot` and `pipsqueak` begin with one function, which Ctrl-C stops in a line however early it comes."""

import sys
from types import ModuleType

import pytest

from robot.__main__ import main


class InterruptedModule(ModuleType):
    """A module whose import somebody stops."""

    def __getattr__(self, name: str) -> object:
        raise KeyboardInterrupt


def test_ctrl_c_while_the_command_line_is_imported_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "robot.cli", InterruptedModule("robot.cli"))
    assert main() == 1
    assert capsys.readouterr().err == "pipsqueak: stopped\n"


def test_the_command_line_runs_and_its_status_is_passed_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["pipsqueak", "nonsense"])
    assert main() == 2
    assert "there is no verb 'nonsense'" in capsys.readouterr().err
