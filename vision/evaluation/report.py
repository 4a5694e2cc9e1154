"""An evaluation as one self-contained HTML page: figures, and a picture of every mistake."""

import base64
from collections.abc import Callable, Iterator, Mapping

import cv2
import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from vision.annotate import DOUBTFUL, NOTED, TextLabel, draw_labels
from vision.annotate import SURE as SURE_COLOUR
from vision.evaluation.comparison import SAID, TRUE, Pair, ReadingComparison, ReadingScore
from vision.evaluation.evaluate import Evaluation, PictureResult
from vision.evaluation.reliability import SURE, Reliability, Share
from vision.pictures import Image
from vision.reading import Box

WRONG = (0x00, 0x5E, 0xD5)
"""Vermilion of the palette of Okabe and Ito; BGR."""

LONG_SIDE, LEAST_SIDE = 720, 480
"""Largest and smallest long side of a drawn picture: in a smaller one the text would hide the die."""

LETTERS = 17.0
"""Height in pixels of the text at a mistake; the page shows the pictures smaller than they are drawn."""

NEAR, MARGIN, MOST = 116, 0.3, 6
"""Side of a close-up in pixels, its margin around a box in shares of the box's side, and the largest number of them."""


def draw_mistakes(image: Image, comparison: ReadingComparison) -> Image:
    """Return a copy of `image`, BGR (h, w, 3), scaled for a page, with every die; wrong ones are on top."""
    longest = max(image.shape[:2])
    scale = min(max(longest, LEAST_SIDE), LONG_SIDE) / longest
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    drawn = np.asarray(
        cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), np.uint8
    )
    labels = [
        TextLabel(_scaled(odd.box, scale), f"not noticed: {odd.what}", NOTED, LETTERS) for odd in comparison.missed
    ]
    for pair in sorted(comparison.pairs, key=lambda pair: (pair.right, not pair.wrong)):
        box = pair.box if pair.die is None else pair.die.box
        if box is not None:
            words, colour = _words(pair)
            labels.append(TextLabel(_scaled(box, scale), words, colour, None if pair.right else LETTERS))
    draw_labels(drawn, labels)
    return drawn


def close_ups(image: Image, comparison: ReadingComparison) -> Image | None:
    """Return unmarked close-ups of the mistakes, side by side, wrong values first; None if no mistake has a box."""
    boxes = [pair.box if pair.die is None else pair.die.box for pair in _mistaken(comparison)]
    shown = [_close(image, box) for box in boxes if box is not None][:MOST]
    gap = np.full((NEAR, 4, 3), 255, np.uint8)
    parts = [part for close in shown for part in (gap, close)][1:]
    return np.hstack(parts) if parts else None


def describe_mistakes(comparison: ReadingComparison) -> str:
    """Return the mistakes of a comparison as text, the worst first: "said 5, is 3; not seen: 6"."""
    said = [(pair.wrong, _words(pair)[0]) for pair in _mistaken(comparison)]
    missed = [f"not noticed: {odd.what}" for odd in comparison.missed]
    return "; ".join([w for wrong, w in said if wrong] + missed + [w for wrong, w in said if not wrong]) or "nothing"


def _mistaken(comparison: ReadingComparison) -> list[Pair]:
    """Return the pairs that are not right, those with a wrong value first."""
    return sorted((pair for pair in comparison.pairs if not pair.right), key=lambda pair: not pair.wrong)


def _close(image: Image, box: Box) -> Image:
    """Return the square (NEAR, NEAR, 3) around a box, white beyond the picture."""
    side = max(box[2] - box[0], box[3] - box[1], 1.0) * (1 + 2 * MARGIN)
    scale = NEAR / side
    left, top = (box[0] + box[2] - side) / 2, (box[1] + box[3] - side) / 2
    x0, y0 = max(0, int(left)), max(0, int(top))
    part = image[y0 : max(y0 + 1, int(top + side) + 2), x0 : max(x0 + 1, int(left + side) + 2)]
    if not part.size:
        return np.full((NEAR, NEAR, 3), 255, np.uint8)
    if scale < 1:
        size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        matrix = np.array([[1, 0, (x0 - left) * scale], [0, 1, (y0 - top) * scale]])
    else:
        matrix = np.array([[scale, 0, (x0 - left) * scale], [0, scale, (y0 - top) * scale]])
    return np.asarray(
        cv2.warpAffine(part, matrix, (NEAR, NEAR), flags=cv2.INTER_CUBIC, borderValue=(255, 255, 255)), np.uint8
    )


def _words(pair: Pair) -> tuple[str, tuple[int, int, int]]:
    if pair.right:
        return str(pair.said), SURE_COLOUR
    if pair.said is not None:
        is_there = "no die" if pair.truth is None else str(pair.truth)
        return f"said {pair.said}, is {is_there}", WRONG
    if pair.die is not None:
        is_there = "no die" if pair.truth is None else f"is {pair.truth}"
        return f"{pair.die.doubt}, {is_there}", DOUBTFUL
    return f"not seen: {pair.truth}", NOTED


def _scaled(box: Box, scale: float) -> Box:
    x0, y0, x1, y1 = (side * scale for side in box)
    return x0, y0, x1, y1


QUALITY = 82
"""Of the embedded JPEGs."""

