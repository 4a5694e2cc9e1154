"""Finds the kind of a mistake by comparing the better action with the worse one."""

from collections import Counter

from solver.action import Action, Verb


def kind_of(better: Action, worse: Action, *, behind: bool) -> str:
    """Return the kind of a mistake, a word; `behind` means that somebody else has more, the turn's points included.

    On a sheet, an action breaks up equal dice if it keeps fewer of them than the better action.
    """
    if worse.verb is Verb.HOLD and better.verb is not Verb.HOLD:
        return "held-behind" if behind else "held"
    if better.verb in {Verb.HOLD, Verb.SCORE} and worse.verb is not better.verb:
        return "threw-on"
    if worse.box:
        return "stopped" if better.keep is not None else "chance" if worse.box == "chance" else "other-box"
    if worse.tiles is not None:
        return "other-tiles"
    if worse.count:
        return "more-dice" if worse.count > better.count else "fewer-dice"
    kept, best = Counter(worse.keep), Counter(better.keep)
    alike = max(best.values(), default=0)
    if worse.verb is Verb.KEEP and alike > max(1, *kept.values(), 0):
        return "broke"
    return "kept-more" if kept > best else "kept-fewer" if kept < best else "kept-other"
