"""The card of a reader in Markdown: the results for each place and each confidence, with bounds."""

from collections.abc import Iterator

from vision.evaluation.comparison import ReadingScore
from vision.evaluation.evaluate import Evaluation
from vision.evaluation.reliability import Reliability, Share

PLACES = ("place", "pictures", "wholly right", "with a wrong value", "dice", "values said", "of these wrong")
CONFIDENCES = ("confidence said", "values", "right")


def card(evaluation: Evaluation) -> str:
    """Return two tables: the rows of the first are the places and all, those of the second the ranges of confidence.

    Each share has its count and its bounds (Wilson 1927), which contain the true share in 95 of 100 cases.
    """
    rows = [*evaluation.folders.items()]
    if len(rows) != 1:
        rows.append(("all", evaluation.total))
    places = _table(PLACES, (_place(name, score) for name, score in rows))
    return f"{places}\n{_table(CONFIDENCES, _confidences(evaluation.reliability))}"


def format_bounds(part: Share) -> str:
    """Return a share with its count and its bounds as text, such as `94.2 % (195; 90.2 to 96.7)`."""
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