HEADINGS = ("pictures", "wholly right", "wrong value", "dice", "dice read", "values right", "doubts", "ms")

LEGEND = (
    ("wholly right", "each labelled die is read with its value, and nothing else is taken for one"),
    ("wrong value", "some value is given that is not there"),
    ("dice read", "dice that get a value"),
    ("values right", "of all values given, those that are there"),
    ("doubts", "dice seen that get no value"),
    ("ms", "milliseconds to read a picture"),
)


def write_report(
    name: str,
    evaluation: Evaluation,
    load: Callable[[PictureResult], Image | None],
    told: Mapping[str, str] | None = None,
) -> str:
    """Return the page as HTML.

    `name` is the name of what was evaluated. `load` returns the first picture of a result, or None if the file is gone.
    `told` says of doubts why a die has no value and what to do; the page does so of those that occur.
    """
    wrong = [outcome for outcome in evaluation.outcomes if outcome.comparison.wrong]
    read = [outcome for outcome in evaluation.outcomes if outcome.reading is not None]
    other = [outcome for outcome in read if not outcome.comparison.right and not outcome.comparison.wrong]
    links = [
        ("wrong", len(wrong), "has a wrong value", "have a wrong value"),
        ("other", len(other), "more is not wholly right", "more are not wholly right"),
        ("unread", len(evaluation.unread), "was not read at all", "were not read at all"),
    ]
    total, reliability, parts = evaluation.total, evaluation.reliability, evaluation.parts
    doubts = {pair.die.doubt for outcome in read for pair in outcome.comparison.pairs if pair.die is not None}
    values = f" Of the values said, right are {format_share(Share(total.said, total.correct))}." if total.said else ""
    pages = Environment(autoescape=True, undefined=StrictUndefined, loader=PackageLoader("vision.evaluation", ""))
    return pages.get_template("report.html").render(
        name=name,
        best=evaluation,
        links=[(place, f"{count} {one if count == 1 else many}") for place, count, one, many in links if count],
        values=values,
        headings=list(HEADINGS),
        cells=cells,
        remarks=remarks,
        legend=LEGEND,
        doubts=[(doubt, words) for doubt, words in (told or {}).items() if doubt in doubts],
        reliability=reliability,
        confident=format_confident(reliability),
        bins=[
            (
                f"{b.low:g} to {b.high:g}",
                f"{b.confidence:.4f}",
                b.share.count,
                b.share.right,
                f"{b.share.value or 0:.2%}",
            )
            for b in reliability.bins
        ],
        said=list(SAID),
        truths=TRUE,
        parts=[(name, part) for name, part in parts.items() if len(parts) > 1 and part.total.dice],
        wrong=[_shown(outcome, load) for outcome in wrong],
        other=[_shown(outcome, load) for outcome in other],
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


def format_confident(reliability: Reliability) -> str:
    """Return the share of right values among those with a confidence of 0.99 or more, as a sentence."""
    if not reliability.sure.count:
        return "No value was given with 0.99 or more."
    return f"Of the values said with 0.99 or more, right are {format_share(reliability.sure)}."


def _shown(outcome: PictureResult, load: Callable[[PictureResult], Image | None]) -> tuple[str, str | None, str | None]:
    """Return the words of a mistake, the picture with it drawn in, and its close-ups."""
    text, image = f"{outcome.label.file}: {describe_mistakes(outcome.comparison)}", load(outcome)
    if image is None:
        return text, None, None
    near = close_ups(image, outcome.comparison)
    whole = draw_mistakes(image, outcome.comparison)
    return text, _embedded(whole), None if near is None else _embedded(near)


def _embedded(image: Image) -> str:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode("ascii")


PLACES = ("place", "pictures", "wholly right", "with a wrong value", "dice", "values said", "of these wrong")
CONFIDENCES = ("confidence said", "values", "right")


def card(evaluation: Evaluation) -> str:
    """Return two tables: one row for each place and one in all, and one row for each range of confidences.

    A share stands with its count and its bounds (Wilson 1927), within which the true share lies in 95 of 100 cases.
    """
    rows = [*evaluation.folders.items()]
    if len(rows) != 1:
        rows.append(("all", evaluation.total))
    places = _table(PLACES, (_place(name, score) for name, score in rows))
    return f"{places}\n{_table(CONFIDENCES, _confidences(evaluation.reliability))}"


def format_bounds(part: Share) -> str:
    """Return a share with its count and its bounds as text, as `94.2 % (195; 90.2 to 96.7)`."""
    if part.value is None:
        return "–"
    low, high = part.bounds
    return f"{100 * part.value:.1f} % ({part.right}; {100 * low:.1f} to {100 * high:.1f})"


def _place(name: str, score: ReadingScore) -> tuple[str, ...]:
    return (
        name,
        str(score.pictures),
        format_bounds(Share(score.pictures, score.right)),
        format_bounds(Share(score.pictures, score.wrong)),
        str(score.dice),
        str(score.said),
        format_bounds(Share(score.said, score.said - score.correct)),
    )


def _confidences(reliability: Reliability) -> Iterator[tuple[str, ...]]:
    for part in reliability.bins:
        yield f"{part.low:g} to {part.high:g}", str(part.share.count), format_bounds(part.share)


def _table(headings: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [headings, ("---", *["---:"] * (len(headings) - 1)), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
