"""The report of a self-test: one HTML file with figures and pictures, which needs nothing else to be read."""

import base64
from collections.abc import Collection, Sequence
from datetime import datetime
from html import escape
from pathlib import Path

import cv2
import numpy as np

from robot.errors import FolderError
from robot.files import write_whole
from robot.language import Language
from robot.saying import Saying
from robot.selftest.result import StepResult
from robot.table.look import Image

WIDEST, QUALITY = 640, 80
"""Pixels and JPEG quality of a picture in the report."""
META = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
STYLE = """
:root { color-scheme: light dark;
  --ok: #1a7f4b; --trouble: #b3261e; --unjudged: #8a5a00; --skipped: #6b6b6b; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
section { border: 1px solid var(--line); border-left: .4rem solid var(--ok); border-radius: .5rem;
  margin: 1rem 0; padding: .25rem 1rem; break-inside: avoid; }
section.trouble { border-left-color: var(--trouble); }
section.unjudged { border-left-color: var(--unjudged); }
section.skipped { border-left-color: var(--skipped); }
h2 { font-size: 1.15rem; margin: .6rem 0; }
h2 span { font-weight: normal; float: right; }
.found { border-top: 1px solid var(--line); padding: .4rem 0; }
.found b { color: var(--trouble); }
ul { padding-left: 1.2rem; }
figure { display: inline-block; margin: .4rem .6rem .4rem 0; max-width: 19rem; vertical-align: top; }
figure img { width: 100%; border-radius: .3rem; }
figcaption, .small { font-size: .85rem; }
@media (prefers-color-scheme: dark) {
  :root { --ok: #6fd39c; --trouble: #ffb4ab; --unjudged: #f0b95a; --skipped: #aaa; }
}
"""


def report_of(results: Sequence[StepResult], language: Language, table: str, when: datetime) -> bytes:
    """Return the report as a whole HTML file; of a step that was repeated the last result counts."""
    last = {result.step: result for result in results}
    say = language.say
    troubles = sum(len(result.troubles) for result in last.values())
    title = escape(say(Saying("selftest-report-title", {"table": table})))
    made = escape(say(Saying("selftest-report-made", {"when": f"{when:%Y-%m-%d %H:%M}"})))
    head = f"{META}<title>{title}</title><style>{STYLE}</style>"
    parts = [
        f"<h1>{title}</h1>",
        f'<p class="small">{made}</p>',
        f"<p>{escape(say(_summary(troubles, last.values())))}</p>",
    ]
    parts += [_section(result, language) for result in last.values()]
    body = "\n".join(parts)
    page = f'<!doctype html>\n<html lang="{escape(language.name)}"><head>{head}</head>\n<body>{body}</body></html>\n'
    return page.encode()


def _summary(troubles: int, results: Collection[StepResult]) -> Saying:
    unjudged = sum(result.unjudged is not None for result in results)
    skipped = sum(result.state == "skipped" for result in results)
    if troubles:
        return Saying("selftest-summary-troubles", {"troubles": troubles, "unjudged": unjudged})
    if unjudged:
        return Saying("selftest-summary-unjudged", {"unjudged": unjudged})
    return Saying("selftest-summary-skipped", {"skipped": skipped}) if skipped else Saying("selftest-summary-ok")


def summary_of(results: Sequence[StepResult]) -> Saying:
    """Return in one sentence what the results amount to; of a step that was repeated the last one counts."""
    last = {result.step: result for result in results}
    return _summary(sum(len(result.troubles) for result in last.values()), last.values())


def _section(result: StepResult, language: Language) -> str:
    say = language.say
    state = escape(say(Saying(f"selftest-state-{result.state}")))
    parts = [f"<h2>{escape(say(Saying(f'selftest-name-{result.step}')))} <span>{state}</span></h2>"]
    for trouble in result.troubles:
        what, remedy = escape(say(trouble.what)), escape(say(trouble.remedy))
        parts.append(f'<div class="found"><b>{what}</b><br>{remedy}</div>')
    if result.said:
        parts.append("<ul>" + "".join(f"<li>{escape(say(line))}</li>" for line in result.said) + "</ul>")
    parts += [_figure(say(caption), picture) for caption, picture in result.pictures]
    return f'<section class="{result.state}">{"".join(parts)}</section>'


def _figure(caption: str, picture: Image) -> str:
    smaller = min(1.0, WIDEST / picture.shape[1])
    size = round(picture.shape[1] * smaller), round(picture.shape[0] * smaller)
    _, data = cv2.imencode(
        ".jpg", cv2.resize(picture, size, interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    )
    source = base64.b64encode(np.asarray(data).tobytes()).decode()
    words = escape(caption)
    return f'<figure><img alt="{words}" src="data:image/jpeg;base64,{source}"><figcaption>{words}</figcaption></figure>'


def keep_report(page: bytes, path: Path) -> None:
    """Write a report, whole or not at all; raises FolderError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, page)
    except OSError as error:
        raise FolderError(
            f"{path} cannot be written ({error.strerror}): free some space, or name another file with --report"
        ) from error
