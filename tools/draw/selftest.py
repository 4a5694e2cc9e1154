"""Draw the report of a self-test that has found something into docs/img: python -m tools.draw.selftest."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tools.draw.pages import CHROMIUM, snap

FOUND = "horn-off=4,marker-turned=3,lid-shorted"
COMMAND = ("robot", "selftest", "--table", "sim", "--fast", "--seed", "3", "--yes", "--steps", "camera,switches,levers")
WIDE, HIGH = 900, 1300


def main() -> None:
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.html"
        words = [sys.executable, "-m", *COMMAND, "--faults", FOUND, "--report", str(report)]
        subprocess.run(words, env={"PIPSQUEAK_HOME": folder}, stdout=subprocess.DEVNULL, check=False)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM)
            page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
            page.goto(report.as_uri())
            snap(page, "selftest")
            browser.close()


if __name__ == "__main__":
    main()
