"""Draw every state of every page into a folder and one sheet, and into docs/img: python -m tools.draw.pages FOLDER."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.support.robot.browser import READY, SETTLED, Served, serve
from tests.support.robot.programs import read_doors
from tools.draw import IMAGES
from tools.draw.states import SCENES, Stage, State, open_stage

CHROMIUM = "/usr/bin/chromium-headless-shell"
SIZES = {"screen": ((820, 1180), (1280, 800), (1920, 1080)), "phone": ((360, 640), (360, 740))}
LOOKS = (("light", "en"), ("dark", "de"))
WIDEST, COLOURS, EXACT = 1200, 256, 64
"""Limits of a saved picture, which keep its file small: pixels across, colours, and colours that stay exact."""
HEIGHT, ROWS, CAPTION = 320, 3, 22
"""Height of a picture in a part of the sheet, states in a part, and height of a caption; heights in pixels."""
NETWORK = ("--host", "0.0.0.0", "--port", "0")  # noqa: S104
SELFTEST = (
    *("robot", "machine", "selftest", "--table", "sim:horn-off=4,marker-turned=3,lid-shorted"),
    *("--fast", "--seed", "3", "--yes", "--steps", "camera,switches,levers"),
)


class Server(NamedTuple):
    """A running program that serves the page, its home folder, and its address, and then its code, from stderr."""

    process: "subprocess.Popen[str]"
    home: Path
    said: Iterator[str]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def start_module(words: Sequence[str]) -> Iterator[Server]:
    """Run a module with its arguments in an empty home folder."""
    with TemporaryDirectory() as home:
        command, environment = (sys.executable, "-m", *words), {**os.environ, "PIPSQUEAK_HOME": home}
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as server:
            assert server.stderr is not None
            try:
                yield Server(server, Path(home), read_doors(server.stderr))
            finally:
                server.terminate()


@dataclass
class Sheet:
    """Pictures of states in a folder: each in its own file, and all together with captions."""

    folder: Path
    docs: bool
    rows: list[tuple[str, list[list[Image.Image]]]] = field(default_factory=list)

    def save(self) -> None:
        """Save readable parts of the sheet, and all parts as one picture of half their size."""
        font, parts = ImageFont.load_default(CAPTION - 6), list[Image.Image]()
        for first in range(0, len(self.rows), ROWS):
            lines = [(name, row) for name, looks in self.rows[first : first + ROWS] for row in looks]
            width = max(sum(one.width + 8 for one in line) for _, line in lines)
            part = Image.new("RGB", (width, len(lines) * (HEIGHT + CAPTION)), "white")
            for place, (name, line) in enumerate(lines):
                ImageDraw.Draw(part).text((4, place * (HEIGHT + CAPTION)), name, "black", font)
                for one, left in zip(line, accumulate([0, *(one.width + 8 for one in line)]), strict=False):
                    part.paste(one, (left, place * (HEIGHT + CAPTION) + CAPTION))
            part.save(self.folder / f"part-{len(parts) + 1:02}.png")
            parts.append(part.resize((width // 2, part.height // 2), Image.Resampling.LANCZOS))
        across = max(1, round(len(parts) ** 0.5 / 1.5))
        wide, high = max(part.width for part in parts), max(part.height for part in parts)
        whole = Image.new("RGB", (across * wide, -(-len(parts) // across) * high), "white")
        for at, part in enumerate(parts):
            whole.paste(part, (at % across * wide, at // across * high))
        whole.save(self.folder / "sheet.png")

    def keep(self, one: Stage, state: State) -> None:
        """Draw a state of the stage's windows at all sizes and in both themes, and add it to the sheet."""
        looks: list[list[Image.Image]] = [[] for _ in LOOKS]
        for kind, page in (("screen", one.screen), ("phone", one.phone)):
            for row, (theme, language) in zip(looks, LOOKS, strict=True):
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                if state.path:
                    page.goto(f"/language/{language}?back={quote(state.path)}", wait_until="commit")  # may be live
                    page.locator(READY).first.wait_for()
                    page.evaluate(state.then)
                for width, height in SIZES[kind]:
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate(SETTLED)
                    row.append(self.snap(page, f"{state.name}-{kind}-{theme}", f"{width}x{height}"))
            if state.path:
                page.goto("/language/en?back=/")
        self.rows.append((state.name, looks))

    def snap(self, page: Page, name: str, size: str) -> Image.Image:
        """Save a window's picture, also for the docs if they show it; return the picture in the size of the sheet."""
        with Image.open(BytesIO(page.screenshot())) as shot:
            picture = shot.convert("RGB")
        picture.save(self.folder / f"{name}-{size}.jpg", quality=85)
        shown = IMAGES / f"page-{name.replace(' ', '-')}.png"
        if self.docs and shown.exists() and size in {"1920x1080", "360x740"}:
            wide = min(picture.width, WIDEST)
            drawn = picture.resize((wide, picture.height * wide // picture.width), Image.Resampling.LANCZOS)
            few_colours(drawn).save(shown, optimize=True)
        return picture.resize((round(picture.width * HEIGHT / picture.height), HEIGHT), Image.Resampling.LANCZOS)


def few_colours(picture: Image.Image) -> Image.Image:
    """Return a picture (RGB) with a palette in which its commonest colours are exact."""
    colours: list[tuple[int, tuple[int, ...]]] = picture.getcolors(picture.width * picture.height) or []  # type: ignore[assignment]
    counted = sorted(colours, reverse=True)[:EXACT]
    others = picture.quantize(COLOURS - len(counted), Image.Quantize.FASTOCTREE).getpalette() or ()
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(level for _, colour in counted for level in colour), *others])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def draw_selftest(browser: Browser) -> None:
    """Save a picture of the report of a self-test that finds faults."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.html"
        words = [sys.executable, "-m", *SELFTEST, "--report", str(report)]
        subprocess.run(words, env={"PIPSQUEAK_HOME": folder}, stdout=subprocess.DEVNULL, check=False)
        page = browser.new_page(viewport={"width": 900, "height": 1300})
        page.goto(report.as_uri())
        with Image.open(BytesIO(page.screenshot())) as shot:
            few_colours(shot.convert("RGB")).save(IMAGES / "page-selftest.png", optimize=True)


@contextmanager
def serve_scene(name: str) -> Iterator[Served]:
    """Serve a table for a scene. Its throws take no time unless the scene names the program that serves it."""
    with ExitStack() as stack:
        if words := SCENES[name].get("served"):
            server = stack.enter_context(start_module((*words, *NETWORK)))
            yield Served(next(server.said), server.home, next(server.said), server.process)
        else:
            home, files = Path(stack.enter_context(TemporaryDirectory())), SCENES[name].get("files", ())
            yield stack.enter_context(serve(home, "0.0.0.0", files=files))  # noqa: S104


def main(folder: Path, names: Sequence[str]) -> int:
    """Draw the scenes with these names, or all, into a folder; return the number of scenes that ended early."""
    folder.mkdir(parents=True, exist_ok=True)
    sheet, missing = Sheet(folder, docs=not names), []
    with chromium() as browser:
        for name in names or SCENES:
            with serve_scene(name) as served, open_stage(browser, served) as stage:
                try:
                    for state in stage.show(name):
                        sheet.keep(stage, state)
                except Error as error:
                    missing.append(f"{name}: after {[state for state, _ in sheet.rows][-1:]}: {error}")
        if not names:
            draw_selftest(browser)
    sheet.save()
    print(*missing, sep="\n", file=sys.stderr)
    return len(missing)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="SCENE", help=f"{', '.join(SCENES)}; if none, docs/img is redrawn")
    sys.exit(main(**vars(parser.parse_args())))
