"""Write the tables of all games as decision processes into docs/learn/processes.md: `python -m tools.processes`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from solver.decision import count_in_words
from solver.environments.description import ProcessCounts, describe_process
from solver.environments.models.registry import model_of
from solver.game import read_options
from solver.games import find_game
from solver.keep_and_throw.rules import shipped_rules
from solver.options import GameOptions
from solver.race.hog import HogState
from solver.race.rules import RACES
from solver.rounds.rules import shipped_rounds
from solver.single.exact import SOLITAIRES

PAGE = Path(__file__).parents[1] / "docs" / "learn" / "processes.md"
BEGIN, END = "<!-- python -m tools.processes writes these tables -->\n", "<!-- their end -->\n"
SIZES: Mapping[str, Mapping[str, Any]] = {
    **{name: {"goal": 6} for name in RACES},
    "hog": {"goal": 4},
    "pig-three": {"goal": 4},
    "pig-reach": {"goal": 12, "turns": 3},
    "pig-score": {"turns": 1},
    "pig-turns": {"goal": 20},
    "think": {"turns": 1},
    "risk": {"attackers": 10, "best_split": 8, "territories": 3},
    "kingdom-come": {"goal": 100},
    **{name: {} for name in shipped_rounds()},
}
"""Sizes at which states are few enough to be written down in seconds."""
USUAL = (*RACES, HogState.game, *SOLITAIRES, *shipped_rules(), "yahtzee")
"""Games whose tables ship, or are solved in a second."""
USUAL_HEAD = """At their usual sizes, all rules as they are played:

| game | what a state is, besides who acts | actions | positions that the solver's table decides |
|---|---|---|---|
"""
HEAD = """| game | size | states | actions together | transitions | states that come again | most actions of a game |
|---|---|---|---|---|---|---|
"""


def count_game(name: str) -> ProcessCounts:
    """Return what is counted in a game of this name, at its size."""
    game = find_game(name)
    counts = describe_process(model_of(game, read_options(game, **SIZES[name]))).counts
    assert counts is not None, "sizes are small"
    return counts


def row_of(name: str) -> str:
    """Return the line of a game in the table."""
    counts = count_game(name)
    size = ", ".join(f"{option.replace('_', ' ')} {value}" for option, value in SIZES[name].items()) or "whole"
    again, groups = sum(counts.components), len(counts.components)
    if again == groups > 0:
        cycles = f"{again:,}, each at once"
    else:
        cycles = (
            f"{again:,} in {count_in_words(groups, 'group', 'groups')}, up to {counts.components[0]:,}"
            if groups
            else "none"
        )
    longest = "no limit" if counts.longest is None else f"{counts.longest:,}"
    numbers = f"{counts.states:,} | {counts.choices:,} | {counts.transitions:,}"
    return f"| `{name}` | {size} | {numbers} | {cycles} | {longest} |\n"


def usual_row(name: str) -> str:
    """Return the line of a game at its usual size."""
    model = model_of(find_game(name), GameOptions())
    shape = model.shape
    return f"| `{name}` | {', '.join(shape.fields)} | {len(shape.actions)} | {model.table.states:,} |\n"


def tables() -> Iterator[str]:
    """Yield the lines of both tables."""
    yield from (HEAD, *map(row_of, SIZES), "\n", USUAL_HEAD, *map(usual_row, USUAL))


def main() -> None:
    """Write the table into the page."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{''.join(tables())}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
