"""What every room's tests share."""

import os
from pathlib import Path

import pytest

PHOTOS = Path(os.environ.get("PIPSQUEAK_PHOTOS", Path(__file__).parents[2] / "shared" / "dice-photos"))


@pytest.fixture(scope="session")
def photos() -> Path:
    """Return the folder of labelled photographs, or skip."""
    if not (PHOTOS / "labels.jsonl").is_file():
        pytest.skip(f"no labelled photographs at {PHOTOS}: set PIPSQUEAK_PHOTOS to their folder")
    return PHOTOS
