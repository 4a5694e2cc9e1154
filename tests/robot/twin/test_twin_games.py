"""Unattended games on the twin: no misread, no lost or repeated throw, and how fast they are played."""

import time
from contextlib import suppress
from pathlib import Path

import pytest

from hardware.twin.gl import choose_painter
from robot.games.registry import make_game
from robot.match.events import Booked, Event
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.players import make_player
from robot.match.standing import Standing
from tests.support.requirements import needs_opengl, needs_package
from tests.support.robot.laid_twin import Bookkeeper, laid_twin

pytestmark = pytest.mark.check


class TurnsPlayedError(Exception):
    """As much was played as the test wants."""


class Enough:
    """Ends a game once so many turns have been made."""

    def __init__(self, turns: int) -> None:
        self._left = turns

    def hear(self, event: Event) -> None:
        if isinstance(event, Booked):
            self._left -= 1
            if not self._left:
                raise TurnsPlayedError


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path / "home"))
    needs_package("mujoco")
    needs_opengl()


def play(folder: Path, game: str, seed: int, turns: int = 1000) -> str:
    """Play a game, or so many turns of it; every throw of it is checked. Return what it came to."""
    rules = make_game(game, {})
    names = ("robot:optimal", "robot:hold20") if game == "pig" else ("robot",)
    painter, _ = choose_painter()
    with laid_twin(seed, painter=painter) as there, Journal(folder / f"{game}-{seed}.sqlite") as journal:
        begun = journal.begin(rules.name, rules.rules, names, seed)
        players = [make_player(name, rules, None) for name in names]
        keeper, clock = Bookkeeper(there, rules.wells), there.table.clock
        start, table, processor = time.perf_counter(), clock.now(), time.process_time()
        with suppress(TurnsPlayedError):
            Match(begun, rules, players, there.table, journal, [keeper, Enough(turns)]).play()
        seconds, table, processor = time.perf_counter() - start, clock.now() - table, time.process_time() - processor
        assert Standing.of(rules.begin(len(players)), journal.log(begun)).throws == keeper.throws
        again = sum("thrown again" in said for said in keeper.announcements)
        wrong = sum("must show" in said for said in keeper.announcements)
        void = sum("does not count" in said for said in keeper.announcements)
        return (
            f"{game} {seed}: {keeper.throws} throws, none misread, lost or repeated; {again} dice in doubt thrown "
            f"again, {wrong} kept dice set right, {void} void; {60 * keeper.throws / seconds:.1f} throws a minute, "
            f"{60 * keeper.throws / table:.1f} in real time, {60 * keeper.throws / processor:.1f} by processor time"
        )


def test_a_turn_of_yahtzee_is_played_on_the_twin(tmp_path: Path) -> None:
    assert "none misread" in play(tmp_path, "yahtzee", 1, turns=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(101, 131))
def test_thirty_games_of_pig(tmp_path: Path, seed: int) -> None:
    print(play(tmp_path, "pig", seed), flush=True)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(201, 204))
def test_three_games_of_yahtzee(tmp_path: Path, seed: int) -> None:
    print(play(tmp_path, "yahtzee", seed), flush=True)
