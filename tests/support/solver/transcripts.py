"""Whole games as text: each state and each move, as they are kept and replayed."""

from collections.abc import Iterator, Sequence
from typing import Any

from solver.action import Action
from solver.games import parse
from solver.notation import read_move


def described(state: Any) -> str:
    """Return a state as the texts of games tell it: as its line, with what players may do."""
    ways = state.legal_actions()
    some = [*map(str, ways)] if all(isinstance(way, Action) for way in ways) else [f"{len(ways)} ways"]
    can = ", ".join(some) if len(some) < 4 else f"{some[0]} to {some[-1]}"
    return f"{state}  {'over' if state.over else can}"


def replayed(lines: Sequence[str]) -> Iterator[str]:
    """Play the moves in `lines` again from the state of the first, and yield the whole text as it should be."""
    state: Any = parse(lines[0].partition("  ")[0])
    yield described(state)
    for line in lines:
        if line.startswith("> "):
            yield line
            state = state.apply(*read_move(state, line.removeprefix("> ")))
            yield described(state)
    yield f"returns {state.returns()}" if hasattr(state, "returns") else f"winner {state.winner}"
