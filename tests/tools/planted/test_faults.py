"""The list of planted faults: each can be planted where the code stands now, and every room has some."""

from collections import Counter

import pytest

from tests.support.repository import REPOSITORY
from tools.planted.faults import PlantedFault, PlantingError, all_faults

FAULTS = all_faults()
LEAST = {"robot": 30, "solver": 14, "vision": 6, "hardware": 5, "firmware": 3, "tools": 1, "docs": 1}
"""How many each room has at least."""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted_in_its_file(fault: PlantedFault) -> None:
    text = (REPOSITORY / fault.file).read_text(encoding="utf-8")
    assert fault.planted(text) != text
    assert fault.name == "-".join(fault.name.lower().split())
    assert fault.harm.endswith(".")


def test_sixty_faults_with_names_of_their_own_lie_in_all_rooms() -> None:
    assert len(FAULTS) >= 60
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    rooms = Counter(fault.room for fault in FAULTS)
    assert {room: rooms[room] for room, least in LEAST.items() if rooms[room] < least} == {}


@pytest.mark.parametrize("text", ["nothing of it", "a < b, and a < b"])
def test_a_text_that_does_not_stand_there_once_is_no_fault(text: str) -> None:
    with pytest.raises(PlantingError, match=r"lax: its text stands [02] times in there, not once"):
        PlantedFault("lax", "there", "a < b", "a <= b", "It is lax.").planted(text)
