"""Make the guide in docs/build: python -m tools.guide."""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2

from robot.files import write_whole
from robot.installation import describe_error
from solver.errors import MissingPackageError
from tools.board.__main__ import SHIELD, make_board
from tools.draw import DOCS
from tools.draw.drawing import Image

FOLDER = DOCS / "build"
QUALITY = 82
"""WebP's quality of the pictures, 1 to 100."""


def main() -> int:
    """Write the guide; or return 1, without writing, if guide, prices, boards and assembly disagree."""
    try:
        from hardware.dimensions import BOXES, dimensions
        from tools.board.gerber import NAME
        from tools.board.perfboard import Perfboard, draw_perfboard
        from tools.cad.assembly import assemble
        from tools.cad.boxes import BoxesAssembly
        from tools.guide.cables import cable_routes
        from tools.guide.costs import Costs, read_prices
        from tools.guide.evening import evening_drawings, evening_pictures, read_evening
        from tools.guide.model import glb, viewer
        from tools.guide.pages import PrintedWay, guide_pages
        from tools.guide.pictures import Meshes, draw_act, draw_whole
        from tools.guide.reach import check_hatch, check_reach
        from tools.guide.render import delete_unused
        from tools.guide.sketches import draw_sketches
        from tools.guide.steps import disagreements, read_guide
        from tools.guide.wiring import draw_header
    except ModuleNotFoundError as error:
        sys.exit(describe_error(MissingPackageError("the guide needs", str(error.name), "make")))
    began, machine, board = time.time(), assemble("cut"), Perfboard()
    guide = read_guide(machine.plan.it)
    boxes = BoxesAssembly(dimensions(BOXES))
    evening = read_evening(boxes)
    costs = Costs(machine, guide, read_prices())
    printed = PrintedWay(machine, assemble("print"), guide, costs)
    faults = [*disagreements(machine, guide), *costs.faults(), *board.faults(), *make_board(SHIELD), *printed.faults()]
    if not faults:
        # This comes first: a solid keeps the finest triangles that were made of it, but the model needs coarse ones.
        model = glb(machine, guide)
        faults = [*check_reach(machine, guide), *check_hatch(machine)]
    if faults:
        for fault in faults:
            print(f"tools.guide: {fault}", file=sys.stderr)
        return 1
    images = FOLDER / "img"
    images.mkdir(parents=True, exist_ok=True)
    svgs = {f"shield-{side}.svg": (SHIELD / f"{NAME}-{side}.svg").read_bytes() for side in ("top", "bottom")}
    drawings = {"perfboard.svg": draw_perfboard(board), "perfboard-below.svg": draw_perfboard(board, below=True)}
    drawings |= {"header.svg": draw_header(), **draw_sketches(), **evening_drawings(boxes.plan.it)}
    svgs |= {name: drawing.svg().encode() for name, drawing in drawings.items()}
    for name, drawn in svgs.items():
        write_whole(images / name, drawn)
    write_whole(FOLDER / f"{NAME}.zip", (SHIELD / f"{NAME}.zip").read_bytes())
    for name, text in guide_pages(costs, board, printed, evening).items():
        write_whole(FOLDER / name, text.encode())
    write_whole(FOLDER / "machine.glb", model)
    write_whole(FOLDER / "machine.html", viewer(model, machine, guide).encode())
    meshes = Meshes(routes=cable_routes(machine.plan))
    for part in machine.parts:
        meshes.of(part)
    pictures: dict[str, Callable[[], Image]] = {"machine.webp": partial(draw_whole, machine, meshes)}
    for step in guide.steps:
        for act in step.acts:
            if act.picture:
                pictures[act.image] = partial(draw_act, machine, guide, step, act, meshes)
    evenings = dict(evening_pictures(evening))
    for path in images.iterdir():
        if path.name not in (*pictures, *svgs, *evenings):
            path.unlink()
    # In this process: threads make the triangles of moved solids, and a forked process does not have them.
    for name, draw in evenings.items():
        _save(images / name, draw())
    failed = _draw_all(images, pictures)
    if not failed:
        delete_unused(began)
    return failed


def _draw_all(images: Path, pictures: dict[str, Callable[[], Image]]) -> int:
    """Draw pictures in as many processes as there are cores. Return 1 if one of them ends with an error."""
    count = os.cpu_count() or 1
    # Forked, because solids cannot be sent to another process.
    work = [
        get_context("fork").Process(target=_draw, args=(images, [*pictures.items()][first::count]))
        for first in range(count)
    ]
    for process in work:
        process.start()
    for process in work:
        process.join()
    return int(any(process.exitcode for process in work))


def _draw(images: Path, pictures: list[tuple[str, Callable[[], Image]]]) -> None:
    for name, draw in pictures:
        _save(images / name, draw())


def _save(path: Path, picture: Image) -> None:
    _, coded = cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    write_whole(path, coded.tobytes())


if __name__ == "__main__":
    sys.exit(main())
