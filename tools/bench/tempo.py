"""How long readings, choices and busts stay on the page, frame by frame in Chromium, beside what the tempo promises."""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from robot.config import Tempo
from robot.match.tempo import WAITS
from tools.bench._figure import figure
from tools.bench.page import begin_robots, served
from tools.draw.pages import CHROMIUM

SECONDS = 70.0
"""How long a game of Pig between robots is watched."""
FRAMES = """
    window.frames_seen = [];
    const look = () => {
        const now = [
            document.querySelector(".play").dataset.tone,
            document.querySelector(".figure")?.getAttribute("class") ?? "",
            document.querySelector(".said li")?.textContent ?? "",
        ];
        const last = window.frames_seen.at(-1)?.[1].join();
        if (now.join() !== last) window.frames_seen.push([performance.now() / 1000, now]);
        requestAnimationFrame(look);
    };
    look();
"""

Frame = tuple[float, Sequence[str]]
"""When a frame was the first that showed a tone, a face and a last sentence."""


def run() -> Iterator[str]:
    """Yield the lines."""
    for tempo in (Tempo.CALM, Tempo.FAST):
        frames, waits = seen(tempo), WAITS[Tempo.CALM]
        for what, kind, wait in (
            ("a reading", is_reading, waits.reading),
            ("a robot's choice", is_choice, waits.decision),
            ("a bust", is_bust, waits.moment),
        ):
            stays = sorted(durations(frames, kind)) or [0.0]
            calm = tempo is Tempo.CALM
            said = f"{what} stays, {tempo}: the {'shortest' if calm else 'longest'} of {len(stays)}"
            yield figure(said, max(stays[0] if calm else stays[-1], 1e-3), "the calm tempo's wait", wait)


def seen(tempo: Tempo) -> list[Frame]:
    """Return the frames of a game that changed something."""
    from playwright.sync_api import sync_playwright

    with served("4", "--tempo", tempo) as table, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_page(base_url=table.address)
        begin_robots(page)
        page.evaluate(FRAMES)
        page.wait_for_timeout(1000 * SECONDS)
        frames: list[Frame] = page.evaluate("window.frames_seen")
        chromium.close()
    return frames


def durations(frames: Sequence[Frame], kind: Callable[[Sequence[str]], bool]) -> list[float]:
    """Return for how many seconds each run of frames of a kind was shown that began and ended while it was watched."""
    runs = [(what, [*group]) for what, group in itertools.groupby(frames, lambda frame: kind(frame[1]))]
    return [after[0][0] - group[0][0] for (what, group), (_, after) in itertools.pairwise(runs[1:]) if what]


def is_reading(shown: Sequence[str]) -> bool:
    """Return whether the reading of a throw is the last that happened."""
    return re.search(r"\bthrows \d", shown[2]) is not None


def is_choice(shown: Sequence[str]) -> bool:
    """Return whether a robot has chosen, and nothing moves yet."""
    return any(mood in shown[1] for mood in ("mood-sure", "mood-torn"))


def is_bust(shown: Sequence[str]) -> bool:
    """Return whether a bust is shown."""
    return shown[0] == "bust"
