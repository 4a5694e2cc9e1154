"""Film the page and the digital twin side by side in one game, for the README: python -m tools.draw.film."""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from hardware.clock import VirtualClock
from hardware.controller import connect
from hardware.dimensions import dimensions
from hardware.link import LinkTiming
from hardware.sim.lens import Mounting
from hardware.sim.table import Sight
from hardware.sim.virtual_line import VirtualLine
from hardware.twin.build import built_runner
from hardware.twin.camera import choose_painter
from hardware.twin.film_writer import FilmWriter
from hardware.twin.scope import Samples
from hardware.twin.twin import Twin
from robot.app import BUILD, Devices, machine_table
from robot.config import Config, Folders
from robot.table.table import Table
from robot.web.server import Place, serve
from tools.draw import IMAGES
from tools.draw.pages import CHROMIUM, begin, started, window

FILM = IMAGES / "film.webp"
SEED = 5
PRESSES, HOLD_AT, THINKING_SECONDS = 6, 12, 1.0
VIEW = (1280, 720)
HEIGHT = 400
"""Of the film, in pixels."""
FRAME_MILLISECONDS, STILL_MILLISECONDS = 80, 1100
"""How long a picture of a moving machine is shown, and one of a page that has changed while the machine stands."""
EVERY = 2
"""One of so many of the twin's pictures is kept."""
CHANGE = 0.4
"""Mean difference in grey levels from which a page has changed."""
SETTLE_SECONDS = 0.35
"""What has changed for less is not shown by itself."""
QUALITY = 60


def serve_filmed_twin(folder: Path) -> None:
    """Serve the page of a twin that goes as fast as it can, and keep in `folder` what it shows, by the time."""
    painter, _ = choose_painter()
    runner, clock, mounting = built_runner(Folders.of_user().cache), VirtualClock(), Mounting.seeded(BUILD)
    shown = 0
    with ExitStack() as stack:
        reel = stack.enter_context(FilmWriter(None, painter(dimensions(), mounting, 1.0)))

        def keep(sight: Sight, samples: Samples) -> None:
            nonlocal shown
            shown += 1
            if shown % EVERY == 0:
                picture = reel.painter.picture(sight.scene, sight.exposure, sight.seed)
                cv2.imwrite(str(folder / f"{time.time_ns()}.jpg"), np.concatenate([picture, reel.strip(samples)]))

        twin = stack.enter_context(Twin(dimensions(), SEED, clock, runner, show=keep))

        def opened() -> Table:
            with ExitStack() as devices:
                parts = Devices(
                    lambda: connect(
                        VirtualLine(twin.board, clock), clock, clock, timing=LinkTiming(reply=30.0, hello=30.0)
                    ),
                    lambda: twin.camera(painter, mounting),
                    clock,
                )
                return machine_table("twin", parts, devices)

        serve(opened, Folders.of_user(), Config(), Place("127.0.0.1", 0), lambda line: print(line, file=sys.stderr))


@dataclass(frozen=True, slots=True)
class Shot:
    """What the page showed at a time (nanoseconds since the epoch)."""

    time: int
    picture: Image.Image


def watch(page: Page, shots: list[Shot]) -> None:
    """Add what the page shows now, if that has changed."""
    moment = time.time_ns()
    with Image.open(BytesIO(page.screenshot())) as taken:
        picture = taken.convert("RGB").resize((HEIGHT * VIEW[0] // VIEW[1], HEIGHT), Image.Resampling.LANCZOS)
    if not shots or np.abs(np.asarray(picture, int) - np.asarray(shots[-1].picture, int)).mean() > CHANGE:
        shots.append(Shot(moment, picture))


def play(page: Page, shots: list[Shot]) -> None:
    """Play against the robot, holding from HOLD_AT points on, until the person has pressed PRESSES buttons."""
    begin(page, "Pig to", "Anna")
    pressed, since = 0, time.monotonic()
    while True:
        watch(page, shots)
        if page.locator(".play[data-tone=you]").count() == 0:
            since = time.monotonic()
        elif time.monotonic() - since > THINKING_SECONDS:
            if pressed == PRESSES:
                return
            hold = page.locator("button.hold")
            points = "".join(filter(str.isdigit, hold.inner_text())) if hold.count() else ""
            (hold if points and int(points) >= HOLD_AT else page.locator("button.roll")).click()
            pressed, since = pressed + 1, time.monotonic()


def film(folder: Path, shots: list[Shot]) -> Iterator[tuple[Image.Image, int]]:
    """Yield pictures and how long each is shown, in milliseconds."""
    moments: list[tuple[int, Shot | Path]] = [(shot.time, shot) for shot in shots]
    moving: list[tuple[int, Shot | Path]] = [
        (int(path.stem), path) for path in folder.glob("*.jpg") if int(path.stem) > shots[0].time
    ]
    before = [path for path in sorted(folder.glob("*.jpg")) if int(path.stem) <= shots[0].time]
    page, machine = shots[0].picture, picture_of(before[-1])
    yield beside(page, machine), STILL_MILLISECONDS
    for number, (moment, what) in enumerate(merged := sorted([*moments[1:], *moving], key=lambda one: one[0])):
        following = merged[number + 1][0] if number + 1 < len(merged) else moment + 10**9
        if isinstance(what, Shot):
            page = what.picture
            if following - moment > SETTLE_SECONDS * 1e9:
                yield beside(page, machine), STILL_MILLISECONDS
        else:
            machine = picture_of(what)
            yield beside(page, machine), FRAME_MILLISECONDS


def picture_of(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        return picture.resize((picture.width * HEIGHT // picture.height, HEIGHT), Image.Resampling.LANCZOS)


def beside(page: Image.Image, machine: Image.Image) -> Image.Image:
    joined = Image.new("RGB", (page.width + machine.width, HEIGHT))
    joined.paste(page, (0, 0))
    joined.paste(machine, (page.width, 0))
    return joined


def main() -> None:
    """Play, film and write."""
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, shots = Path(name), list[Shot]()
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with (
            started(("tools.draw.film", str(folder))) as said,
            window(chromium, next(said), VIEW, "light") as page,
        ):
            play(page, shots)
        pictures, milliseconds = zip(*film(folder, shots), strict=True)
        chromium.close()
    first, *others = pictures
    written = BytesIO()
    first.save(
        written, "webp", save_all=True, append_images=others, duration=milliseconds, loop=0, quality=QUALITY, method=4
    )
    FILM.write_bytes(written.getvalue())
    print(
        f"{FILM.name}: {len(pictures)} pictures, {sum(milliseconds) / 1000:.0f} s, {FILM.stat().st_size / 1e6:.2f} MB"
    )


if __name__ == "__main__":
    if sys.argv[1:]:
        serve_filmed_twin(Path(sys.argv[1]))
    else:
        main()
