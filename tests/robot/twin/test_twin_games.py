"""Unattended games on the twin: no misread, no lost or repeated throw, and how fast they are played."""

import time

import pytest

from hardware.dimensions import BOXES, CRANK, KINDS
from robot.match.events import Booked, Event
from robot.match.journal import Journal
from tests.support.robot.laid_twin import laid_twin, play

pytestmark = pytest.mark.check


class Enough:
    """Ends a game once so many turns have been made."""

    def __init__(self, turns: int) -> None:
        self._left = turns

    def hear(self, event: Event) -> None:
        if isinstance(event, Booked):
            self._left -= 1
            if not self._left:
                raise StopIteration


def played(journal: Journal, game: str, seed: int, turns: int = 1000, kind: str = CRANK) -> str:
    """Play a game, or so many turns of it; every throw of it is checked. Return what it came to."""
    with laid_twin(seed, kind=kind) as there:
        clock = there.table.clock
        start, table, processor = time.perf_counter(), clock.now(), time.process_time()
        keeper = play(there, journal, game, {}, [Enough(turns)])
        seconds, table, processor = time.perf_counter() - start, clock.now() - table, time.process_time() - processor
    again, wrong, void = (
        sum(words in said for said in keeper.announcements) for words in ("thrown again", "must show", "does not count")
    )
    return (
        f"{game} {seed}: {keeper.throws} throws, none misread, lost or repeated; {again} dice in doubt thrown "
        f"again, {wrong} kept dice set right, {void} void; {60 * keeper.throws / seconds:.1f} throws a minute, "
        f"{60 * keeper.throws / table:.1f} in real time, {60 * keeper.throws / processor:.1f} by processor time"
    )


@pytest.mark.parametrize(("game", "turns", "kind"), [("yahtzee", 1, CRANK), ("yahtzee", 1, BOXES), ("pig", 3, BOXES)])
def test_turns_are_played_on_the_twin(journal: Journal, game: str, turns: int, kind: str) -> None:
    assert "none misread" in played(journal, game, 1, turns, kind)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(101, 131))
@pytest.mark.parametrize("kind", KINDS)
def test_thirty_games_of_pig(journal: Journal, seed: int, kind: str) -> None:
    print(played(journal, "pig", seed, kind=kind), flush=True)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(201, 204))
def test_three_games_of_yahtzee(journal: Journal, seed: int) -> None:
    print(played(journal, "yahtzee", seed), flush=True)
