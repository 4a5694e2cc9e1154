"""What a robot weighed, as bars: each option with its worth, the best first."""

from collections.abc import Mapping, Sequence
from typing import Any

from robot.events import Decided, Hinted
from robot.players import strategy_of
from robot.web.stage import Shown
from robot.web.words import Words

MOST = 5
LEAST_BAR = 0.12
"""The shortest bar where worth is points, so that it can still be seen."""


def options_view(shown: Shown, words: Words) -> dict[str, Any]:
    """Return the bars of the hint that was asked for, or else of the last decision that came with reasons."""
    decided: Decided | Hinted | None = shown.hinted or shown.decided
    if decided is None or decided.decision is None:
        return {"options": [], "reason": "", "thinker": ""}
    told = decided.decision.to_json()
    name = shown.names[decided.player]
    wins = strategy_of(name) == "win" and shown.hinted is None and len(shown.names) > 1
    chances = wins or ("cards" not in decided.position.to_json() and len(shown.names) > 1)
    return {
        "options": bars(weighed(told["options"]), told["action"], words, chances=chances),
        "reason": words.say(decided.decision.saying),
        "thinker": words("hint-title") if shown.hinted else words("thinks", name=words.name(name)),
    }


def weighed(options: Mapping[str, float] | Sequence[Mapping[str, Any]]) -> list[tuple[Any, float]]:
    """Return actions and what they are worth, the best first."""
    if isinstance(options, Mapping):
        pairs = list(options.items())
    else:
        pairs = [(option["action"], option["value"]) for option in options]
    return sorted(pairs, key=lambda pair: -pair[1])


def bars(options: Sequence[tuple[Any, float]], chosen: Any, words: Words, *, chances: bool) -> list[dict[str, Any]]:
    """Return at most `MOST` bars, what was chosen always among them."""
    shown = list(options[:MOST])
    if chosen not in [action for action, _ in shown]:
        shown[-1:] = [pair for pair in options if pair[0] == chosen] or shown[-1:]
    if not shown:
        return []
    best, worst = shown[0][1], min(value for _, value in shown)
    return [
        {
            **label(action, words),
            "value": worth(value, best, words, chances=chances),
            "width": round(value if chances else bar(value, best, worst), 3),
            "chosen": action == chosen,
        }
        for action, value in shown
    ]


def worth(value: float, best: float, words: Words, *, chances: bool) -> str:
    """Return a chance, the points of the best option, or how many fewer another one brings."""
    if chances:
        return words("percent", share=round(100 * value, 1))
    return words("points", points=round(value, 1)) if value == best else words("fewer", points=round(best - value, 2))


def bar(value: float, best: float, worst: float) -> float:
    """Return the length of a bar of points: the whole for the best, `LEAST_BAR` for the last one."""
    return 1.0 if best == worst else LEAST_BAR + (1 - LEAST_BAR) * (value - worst) / (best - worst)


def label(action: Any, words: Words) -> dict[str, Any]:
    """Return what an action is called, and the dice that it keeps."""
    if isinstance(action, str):
        return {"text": words.move(action), "dice": []}
    match action:
        case {"keep": [*dice]}:
            return {"text": words("do-keep") if dice else words("do-throw"), "dice": dice}
        case {"score": str(box)} | {"commit": str(box)}:
            return {"text": words.box(box), "dice": []}
    return {"text": str(action), "dice": []}
