"""An evaluation as one self-contained HTML page: figures, curves, and a picture of every mistake."""

import base64
from collections.abc import Callable, Iterator, Sequence
from html import escape

import cv2

from vision.evaluation.chart import reliability_svg
from vision.evaluation.comparison import SAID, TRUE
from vision.evaluation.coverage import CoveragePoint, coverage_svg
from vision.evaluation.evaluate import Evaluation, PictureResult
from vision.evaluation.mistakes import close_ups, describe_mistakes, draw_mistakes
from vision.evaluation.reliability import SURE, Reliability, Share
from vision.evaluation.score import ReadingScore
from vision.evaluation.style import STYLE
from vision.pictures import Image

QUALITY = 82
"""Of the embedded JPEGs."""

HEADINGS = ("pictures", "wholly right", "wrong value", "dice", "dice read", "values right", "doubts", "ms")

LEGEND = (
    ("wholly right", "each labelled die is read with its value, and nothing else is taken for one"),
    ("wrong value", "some value is said that is not there"),
    ("dice read", "dice of which a value is said"),
    ("values right", "of all values said, those that are there"),
    ("doubts", "dice seen of which no value is said"),
    ("ms", "milliseconds to read a picture"),
)


def write_report(
    name: str,
    evaluation: Evaluation,
    load: Callable[[PictureResult], Image | None],
    mended: Evaluation | None = None,
    known: int = 0,
) -> str:
    """Return the page as HTML.

    `name` is the name of what was evaluated. `load` returns the first picture of a result, or None if the file is gone.
    `mended` is the same evaluation with labels whose `known` errors are corrected; if given, the page shows its
    mistakes.
    """
    best = mended or evaluation
    parts = [
        f"<h1>Readings against labels: {escape(name)}</h1>",
        _summary(best),
        _figures("As labelled" if mended else "Figures", evaluation),
    ]
    if mended:
        parts.append(_figures(f"With the {known} known errors in these labels put right", mended))
    parts += [
        _legend(),
        _curve(best.reliability),
        _coverage(best.coverage) if best.total.dice else "",
        _confusions(best),
        _mistakes(best, load),
        _unread(best),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
        "style-src 'unsafe-inline'\">"
        f"<title>Readings of {escape(name)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body></html>\n"
    )


def cells(score: ReadingScore) -> list[str]:
    """Return a score as texts, one for each of `HEADINGS`."""
    counts = score.to_json()
    words = {key: "–" if counts[key] is None else f"{counts[key]:.1%}" for key in counts if key.endswith("_share")}
    return [
        str(score.pictures),
        words["right_share"],
        words["wrong_share"],
        str(score.dice),
        words["read_share"],
        words["correct_share"],
        str(score.doubts),
        "–" if counts["milliseconds"] is None else f"{counts['milliseconds']:.0f}",
    ]


def remarks(score: ReadingScore) -> list[str]:
    """Return further facts about a score, in sentences."""
    said = []
    if score.small:
        said.append(f"{score.small} smaller dice are left out.")
    if score.odd:
        said.append(f"{score.noticed} of {score.odd} odd things were noticed.")
    if score.bare:
        where = f"{score.fooled} of {score.bare} pictures without dice"
        surely = f"{score.surely_made_up} of them with a confidence of {SURE:g} or more"
        said.append(f"Values were made up in {where}, {score.made_up} in all, {surely}.")
    return said


def format_share(share: Share) -> str:
    """Return a share with its bounds as text: "99.88% (812 of 813; 99.31% to 99.98% in 95 of 100 cases)"."""
    low, high = share.bounds
    return f"{share.value or 0:.2%} ({share.right} of {share.count}; {low:.2%} to {high:.2%} in 95 of 100 cases)"


def _summary(evaluation: Evaluation) -> str:
    total = evaluation.total
    wrong, other = _not_right(evaluation)
    links = [f'<a href="#wrong">{_count(len(wrong), "has", "have")} a wrong value</a>'] if wrong else []
    links += [f'<a href="#other">{_count(len(other), "more is", "more are")} not wholly right</a>'] if other else []
    unread = len(evaluation.unread)
    links += [f'<a href="#unread">{_count(unread, "was", "were")} not read at all</a>'] if unread else []
    rest = f" {', '.join(links)}." if links else ""
    values = f" Of the values said, right are {format_share(Share(total.said, total.correct))}." if total.said else ""
    return f"<p>Of {total.pictures} pictures {total.right} are wholly right.{rest}{escape(values)}</p>"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def format_confident(reliability: Reliability) -> str:
    """Return the share of right values among those with a confidence of 0.99 or more, as a sentence."""
    if not reliability.sure.count:
        return "No value was said with 0.99 or more."
    return f"Of the values said with 0.99 or more, right are {format_share(reliability.sure)}."


