"""An evaluation in words and tables: each mistake, and figures with their bounds."""

from vision.evaluation.comparison import Pair, ReadingComparison, ReadingScore
from vision.evaluation.reliability import SURE


def describe_mistakes(comparison: ReadingComparison) -> str:
    """Return the mistakes of a comparison as text, the worst first: "said 5, is 3; not seen: 6"."""
    said = [(pair.wrong, _words(pair)) for pair in comparison.pairs if not pair.right]
    missed = [f"not noticed: {odd.what}" for odd in comparison.missed]
    return "; ".join([w for wrong, w in said if wrong] + missed + [w for wrong, w in said if not wrong]) or "nothing"


def _words(pair: Pair) -> str:
    if pair.said is not None:
        is_there = "no die" if pair.truth is None else str(pair.truth)
        return f"said {pair.said}, is {is_there}"
    if pair.die is not None:
        is_there = "no die" if pair.truth is None else f"is {pair.truth}"
        return f"in doubt ({pair.die.doubt}), {is_there}"
    return f"not seen: {pair.truth}"


HEADINGS = ("pictures", "wholly right", "with a wrong value", "dice", "dice read", "values right", "doubts", "ms")


def cells(score: ReadingScore) -> list[str]:
    """Return a score as texts, one for each of `HEADINGS`."""
    counts = score.to_json()
    shares = {key: count for key, count in counts.items() if key.endswith("_share")}
    words = {key: "–" if share is None else f"{100 * share:.1f} %" for key, share in shares.items()}
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
