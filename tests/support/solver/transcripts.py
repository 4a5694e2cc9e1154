"""Whole games as text: each state and each move, as they are kept and replayed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from solver.action import Action
from solver.games import parse
from solver.notation import read_move

S = TypeVar("S")


def described(state: Any) -> str:
    """Return a state as the texts of games tell it: as its line, with what players may do."""
    ways = state.legal_actions()
    some = [*map(str, ways)] if all(isinstance(way, Action) for way in ways) else [f"{len(ways)} ways"]
    can = ", ".join(some) if len(some) < 4 else f"{some[0]} to {some[-1]}"
    return f"{state}  {'over' if state.over else can}"


def replay(
    lines: Sequence[str],
    state: S,
    described: Callable[[S], str],
    moved: Callable[[S, str], S],
    ending: Callable[[S], Iterable[str]],
) -> Iterator[str]:
    """Play the moves in `lines` again from `state`, and yield the text of the game as it should be."""
    yield described(state)
    for line in lines:
        if line.startswith("> "):
            state = moved(state, line.removeprefix("> "))
            yield line
            yield described(state)
    yield from ending(state)


def replayed(lines: Sequence[str]) -> Iterator[str]:
    """Play the moves in `lines` again from the state of the first, and yield the whole text as it should be."""

    def ending(state: Any) -> list[str]:
        return [f"returns {state.returns()}" if hasattr(state, "returns") else f"winner {state.winner}"]

    start = parse(lines[0].partition("  ")[0])
    return replay(lines[1:], start, described, lambda state, move: state.apply(*read_move(state, move)), ending)
