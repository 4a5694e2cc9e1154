"""The results of a self-test's steps, and its report: one self-contained HTML file."""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np
from jinja2 import Environment, PackageLoader

from robot.files import keep_file
from robot.language import Language
from robot.saying import Saying
from robot.selftest.diagnosis import Trouble
from robot.table.look import Image

WIDEST, QUALITY = 640, 80
"""The width in pixels and the JPEG quality of a picture in the report."""
State = Literal["ok", "trouble", "unjudged", "skipped"]
MARKS: Final[dict[State, str]] = {"ok": "✓", "trouble": "✗", "unjudged": "?", "skipped": "–"}


@dataclass(frozen=True, slots=True, eq=False)
class StepResult:
    """The result of a step: `lines` say what was measured, `pictures` (BGR) show it, each with its caption.

    `skipped` is the reason why a step could not be tried. `unjudged` says what could not be judged, and why.
    """

    step: str
    lines: tuple[Saying, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    pictures: tuple[tuple[Saying, Image], ...] = ()
    figures: dict[str, Any] = field(default_factory=dict)
    skipped: Saying | None = None
    unjudged: Saying | None = None

    @property
    def state(self) -> State:
        if self.troubles:
            return "trouble"
        if self.unjudged:
            return "unjudged"
        return "skipped" if self.skipped else "ok"

    @property
    def said(self) -> tuple[Saying, ...]:
        """All sayings of the step except its troubles."""
        return *self.lines, *(reason for reason in (self.unjudged, self.skipped) if reason)

    def to_json(self, language: Language) -> dict[str, Any]:
        return {
            "step": self.step,
            "state": self.state,
            "figures": self.figures,
            "troubles": [
                {**_plain(trouble, language), "what": language.say(trouble.what), "do": language.say(trouble.remedy)}
                for trouble in self.troubles
            ],
            "said": [language.say(line) for line in self.said],
        }


def _plain(trouble: Trouble, language: Language) -> dict[str, Any]:
    values = {
        name: language.say(value) if isinstance(value, Saying) else value for name, value in trouble.values.items()
    }
    return {"kind": trouble.kind, "causes": list(trouble.causes), "values": values}


def last_results(results: Iterable[StepResult]) -> list[StepResult]:
    """Return the results that count: the last one of each step."""
    return [*{result.step: result for result in results}.values()]


def report_of(results: Sequence[StepResult], language: Language, table: str, when: datetime) -> bytes:
    """Return the report as a complete HTML file. The last result of each step counts."""
    pages = Environment(autoescape=True, loader=PackageLoader("robot.selftest", ""))
    page = pages.get_template("report.html").render(
        language=language.name,
        table=table,
        when=f"{when:%Y-%m-%d %H:%M}",
        summary=language.say(summary_of(results)),
        results=last_results(results),
        words=language.say,
        say=lambda key, **values: language.say(Saying(f"selftest-{key}", values)),
        embedded=_embed,
    )
    return page.encode()


def summary_of(results: Sequence[StepResult]) -> Saying:
    """Return a summary of the results in one sentence. The last result of each step counts."""
    last = last_results(results)
    troubles = sum(len(result.troubles) for result in last)
    unjudged = sum(result.unjudged is not None for result in last)
    skipped = sum(result.state == "skipped" for result in last)
    if troubles:
        return Saying("selftest-summary-troubles", {"troubles": troubles, "unjudged": unjudged})
    if unjudged:
        return Saying("selftest-summary-unjudged", {"unjudged": unjudged})
    return Saying("selftest-summary-skipped", {"skipped": skipped}) if skipped else Saying("selftest-summary-ok")


def _embed(picture: Image) -> str:
    """Return a picture, scaled down to `WIDEST`, as JPEG in base64."""
    smaller = min(1.0, WIDEST / picture.shape[1])
    size = round(picture.shape[1] * smaller), round(picture.shape[0] * smaller)
    _, data = cv2.imencode(
        ".jpg", cv2.resize(picture, size, interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    )
    return base64.b64encode(np.asarray(data).tobytes()).decode()


def report_path(folder: Path, when: datetime) -> Path:
    """Return the path of a report, which contains its time."""
    return folder / f"selftest-{when:%Y-%m-%d-%H%M%S}.html"


def keep_report(page: bytes, path: Path) -> None:
    """Write a report, whole or not at all; raises FileError."""
    keep_file(path, page, "free some space, or name another file with --report")