def _figures(title: str, evaluation: Evaluation) -> str:
    rows = [*evaluation.folders.items(), ("all", evaluation.total)]
    body = "".join(_row(name, score, last=n == len(rows) - 1) for n, (name, score) in enumerate(rows))
    head = "".join(f'<th scope="col">{heading}</th>' for heading in ("folder", *HEADINGS))
    table = f'<table class="figures"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    said = f"<p>{escape(' '.join(remarks(evaluation.total)))}</p>" if remarks(evaluation.total) else ""
    return f"<h2>{escape(title)}</h2>{table}{said}"


def _legend() -> str:
    return f"<dl>{''.join(f'<dt>{word}</dt><dd>: {text}</dd>' for word, text in LEGEND)}</dl>"


def _row(name: str, score: ReadingScore, *, last: bool) -> str:
    text = (
        f'<td data-label="{heading}">{escape(word)}</td>' for heading, word in zip(HEADINGS, cells(score), strict=True)
    )
    kind = "all" if last else "part"
    return f'<tr class="{kind}"><th scope="row">{escape(name)}</th>{"".join(text)}</tr>'


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
        '<p class="note">A point for each range of confidence: on the dashed line confidence is as often right as it '
        "says, above it more often. Bars reach as far as the true share may be in 95 of 100 cases.</p>"
        f"<p>Expected calibration error {reliability.error:.4f}. {escape(format_confident(reliability))}</p>"
        f'<table class="bins"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    )


def _coverage(points: Sequence[CoveragePoint]) -> str:
    if not points:
        return ""
    return (
        f"<h2>What would more caution cost?</h2>{coverage_svg(points)}"
        '<p class="note">A point for each confidence with which values were said: what would be said if it were the '
        "least, in shares of the dice, and how many of these values would be wrong.</p>"
    )


def _confusions(evaluation: Evaluation) -> str:
    parts = evaluation.parts if len(evaluation.parts) > 1 else {}
    folders = "".join(_confusion(name, part) for name, part in parts.items() if part.total.dice)
    return (
        '<h2>What was said of what is there</h2><p class="note">Rows: what is there, none where there is no die. '
        "Columns: what was said; doubt: a die was seen and no value said; unseen: it was not found.</p>"
        + _confusion("all", evaluation)
        + (f'<div class="tables">{folders}</div>' if folders else "")
    )


def _confusion(name: str, evaluation: Evaluation) -> str:
    head = "".join(f'<th scope="col">{said}</th>' for said in SAID)
    body = []
    for truth in TRUE:
        row = evaluation.confusion[truth]
        text = "".join(f'<td class="{_class(truth, said, row[said])}">{row[said]}</td>' for said in SAID)
        body.append(f'<tr><th scope="row">{truth}</th>{text}</tr>')
    return (
        f'<table class="confusion"><caption>{escape(name)}</caption>'
        f'<thead><tr><th scope="col">there</th>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'
    )


def _class(truth: str, said: str, count: int) -> str:
    if not count:
        return "zero"
    return "good" if truth == said else "bad" if said.isdigit() else "other"


def _not_right(evaluation: Evaluation) -> tuple[list[PictureResult], list[PictureResult]]:
    """Return the results with a wrong value, and the others that are not wholly right."""
    wrong = [outcome for outcome in evaluation.outcomes if outcome.comparison.wrong]
    read = [outcome for outcome in evaluation.outcomes if outcome.reading is not None]
    return wrong, [o for o in read if not o.comparison.right and not o.comparison.wrong]


def _mistakes(evaluation: Evaluation, load: Callable[[PictureResult], Image | None]) -> str:
    wrong, other = _not_right(evaluation)
    said = f'<h2 id="wrong">Pictures with a wrong value ({len(wrong)})</h2>' + _gallery(wrong, load)
    rest = f'<h2 id="other">Other pictures that are not wholly right ({len(other)})</h2>' + _gallery(other, load)
    return said + rest


def _gallery(outcomes: list[PictureResult], load: Callable[[PictureResult], Image | None]) -> str:
    return f'<div class="mistakes">{"".join(_figure(outcome, load) for outcome in outcomes)}</div>' if outcomes else ""


def _figure(outcome: PictureResult, load: Callable[[PictureResult], Image | None]) -> str:
    text = escape(f"{outcome.label.file}: {describe_mistakes(outcome.comparison)}")
    image = load(outcome)
    shown = ""
    if image is not None:
        shown = f'<img class="whole" alt="{text}" src="{_embedded(draw_mistakes(image, outcome.comparison))}">'
        near = close_ups(image, outcome.comparison)
        if near is not None:
            shown += f'<img class="close" alt="from near" src="{_embedded(near)}">'
    return f"<figure>{shown}<figcaption>{text}</figcaption></figure>"


def _embedded(image: Image) -> str:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode("ascii")


def _unread(evaluation: Evaluation) -> str:
    lines: Iterator[str] = (f"<li>{escape(line)}</li>" for line in evaluation.unread)
    return f'<h2 id="unread">Pictures that were not read</h2><ul>{"".join(lines)}</ul>' if evaluation.unread else ""
