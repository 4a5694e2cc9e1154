"""Route the board, write its files and check them: python -m tools.board [--out DIR]."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from robot.files import write_whole
from robot.installation import describe_error
from solver.errors import MissingPackageError

SHIELD = Path(__file__).parents[2] / "build" / "machine" / "board"


def main(words: Sequence[str] | None = None) -> int:
    """Return 1 if a check fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.board", description="the board's files and their checks")
    parser.add_argument("--out", type=Path, default=SHIELD, metavar="DIR")
    try:
        faults = make_board(parser.parse_args(words).out)
    except ModuleNotFoundError as error:
        sys.exit(describe_error(MissingPackageError("the board needs", str(error.name), "make")))
    for fault in faults:
        print(f"tools.board: {fault}", file=sys.stderr)
    return 1 if faults else 0


def make_board(out: Path) -> list[str]:
    """Write the board's files and pictures into a folder; return a description of each fault."""
    from tools.board.check import board_faults
    from tools.board.copper import lay_copper
    from tools.board.gerber import NAME, layer_stack, picture, write_archive
    from tools.board.kicad import kicad_board
    from tools.board.layout import ROOM, Shield
    from tools.board.route import NoRouteError, route_nets

    shield = Shield()
    if faults := shield.faults(ROOM):
        return faults
    try:
        copper = lay_copper(shield, route_nets(shield))
    except NoRouteError as error:
        return [f"the board has no way left for {error}"]
    stack = layer_stack(shield, copper)
    out.mkdir(parents=True, exist_ok=True)
    write_archive(stack, out / f"{NAME}.zip")
    write_whole(out / f"{NAME}.kicad_pcb", kicad_board(shield, copper).encode())
    for side in ("top", "bottom"):
        write_whole(out / f"{NAME}-{side}.svg", picture(stack, side).encode())
    return board_faults(out / f"{NAME}.zip", shield)


if __name__ == "__main__":
    sys.exit(main())
