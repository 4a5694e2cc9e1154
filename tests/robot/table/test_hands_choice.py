"""Which devices the table of dice of one's own takes, and who refuses it."""

import pytest

from robot.app import open_table
from robot.config import Config
from robot.errors import UsageError
from robot.table.choice import TableChoice
from robot.table.hands import HandsTable


def test_without_a_camera_nothing_is_opened() -> None:
    choice = TableChoice("hands").resolved(Config(camera="1"))
    assert (choice.table, choice.camera, choice.seed) == ("hands", None, None)
    table = open_table(choice)
    assert isinstance(table, HandsTable)
    assert table.camera is None
    table.close()


def test_a_phone_is_a_camera_of_this_table_alone() -> None:
    table = open_table(TableChoice("hands", "phone").resolved(Config()))
    assert isinstance(table, HandsTable)
    assert table.pushed is table.camera is not None
    table.close()
    with pytest.raises(UsageError, match="add --table hands"):
        TableChoice("sim", "phone").resolved(Config())


@pytest.mark.parametrize(
    "given", [TableChoice("hands", seed=3), TableChoice("hands", faults="glare"), TableChoice("hands", speed=2.0)]
)
def test_what_is_for_made_up_tables_is_refused(given: TableChoice) -> None:
    with pytest.raises(UsageError, match="leave them out"):
        given.resolved(Config())
