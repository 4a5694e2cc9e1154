"""Which names of tables there are."""

import pytest

from hardware import port_holders
from robot.config import Config
from robot.errors import UsageError
from robot.table.choice import TableChoice


@pytest.mark.parametrize("name", ["simm", "tty", "entered", "ttyACM0"])
def test_a_word_that_is_no_table_is_refused_wherever_it_stands(name: str) -> None:
    for choice, config in ((TableChoice(name), Config()), (TableChoice(), Config(table=name))):
        with pytest.raises(UsageError, match=f"there is no table '{name}': (did you mean|give sim, twin, hands)"):
            choice.resolved(config)
    assert TableChoice(f"./{name}").resolved(Config()).table == f"./{name}"


def test_a_star_that_the_shell_has_left_is_a_board_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.ports.serial_ports", list)
    monkeypatch.setattr(port_holders, "_processes", lambda: iter(()))
    choice = TableChoice("/dev/serial/by-id/*", "/dev/video9")
    with pytest.raises(UsageError, match=r"no port /dev/serial/by-id/\*; plug the board in"):
        choice.resolved(Config())
    assert choice.resolved_unseen(Config()) == choice, "the doctor tries the camera all the same"
