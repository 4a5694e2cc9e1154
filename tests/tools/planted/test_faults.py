"""The list of planted faults: each can be planted where the code stands now, and every room has some."""

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.repository import REPOSITORY
from tools.planted import FOUND, __main__
from tools.planted.faults import PlantedFault, PlantingError, all_faults
from tools.planted.hunt import Hunted

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


def test_the_record_names_what_found_each_fault_of_the_list() -> None:
    record = json.loads(FOUND.read_text(encoding="utf-8"))["faults"]
    assert list(record) == [fault.name for fault in FAULTS]
    assert [name for name, entry in record.items() if not entry["test"]] == []


def test_a_fault_that_is_tried_alone_is_brought_up_to_date_among_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, (first, second, third, *_) = tmp_path / "found.json", FAULTS
    old = {"tier": "check", "test": "tests/old.py::test_it", "commit": "old"}
    file.write_text(json.dumps({"faults": {third.name: old, "no-longer-there": old, second.name: old}}))
    hunter = SimpleNamespace(trust=lambda _: None, hunt=lambda fault, _: Hunted(fault, "test", ("new",), 1.0))
    monkeypatch.setattr(__main__, "CopiedTree", lambda *_: None)
    monkeypatch.setattr(__main__, "Hunter", lambda *_, **__: hunter)
    monkeypatch.setattr(__main__, "git", lambda *_: "head\n")
    for name in (third.name, first.name):
        monkeypatch.setattr("sys.argv", ["planted", "--record", str(file), name])
        assert __main__.main() == 0
    new = {"tier": "test", "test": "new", "commit": "head"}
    record = json.loads(file.read_text())["faults"]
    assert list(record.items()) == [(first.name, new), (second.name, old), (third.name, new)]
