"""The way from a phone's tap to the journal is counted in a real game."""

import subprocess
import sys

import pytest

from tests.support.repository import REPOSITORY
from tests.support.robot.browser import network_address


@pytest.mark.check
def test_the_way_leads_from_the_page_over_the_desk_into_the_journal_and_does_not_grow() -> None:
    network_address()
    counted = subprocess.run(
        [sys.executable, "-m", "tools.tap_path"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    *way, sums = counted.stdout.splitlines()
    assert {
        "robot/web/pages/game.py Play._tapped",
        "robot/web/seats.py refusal",
        "robot/match/desk/question_desk.py QuestionDesk.answer",
        "robot/match/match.py Match._roll",
        "robot/match/journal.py Journal.add",
    } <= set(way)
    assert not [one for one in way if "robot/web/game/view.py" in one], "what is drawn meanwhile is not on the way"
    assert len(way) <= 76, sums
