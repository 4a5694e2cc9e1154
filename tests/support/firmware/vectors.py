"""The examples of the protocol in firmware/vectors.jsonl, which driver, simulated board and firmware have to pass."""

import json
from typing import Any

from hardware.dimensions import CRANK
from tests.support.firmware.build import FIRMWARE


def vectors(kind: str, machine: str = CRANK) -> list[dict[str, Any]]:
    """Return the vectors of one kind, for a machine of one kind, from firmware/vectors.jsonl."""
    lines = (FIRMWARE / "vectors.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        vector for vector in map(json.loads, lines) if (vector["kind"], vector.get("machine", CRANK)) == (kind, machine)
    ]
