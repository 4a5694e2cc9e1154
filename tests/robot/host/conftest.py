"""A sitting at a quick table."""

from pathlib import Path

import pytest

from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import Sitting


@pytest.fixture
def quick(tmp_path: Path) -> Sitting[QuickBooth]:
    return Sitting(QuickBooth(), tmp_path)
