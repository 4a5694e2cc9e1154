"""The report of a self-test: one HTML file with figures and pictures, which needs nothing else to be read."""

import base64
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np
from jinja2 import Environment, PackageLoader

from robot.errors import FileError
from robot.files import write_whole
from robot.language import Language
from robot.saying import Saying
from robot.selftest.result import StepResult
from robot.table.look import Image

WIDEST, QUALITY = 640, 80
"""Pixels and JPEG quality of a picture in the report."""


def report_of(results: Sequence[StepResult], language: Language, table: str, when: datetime) -> bytes:
    """Return the report as a whole HTML file; of a step that was repeated the last result counts."""
    last = [*{result.step: result for result in results}.values()]
    pages = Environment(autoescape=True, loader=PackageLoader("robot.selftest", ""))
    page = pages.get_template("report.html").render(
        language=language.name,
        table=table,
        when=f"{when:%Y-%m-%d %H:%M}",
        summary=language.say(summary_of(results)),
        results=last,
        words=language.say,
        say=lambda key, **values: language.say(Saying(f"selftest-{key}", values)),
        embedded=_embedded,
    )
    return page.encode()


def summary_of(results: Sequence[StepResult]) -> Saying:
    """Return in one sentence what the results amount to; of a step that was repeated the last one counts."""
    last = {result.step: result for result in results}.values()
    troubles = sum(len(result.troubles) for result in last)
    unjudged = sum(result.unjudged is not None for result in last)
    skipped = sum(result.state == "skipped" for result in last)
    if troubles:
        return Saying("selftest-summary-troubles", {"troubles": troubles, "unjudged": unjudged})
    if unjudged:
        return Saying("selftest-summary-unjudged", {"unjudged": unjudged})
    return Saying("selftest-summary-skipped", {"skipped": skipped}) if skipped else Saying("selftest-summary-ok")


def _embedded(picture: Image) -> str:
    """Return a picture, made smaller, as JPEG in base 64."""
    smaller = min(1.0, WIDEST / picture.shape[1])
    size = round(picture.shape[1] * smaller), round(picture.shape[0] * smaller)
    _, data = cv2.imencode(
        ".jpg", cv2.resize(picture, size, interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    )
    return base64.b64encode(np.asarray(data).tobytes()).decode()


def keep_report(page: bytes, path: Path) -> None:
    """Write a report, whole or not at all; raises FileError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, page)
    except OSError as error:
        raise FileError(
            f"{path} cannot be written ({error.strerror}): free some space, or name another file with --report",
            key="fault-folder",
        ) from error
