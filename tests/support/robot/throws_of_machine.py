"""Throws dice on a table that is made up of this tree, and holds each throw against what lies there: a program.

`python -m tests.support.robot.throws_of_machine TABLE THROWS` prints a line of JSON: `read`, the throws read rightly;
`kept`, the dice among them that were kept; `stroke`, that of the board's shakes in mm; `announced`, what people were
told.
"""

import json
import sys
from contextlib import ExitStack

from hardware.crank import ShakeProgram
from robot.app import devices, machine_table
from robot.table.choice import TableChoice
from tests.support.robot.stubs import Watching

WELLS = (1, 2, 3, 4, 5, 6)
KEPT = (2, 4)


def throw_all(table: str, throws: int) -> dict[str, object]:
    """Throw so many times, every other time with the dice of KEPT under their levers."""
    watcher, kept = Watching(), 0
    with ExitStack() as stack:
        parts = devices(TableChoice(table, seed=5, speed=None), stack)
        assert parts.hands is not None
        machine = machine_table(table, parts, stack)
        stack.callback(machine.close)
        values: tuple[int, ...] = ()
        for number in range(throws):
            keep = {well: values[well - 1] for well in KEPT} if number % 2 else {}
            kept += len(keep)
            values = machine.throw(WELLS, keep, watcher)
            assert values == parts.hands.dice(), f"throw {number + 1} is misread"
            assert all(values[well - 1] == face for well, face in keep.items()), f"throw {number + 1} moved a kept die"
    return {"read": throws, "kept": kept, "stroke": ShakeProgram().stroke, "announced": watcher.announcements}


if __name__ == "__main__":
    print(json.dumps(throw_all(sys.argv[1], int(sys.argv[2]))))
