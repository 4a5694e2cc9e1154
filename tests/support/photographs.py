"""Where the labelled photographs lie."""

import os
from pathlib import Path

from tests.support.repository import REPOSITORY

PHOTOS = Path(os.environ.get("PIPSQUEAK_PHOTOS", REPOSITORY.parent / "shared" / "dice-photos"))
