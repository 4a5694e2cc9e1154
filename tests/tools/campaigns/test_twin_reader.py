"""A slice of the campaign that reads dice in all wells of the twin."""

import pytest

from tests.support.firmware.build import built
from tests.support.requirements import needs_package
from tools.campaigns.twin_reader import FlatDice, lines, read_flat_dice


@pytest.mark.check
def test_dice_that_lie_flat_are_read_without_an_error() -> None:
    needs_package("mujoco")
    found = read_flat_dice(built("runner"), 1, 1, drawn=True)
    assert found.dice.total() + 1 >= 6, "hardly a die leans"
    assert found.doubts.total() <= 1
    assert not found.wrong


def test_what_was_found_is_told_by_wells() -> None:
    found = FlatDice()
    found.dice.update({1: 2, 2: 2})
    found.doubts[2] = 1
    found.wrong.append((2, 1))
    told = list(lines(found))
    assert told[1] == "well 2: 1 of 2 flat dice in doubt"
    assert told[-2:] == ["all wells: 1 of 4 in doubt (25.0%), 1 read wrong", "shake 2, well 1: read wrong"]
