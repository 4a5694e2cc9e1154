"""An evaluation as one page of HTML that needs no network: figures, curve, and every mistake as a picture."""

import base64
from collections.abc import Callable, Iterator
from html import escape

import cv2

from vision.chart import reliability_svg
from vision.evaluate import Evaluation, Outcome
from vision.mistakes import draw_mistakes, in_words
from vision.pictures import Image
from vision.reliability import Reliability, Share
from vision.score import SAID, TRUE, Score

QUALITY = 82
"""Of the embedded JPEGs."""

HEADINGS = ("pictures", "wholly right", "wrong value", "dice", "dice read", "read dice right", "doubts", "ms")

STYLE = """
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff }
body { max-width: 62rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2.2rem } h3 { font-size: 1rem; margin: 1rem 0 .3rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .6rem 0 }
caption { text-align: left; color: #444; padding-bottom: .3rem }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child { text-align: left } tr.all th, tr.all td { font-weight: 700; border-top: 2px solid #555 }
td.good { background: #dbe9f4 } td.bad { background: #f9dccb; font-weight: 700 } td.zero { color: #757575 }
.mistakes { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 1rem }
figure { margin: 0; break-inside: avoid; border: 1px solid #ccc; padding: .4rem }
figure img { display: block; width: 100%; height: auto }
figcaption { font-size: .85rem; overflow-wrap: anywhere; padding-top: .3rem }
svg { width: 100%; max-width: 34rem; height: auto; font-size: 12px }
.frame { fill: none; stroke: #555 } .grid { stroke: #ddd } .ideal { stroke: #757575; stroke-dasharray: 4 4 }
.curve { fill: none; stroke: #0072b2; stroke-width: 2 } .bounds { stroke: #0072b2 } .point { fill: #0072b2 }
@media (max-width: 40rem) {
  .figures thead { display: none } .figures tr { display: block; border-bottom: 2px solid #555; padding: .4rem 0 }
  .figures th, .figures td { display: flex; justify-content: space-between; border: 0; padding: .1rem .3rem }
  .figures td::before { content: attr(data-label); color: #444; font-weight: 400 }
  .confusion th, .confusion td { padding: .2rem .28rem; font-size: .8rem }
}
@media print { body { max-width: none; padding: 0 } h2 { break-after: avoid } .mistakes { display: block }
  figure { width: 46%; display: inline-block; margin: 0 1% 1rem } tr { break-inside: avoid } }
"""


def write_report(
    name: str,
    evaluation: Evaluation,
    load: Callable[[Outcome], Image | None],
    mended: Evaluation | None = None,
    known: int = 0,
) -> str:
    """Return the page.

    `name` is what was evaluated; `load` returns an outcome's first picture, or None if it is gone; `mended` is the same
    evaluation beside labels whose `known` errors are put right, and its mistakes are those that are shown.
    """
    best = mended or evaluation
    parts = [
        f"<h1>Readings against labels: {escape(name)}</h1>",
        _figures("As labelled" if mended else "Figures", evaluation),
    ]
    if mended:
        parts.append(_figures(f"With the {known} known errors in these labels put right", mended))
    parts += [_curve(best.reliability), _confusions(best), _mistakes(best, load), _unread(best)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
        "style-src 'unsafe-inline'\">"
        f"<title>Readings of {escape(name)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body></html>\n"
    )


def cells(score: Score) -> list[str]:
    """Return a score as words, one for each of `HEADINGS`."""
    told = score.to_json()
    words = {key: "–" if told[key] is None else f"{told[key]:.1%}" for key in told if key.endswith("_share")}
    return [
        str(score.pictures),
        words["right_share"],
        words["wrong_share"],
        str(score.dice),
        words["read_share"],
        words["correct_share"],
        str(score.doubts),
        "–" if told["milliseconds"] is None else f"{told['milliseconds']:.0f}",
    ]


def asides(score: Score) -> list[str]:
    """Return what else there is to say of a score, in sentences."""
    said = []
    if score.small:
        said.append(f"{score.small} smaller dice are left out.")
    if score.odd:
        said.append(f"{score.noticed} of {score.odd} odd things were noticed.")
    return said


def in_short(share: Share) -> str:
    """Say a share with its bounds: "99.90 % (812 of 813; 99.30 to 99.99 %)"."""
    if share.value is None:
        return "none were said"
    low, high = (100 * bound for bound in share.bounds)
    return f"{share.value:.2%} ({share.right} of {share.count}; {low:.2f} to {high:.2f} % in 95 of 100 cases)"


