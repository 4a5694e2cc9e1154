"""Recordings made up of a few bytes."""

import json
import os
from pathlib import Path

DAY = 86_400.0
NOW = 1_000_000_000.0


def recording(home: Path, name: str, days: float, pictures: int = 1000, *, dated: bool = True) -> Path:
    """Make a recording of so many bytes of pictures, last written so many days ago, by a clock that was confirmed."""
    folder = home / name
    (folder / "pictures").mkdir(parents=True)
    (folder / "annotated").mkdir()
    (folder / "pictures" / "1.png").write_bytes(b"x" * pictures)
    session = folder / "session.jsonl"
    head = {"event": "recording", "version": 1} | ({"dated": True} if dated else {})
    session.write_text(f"{json.dumps(head)}\n")
    os.utime(session, (NOW - days * DAY, NOW - days * DAY))
    return folder
