"""Recordings made up of a few bytes."""

import os
from pathlib import Path

DAY = 86_400.0
NOW = 1_000_000_000.0


def recording(home: Path, name: str, days: float, pictures: int = 1000) -> Path:
    """Make a recording of so many bytes of pictures, last written so many days ago."""
    folder = home / name
    (folder / "pictures").mkdir(parents=True)
    (folder / "annotated").mkdir()
    (folder / "pictures" / "1.png").write_bytes(b"x" * pictures)
    session = folder / "session.jsonl"
    session.write_text("{}\n" * 10)
    os.utime(session, (NOW - days * DAY, NOW - days * DAY))
    return folder