def _figures(title: str, evaluation: Evaluation) -> str:
    rows = [*evaluation.folders.items(), ("all", evaluation.total)]
    body = "".join(_row(name, score, last=n == len(rows) - 1) for n, (name, score) in enumerate(rows))
    head = "".join(f'<th scope="col">{heading}</th>' for heading in ("folder", *HEADINGS))
    table = f'<table class="figures"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f"<h2>{escape(title)}</h2>{table}<p>{escape(' '.join(asides(evaluation.total)))}</p>"


def _row(name: str, score: Score, *, last: bool) -> str:
    told = (
        f'<td data-label="{heading}">{escape(word)}</td>' for heading, word in zip(HEADINGS, cells(score), strict=True)
    )
    kind = "all" if last else "part"
    return f'<tr class="{kind}"><th scope="row">{escape(name)}</th>{"".join(told)}</tr>'


def _curve(reliability: Reliability) -> str:
    if not reliability.bins:
        return ""
    rows = "".join(
        f'<tr><th scope="row">{b.low:g} to {b.high:g}</th><td>{b.confidence:.4f}</td><td>{b.share.count}</td>'
        f"<td>{b.share.right}</td><td>{b.share.value or 0:.2%}</td></tr>"
        for b in reliability.bins
    )
    head = "".join(f'<th scope="col">{word}</th>' for word in ("confidence", "mean", "said", "right", "share"))
    return (
        f"<h2>Can confidence be believed?</h2>{reliability_svg(reliability)}"
        f"<p>Expected calibration error {reliability.error:.4f}. Of the values said with 0.99 or more, right are "
        f"{escape(in_short(reliability.sure))}.</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _confusions(evaluation: Evaluation) -> str:
    names = [*evaluation.parts.items(), ("all", evaluation)] if len(evaluation.parts) > 1 else [("all", evaluation)]
    tables = (f"<h3>{escape(name)}</h3>{_confusion(part)}" for name, part in reversed(names))
    return "<h2>What was said of what is there</h2>" + "".join(tables)


def _confusion(evaluation: Evaluation) -> str:
    head = "".join(f'<th scope="col">{said}</th>' for said in SAID)
    body = []
    for truth in TRUE:
        row = evaluation.confusion[truth]
        told = "".join(f'<td class="{_class(truth, said, row[said])}">{row[said]}</td>' for said in SAID)
        body.append(f'<tr><th scope="row">{truth}</th>{told}</tr>')
    return (
        '<table class="confusion"><caption>rows: there; columns: said</caption>'
        f'<thead><tr><th scope="col">there</th>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'
    )


def _class(truth: str, said: str, count: int) -> str:
    if not count:
        return "zero"
    return "good" if truth == said else "bad" if said.isdigit() else "other"


def _mistakes(evaluation: Evaluation, load: Callable[[Outcome], Image | None]) -> str:
    wrong = [outcome for outcome in evaluation.outcomes if outcome.comparison.wrong]
    other = [o for o in evaluation.outcomes if o.reading is not None and not o.comparison.right and o not in wrong]
    said = f"<h2>Pictures with a wrong value ({len(wrong)})</h2>" + _gallery(wrong, load)
    return said + f"<h2>Other pictures that are not wholly right ({len(other)})</h2>" + _gallery(other, load)


def _gallery(outcomes: list[Outcome], load: Callable[[Outcome], Image | None]) -> str:
    return f'<div class="mistakes">{"".join(_figure(outcome, load) for outcome in outcomes)}</div>' if outcomes else ""


def _figure(outcome: Outcome, load: Callable[[Outcome], Image | None]) -> str:
    told = escape(f"{outcome.label.file}: {in_words(outcome.comparison)}")
    image = load(outcome)
    shown = "" if image is None else f'<img alt="{told}" src="{_embedded(draw_mistakes(image, outcome.comparison))}">'
    return f"<figure>{shown}<figcaption>{told}</figcaption></figure>"


def _embedded(image: Image) -> str:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode("ascii")


def _unread(evaluation: Evaluation) -> str:
    lines: Iterator[str] = (f"<li>{escape(line)}</li>" for line in evaluation.unread)
    return f"<h2>Pictures that were not read</h2><ul>{''.join(lines)}</ul>" if evaluation.unread else ""
