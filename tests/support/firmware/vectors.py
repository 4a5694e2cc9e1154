"""The examples of the protocol in firmware/vectors.jsonl, which driver, simulated board and firmware have to pass."""

import json
import re
from collections.abc import Mapping
from typing import Any, Protocol

from hardware.dimensions import CRANK
from tests.support.firmware.build import FIRMWARE


def vectors(kind: str, machine: str = CRANK) -> list[dict[str, Any]]:
    """Return the vectors of one kind, for a machine of one kind, from firmware/vectors.jsonl."""
    lines = (FIRMWARE / "vectors.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        vector for vector in map(json.loads, lines) if (vector["kind"], vector.get("machine", CRANK)) == (kind, machine)
    ]


class Answering(Protocol):
    """A board that is fed bytes and left alone, and says lines."""

    def feed(self, data: bytes, /) -> list[str]: ...

    def wait(self, milliseconds: int, /) -> list[str]: ...


def hold(board: Answering, dialogue: Mapping[str, Any]) -> None:
    """Hold a dialogue with a board that has just started, and assert that it answers so."""
    for step in dialogue["steps"]:
        if "wait" in step:
            board.wait(step["wait"])
            continue
        said = [line for line in board.feed(step["send"].encode("latin-1")) if not line.startswith("evt")]
        assert len(said) == len(step["replies"]), (step["send"], said)
        for expected, reply in zip(step["replies"], said, strict=True):
            assert re.fullmatch(re.escape(expected).replace(r"=\*", r"=[^ ]+"), reply), (step["send"], expected, reply)
