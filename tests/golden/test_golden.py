"""What earlier versions wrote opens, goes on and prints the same: `python -m tests.golden.write` made these copies."""

from operator import itemgetter
from pathlib import Path

import pytest

from tests.golden.prints import ENVIRONMENTS, KINDS, environments
from tests.golden.surface import at_home, capture, command_of, difference, prints_of, read_lines, same

pytestmark = pytest.mark.check
SHOWN = 8
"""So many differences of a kind are told."""


@pytest.mark.parametrize("kind", KINDS)
def test_commands_print_what_they_printed(kind: str, tmp_path: Path) -> None:
    with at_home(tmp_path / "home") as home:
        told = [
            f"{' '.join(then['words'])}: {differs}"
            for then in read_lines(prints_of(kind))
            if (differs := difference(then, capture(home, command_of(then))))
        ]
    assert not told, "\n".join([f"{len(told)} commands differ", *told[:SHOWN]])


def test_environments_show_reward_and_regret_what_they_did() -> None:
    pytest.importorskip("gymnasium")
    by_game = itemgetter("game")
    kept, shown = sorted(read_lines(prints_of(ENVIRONMENTS)), key=by_game), sorted(environments(), key=by_game)
    for then, now in zip(kept, shown, strict=True):
        for step, (before, after) in enumerate(zip(then["steps"], now["steps"], strict=True)):
            assert same(before, after), f"{then['game']}, step {step}"
        assert same(then, now), then["game"]
