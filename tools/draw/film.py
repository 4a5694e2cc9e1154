"""Film the page of a game on the digital twin, for the README: python -m tools.draw.film.

A person plays Pig against the robot until both have busted or held. The film has the page's own pace.
"""

import itertools
import time
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image
from playwright.sync_api import Page

from tools.draw import IMAGES
from tools.draw.pages import begin, chromium, start_module, window

FILM = IMAGES / "film.webp"
SERVE = ("robot", "serve", "--table", "twin", "--port", "0", "--seed", "5", "--tempo", "brisk")
VIEW = (1280, 720)
SIZE = (960, 540)
SECONDS = 45.0
"""The film is as long at most."""
HOLD_AT = 8
"""Points from which the person holds."""
THINKING_SECONDS = 0.6
"""How long the person looks at a question."""
CHANGE = 0.25
"""Mean difference in grey levels from which a page has changed."""
LONGEST_MILLISECONDS = 900
"""How long a page is shown that does not change."""
QUALITY = 55


@dataclass(frozen=True, slots=True)
class Shot:
    """What the page showed from a time on, in seconds."""

    time: float
    picture: Image.Image


def watch(page: Page, shots: list[Shot]) -> None:
    """Add what the page shows now, if that has changed."""
    moment = time.monotonic()
    with Image.open(BytesIO(page.screenshot(type="jpeg", quality=90))) as taken:
        picture = taken.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
    if not shots or np.abs(np.asarray(picture, int) - np.asarray(shots[-1].picture, int)).mean() > CHANGE:
        shots.append(Shot(moment, picture))


def play(page: Page) -> list[Shot]:
    """Play against the robot until it has had a turn that ended; return what was shown."""
    begin(page, "Pig to", "Anna")
    shots: list[Shot] = []
    began = since = time.monotonic()
    robot_played = False
    while time.monotonic() - began < SECONDS:
        watch(page, shots)
        mine = page.locator(".play[data-tone=you]").count() > 0
        robot_played |= page.locator(".mind.busy").count() > 0
        if not mine:
            since = time.monotonic()
        elif robot_played:
            break
        elif time.monotonic() - since > THINKING_SECONDS:
            hold = page.locator("button.hold")
            points = "".join(filter(str.isdigit, hold.inner_text())) if hold.count() else ""
            page.keyboard.press("h" if points and int(points) >= HOLD_AT else "r")
            since = time.monotonic()
    watch(page, shots)
    return [*shots, Shot(time.monotonic(), shots[-1].picture)]


def main() -> None:
    """Play, film and write."""
    with (
        chromium() as shown,
        start_module(SERVE) as server,
        window(shown, next(server.said), VIEW, "dark", moves=True) as page,
    ):
        shots = play(page)
    times = [min(LONGEST_MILLISECONDS, round(1000 * (b.time - a.time))) for a, b in itertools.pairwise(shots)]
    first, *others = (shot.picture for shot in shots[:-1])
    written = BytesIO()
    first.save(written, "webp", save_all=True, append_images=others, duration=times, loop=0, quality=QUALITY, method=4)
    FILM.write_bytes(written.getvalue())
    print(f"{FILM.name}: {len(times)} pictures, {sum(times) / 1000:.0f} s, {FILM.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
