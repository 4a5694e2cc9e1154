"""The finished files of the shield, read back: they join what the wiring joins, and each planted fault is found."""

import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

pytestmark = pytest.mark.check
pytest.importorskip("gerbonara", reason="the board's files need gerbonara: make add EXTRA=make")

from tests.support.repository import DOCS  # noqa: E402
from tools.board.__main__ import main  # noqa: E402
from tools.board.check import board_faults, print_faults, read_board  # noqa: E402
from tools.board.copper import BoardCopper, lay_copper  # noqa: E402
from tools.board.gerber import NAME, layer_stack, write_archive  # noqa: E402
from tools.board.kicad import kicad_board  # noqa: E402
from tools.board.layout import Shield, Track  # noqa: E402
from tools.board.route import route_nets  # noqa: E402
from tools.board.silk import Print, prints  # noqa: E402

REMEDY = "make the guide again: make guide"
KICAD = "/usr/bin/python3"
"""Debian's Python, which has KiCad's module."""
KICAD_RULES = """
import sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
pcbnew.WriteDRCReport(board, sys.argv[2], pcbnew.EDA_UNITS_MILLIMETRES, True)
"""


@dataclass(frozen=True, slots=True)
class Made:
    shield: Shield
    copper: BoardCopper
    folder: Path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Made:
    shield = Shield()
    return Made(shield, lay_copper(shield, route_nets(shield)), tmp_path_factory.mktemp("board"))


def test_the_files_join_what_the_wiring_joins_and_makers_take_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--out", str(tmp_path)]) == 0, capsys.readouterr().err
    for side in ("top", "bottom"):
        drawn = (DOCS / "build" / "img" / f"shield-{side}.svg").read_text(encoding="utf-8")
        assert drawn == (tmp_path / f"{NAME}-{side}.svg").read_text(encoding="utf-8"), REMEDY
    assert (DOCS / "build" / f"{NAME}.zip").read_bytes() == (tmp_path / f"{NAME}.zip").read_bytes(), REMEDY


def test_each_planted_fault_is_found(files: Made) -> None:
    thinner = {"supply24.plus": 0.6}
    tracks = [replace(track, width=thinner.get(track.net, track.width)) for track in files.copper.tracks]
    tracks = [track for track in tracks if track.net != "board.STEP"]
    tracks.append(Track("", 0, 0.4, ((30.48, 2.54), (33.02, 2.54))))  # from IOREF to RESET
    tracks.append(Track("", 0, 0.4, ((18.796, 50.8), (19.596, 50.8))))  # from SCL to 0.1 mm before the ground
    tracks.append(Track("", 0, 0.1, ((20.0, 30.0), (24.0, 30.0))))
    tracks.append(Track("ground", 0, 0.4, ((60.0, 0.0), (60.0, -9.8))))
    holes = list(files.copper.holes)
    for number, change in enumerate(({"ring": 1.2}, {"diameter": 0.2}, {"place": (0.0, 0.0)})):
        holes[number] = replace(holes[number], **change)  # type: ignore[arg-type]
    path = files.folder / "planted.zip"
    write_archive(layer_stack(files.shield, replace(files.copper, tracks=tuple(tracks), holes=tuple(holes))), path)
    faults = board_faults(path, files.shield)
    for words in (
        "board.STEP is cut",
        "joined, and should not be: free 30.48, 2.54, free 33.02, 2.54",
        "a gap is narrower than 0.2 mm at 19.",
        "copper is narrower than 0.25 mm at 2",
        "copper is nearer than 0.3 mm to the edge",
        "the copper from 43.18, 58.42 on is too narrow for 3.0 A",
        "the hole at 66.04, 22.86 has less than 0.15 mm of copper around it",
        "no drill has 0.2 mm, at 68.58, 22.86",
        "no plated hole at 71.12, 22.86",
    ):
        assert any(words in fault for fault in faults), faults


def test_print_over_pads_and_over_other_print_is_found(files: Made) -> None:
    path = files.folder / "printed.zip"
    write_archive(layer_stack(files.shield, files.copper), path)
    board, printed = read_board(path), prints(files.shield)
    assert print_faults(board, printed) == []
    frame = next(item for item in printed if item.name == "frame of K14")
    over = Print("a word", (((66.04, 22.86), (68.0, 22.86)), frame.strokes[0]))
    faults = print_faults(board, [*printed[1:], over])
    assert "frame of K14 is printed over a word" in faults
    assert sum(fault.startswith("a word is printed over a pad or an edge at") for fault in faults) == 2
    assert any(fault.startswith("an unknown print is at") for fault in faults)


def test_supplies_have_other_connectors_and_their_words_stand_on_the_board(files: Made) -> None:
    kinds = {part.name: part.kind.type for part in files.shield.parts}
    assert kinds["K5"] != kinds["K14"]
    assert {"5 V SERVOS", "24 V MOTOR", "revision 2, 2026-11"} <= {item.name for item in prints(files.shield)}
    assert [part.name for part in files.shield.parts if part.kind.type == "LED of 3 mm"] == ["LED1 5 V", "LED2 24 V"]


def test_kicad_s_file_has_the_same_copper(files: Made) -> None:
    from gerbonara.cad.kicad.pcb import Board

    path = files.folder / "board.kicad_pcb"
    path.write_text(kicad_board(files.shield, files.copper), encoding="utf-8")
    board = Board.open(path)
    pads = sum(len(footprint.pads) for footprint in board.footprints)
    assert pads + len(board.vias) == len(files.copper.holes)
    assert len(board.track_segments) == sum(len(track.points) - 1 for track in files.copper.tracks)
    assert set(board.nets.values()) == {pin.net for pin, _ in files.shield.pins}


@pytest.mark.soak
def test_kicad_itself_opens_its_file_pours_the_ground_and_finds_no_error(files: Made) -> None:
    if subprocess.run([KICAD, "-c", "import pcbnew"], check=False, capture_output=True).returncode:
        pytest.skip("KiCad is not installed: apt-get install kicad")
    whole, cut = files.folder / "whole.kicad_pcb", files.folder / "cut.kicad_pcb"
    whole.write_text(kicad_board(files.shield, files.copper), encoding="utf-8")
    tracks = tuple(track for track in files.copper.tracks if track.net != "board.STEP")
    cut.write_text(kicad_board(files.shield, replace(files.copper, tracks=tracks)), encoding="utf-8")
    assert set(checked_by_kicad(whole)) <= {"silk_over_copper", "silk_overlap"}
    assert "unconnected_items" in checked_by_kicad(cut)


def checked_by_kicad(board: Path) -> list[str]:
    """Return what the rules of KiCad 6 find on a board whose ground is poured."""
    report = board.with_suffix(".rpt")
    subprocess.run([KICAD, "-c", KICAD_RULES, str(board), str(report)], check=True)
    return re.findall(r"^\[(\w+)\]", report.read_text(encoding="utf-8"), re.MULTILINE)


def test_a_board_without_a_way_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.board.route.TRIES", 1)
    monkeypatch.setattr("tools.board.route.CLEARANCE", 2.0)
    assert main(["--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("tools.board: the board has no way left for ")
