"""Tables of policies as lines of text, and paragraphs below them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
"""Every how manieth score a table in text may have."""
WIDEST = 100
"""Columns of a paragraph where no terminal says how many."""


def score_step(goal: int, width: int | None, cell: int) -> int:
    """Return every how manieth score a table of `width` columns has room for, in cells of `cell`; 1 without a width.

    The first column is that of the player's own scores.
    """
    if width is None:
        return 1
    return next((step for step in STEPS if cell * (1 + -(-goal // step)) <= width), goal)


def score_table(goal: int, width: int | None, cell: Callable[[int, int], str], pad: str = "") -> Iterator[str]:
    """Yield a table by two scores below the goal, own scores down, with `pad` after those of the head.

    Lines have at most `width` columns; where that leaves scores out, the last line says so.
    """
    wide = len(str(goal)) + 2
    scores = range(0, goal, score_step(goal, width, wide))
    yield from grid(
        ["i/j", *(f"{score}{pad}" for score in scores)],
        ([str(me), *(cell(me, other) for other in scores)] for me in scores),
        wide,
    )
    if scores.step > 1:
        yield f"Scores in steps of {scores.step}, for which there is room here: --whole prints all."


def grid(head: Sequence[str], rows: Iterable[Sequence[str]], wide: int) -> Iterator[str]:
    """Yield a head and rows in columns that are so `wide`, numbers to the right."""
    for row in (head, *rows):
        yield "".join(f"{one:>{wide}}" for one in row).rstrip()


def paragraph(sentences: Iterable[str], width: int | None) -> Iterator[str]:
    """Yield an empty line and the sentences, in lines of `width` columns."""
    lines = wrap(" ".join(sentences), width or WIDEST)
    yield from ["", *lines] if lines else []
