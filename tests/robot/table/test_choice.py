"""Which tables and cameras there are, and which go together."""

import pytest

from robot.app import open_table
from robot.config import Config
from robot.errors import UsageError
from robot.table.choice import TableChoice
from robot.table.hands import HandsTable


@pytest.mark.parametrize("name", ["simm", "tty", "entered", "ttyACM0"])
def test_a_word_that_is_no_table_is_refused_wherever_it_stands(name: str) -> None:
    for choice, config in ((TableChoice(name), Config()), (TableChoice(), Config(table=name))):
        with pytest.raises(UsageError, match=f"there is no table '{name}': give sim, twin, hands, or"):
            choice.resolve(config)
    assert TableChoice(f"./{name}").resolve(Config()).table == f"./{name}"


def test_a_star_that_the_shell_has_left_is_a_board_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.ports.serial_ports", list)
    monkeypatch.setattr("hardware.ports._processes", lambda: iter(()))
    choice = TableChoice("/dev/serial/by-id/*", "/dev/video9")
    with pytest.raises(UsageError, match=r"no port /dev/serial/by-id/\*; plug the board in"):
        choice.resolve(Config())
    assert choice.resolved_unseen(Config()) == choice, "the doctor tries the camera all the same"


def test_without_a_camera_nothing_is_opened() -> None:
    choice = TableChoice("hands").resolve(Config(camera="1"))
    assert (choice.table, choice.camera, choice.seed) == ("hands", None, None)
    table = open_table(choice)
    assert isinstance(table, HandsTable)
    assert table.camera is None
    table.close()


def test_a_phone_is_a_camera_of_this_table_alone() -> None:
    table = open_table(TableChoice("hands", "phone").resolve(Config()))
    assert isinstance(table, HandsTable)
    assert table.pushed is table.camera is not None
    table.close()
    with pytest.raises(UsageError, match="add --table hands"):
        TableChoice("sim", "phone").resolve(Config())


@pytest.mark.parametrize(
    "given", [TableChoice("hands", seed=3), TableChoice("hands", faults="glare"), TableChoice("hands", speed=2.0)]
)
def test_what_is_for_made_up_tables_is_refused(given: TableChoice) -> None:
    with pytest.raises(UsageError, match="leave them out"):
        given.resolve(Config())
