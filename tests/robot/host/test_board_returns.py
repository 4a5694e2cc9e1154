"""A table whose board comes back under another name goes on with it, whatever name it was given."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.errors import Failure
from robot.app import devices
from robot.config import Config
from robot.table.choice import TableChoice
from tests.support.hardware.boards import board_at_port
from tests.support.hardware.failures import raises
from tests.support.hardware.mechanics import RecordingMechanics
from tests.support.hardware.usb import FakePort, fake_usb

UNO = "usb-Arduino_Uno_7573-if00"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("udev", [UNO, None], ids=["with udev", "without"])
def test_the_table_goes_on_with_a_board_that_has_another_number(
    udev: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usb = fake_usb(tmp_path, monkeypatch)
    with ExitStack() as stack:
        _, first = stack.enter_context(board_at_port(RecordingMechanics()))
        _, second = stack.enter_context(board_at_port(RecordingMechanics()))
        name = usb.plug(FakePort(first.name), udev)
        choice = TableChoice(first.name, "0").resolved(Config())
        assert choice.table == name, "the name that stays, where there is one"
        parts = devices(choice, stack)
        parts.controller().close()
        usb.unplug()
        first.close()
        with raises(Failure.PORT_MISSING):
            parts.controller()
        usb.plug(FakePort(second.name), udev)
        with parts.controller() as controller:
            assert controller.stat().state == "idle"
