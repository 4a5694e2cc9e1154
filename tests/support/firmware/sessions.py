"""Sessions with a board, step by step with what it says, in sessions.jsonl: every board has to say the same.

After a change of the protocol `python -m tests.support.firmware.sessions` writes what the simulated board says now.
"""

import json
import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.simulated_board import SimulatedCore

FILE = Path(__file__).with_name("sessions.jsonl")
"""A step a line: its session, what is done ("send", "wait", "lid", "estop" or "reset"), and what the board says."""
Step = dict[str, Any]


def sessions() -> dict[str, list[Step]]:
    """Return the steps of each session by its name."""
    steps = map(json.loads, FILE.read_text(encoding="ascii").splitlines())
    return {name: list(of_one) for name, of_one in groupby(steps, key=lambda step: str(step["session"]))}


def replay(board: HostBoard | SimulatedCore, steps: Sequence[Step]) -> list[Step]:
    """Return the steps with what this board says, the names of the build and of its dictionary aside."""
    return [
        step | {"said": [re.sub(r"(dictionary|firmware)=\S+", r"\1=*", line) for line in _do(board, step)]}
        for step in steps
    ]


def _do(board: HostBoard | SimulatedCore, step: Step) -> list[str]:
    match step:
        case {"send": text}:
            return board.feed(text.encode("latin-1"))
        case {"wait": milliseconds}:
            return board.wait(milliseconds)
        case {"lid": closed}:
            return board.lid(closed)
        case {"estop": pressed}:
            return board.estop(pressed)
        case {"reset": cause}:
            return board.reset(cause)
    raise AssertionError(step)


if __name__ == "__main__":
    said = [step for steps in sessions().values() for step in replay(SimulatedCore(), steps)]
    FILE.write_text("".join(json.dumps(step) + "\n" for step in said), encoding="ascii")
