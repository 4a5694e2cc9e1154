"""A phone's photograph of five dice: how soon after the tap the phone shows what was read."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.support.vision.drawn_dice import DrawnDie, draw
from tools.bench._figure import figure, times
from tools.draw.pages import CHROMIUM

SIZE = (4000, 3000)
SIDE = 260.0
NOISE = 6.0
PHOTOGRAPHS = 8
LIMIT = 1.5
SHOWN = """
    values => [...document.querySelectorAll(".picture b")].map((one) => one.textContent).sort().join() === values.join()
"""
PATIENCE = 60_000
"""Milliseconds for each step of the browser."""


def run() -> Iterator[str]:
    """Yield the lines."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "robot", "serve", "--table", "hands", "--camera", "phone", "--port", "0"]
        with subprocess.Popen(
            [*command, "--host", "0.0.0.0"],  # noqa: S104  a phone comes by the network
            env={**os.environ, "PIPSQUEAK_HOME": folder},
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr is not None
            try:
                address, code = (process.stderr.readline().rsplit(" ", 1)[-1].strip() for _ in range(2))
                chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                page = chromium.new_context(base_url=address, viewport={"width": 390, "height": 844}).new_page()
                page.set_default_timeout(PATIENCE)
                begin(page, code)
                photographs = [taken(Path(folder), number) for number in range(PHOTOGRAPHS)]
                size = sum(path.stat().st_size for path, _ in photographs) / len(photographs)
                first, *others = (times([partial(seen, page, *one)]).best for one in photographs)
                chromium.close()
            finally:
                process.terminate()
    what = f"a photograph of {SIZE[0]} x {SIZE[1]} until its values are seen"
    yield figure(f"{what}, the first", first, f"the limit; {size / 1e6:.1f} MB of JPEG", LIMIT)
    yield figure(f"  the median of {len(others)} others", float(np.median(others)), "the limit", LIMIT)
    yield figure("  the slowest", max(others), "the limit", LIMIT)


def begin(page: Any, code: str) -> None:
    """Let the phone in, and begin a game of Yahtzee that waits for a throw of five dice."""
    page.goto(f"/pair?code={code}")
    page.locator("form button").first.click()
    page.locator(".play").wait_for()
    page.goto("/new")
    page.locator(".game", has_text=re.compile("^Yahtzee")).first.click()
    page.get_by_label("Who begins?").select_option("1")
    page.get_by_role("button", name="Begin a game").click()
    page.get_by_role("button", name="Throw 5 dice").click()
    page.locator(".now", has_text="throw 5 dice").wait_for()
    time.sleep(1.0)  # people throw meanwhile


def taken(folder: Path, number: int) -> tuple[Path, list[str]]:
    """Return a photograph of a throw, with a sensor's noise, and what the dice show, in ascending order."""
    rng = np.random.default_rng(number)
    values = [int(value) for value in rng.integers(1, 7, 5)]
    dice = [
        DrawnDie(value, 500.0 + 750 * place, float(rng.uniform(700, 2300)), SIDE, float(rng.uniform(0, 90)))
        for place, value in enumerate(values)
    ]
    picture = draw(dice, SIZE, seed=number).astype(np.float32) + rng.normal(0, NOISE, (SIZE[1], SIZE[0], 3))
    path = folder / f"{number}.jpg"
    cv2.imwrite(str(path), np.clip(picture, 0, 255).astype(np.uint8))
    return path, [str(value) for value in sorted(values)]


def seen(page: Any, path: Path, values: list[str]) -> None:
    """Send a photograph, and wait until the phone shows these values."""
    page.locator(".eye input").set_input_files(path)
    page.wait_for_function(
        SHOWN,
        arg=values,
        polling=10,
    )
