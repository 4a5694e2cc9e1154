"""Unattended games on the twin, how fast they are played, and the robot's way out of what goes wrong there."""

import re
import time

import pytest

from hardware.dictionary import FaultNumber
from hardware.dimensions import BOXES, CRANK, KINDS
from hardware.errors import FaultError
from hardware.sim.build import MachineFault
from robot.errors import VoidThrowError
from robot.match.events import Announced, Booked, Event
from robot.match.journal import Journal
from robot.table.look import Look
from tests.support.robot.laid_twin import TwinTable, lay_twin, play
from tests.support.robot.stubs import Hearing, Watching

pytestmark = [pytest.mark.check, pytest.mark.usefixtures("home")]


class Enough:
    """Ends a game once so many turns have been made."""

    def __init__(self, turns: int) -> None:
        self._left = turns

    def hear(self, event: Event) -> None:
        if isinstance(event, Booked):
            self._left -= 1
            if not self._left:
                raise StopIteration


def play_turns(journal: Journal, game: str, seed: int, turns: int = 1000, kind: str = CRANK) -> str:
    """Play a game, or so many turns of it; every throw of it is checked. Return what it came to."""
    with lay_twin(seed, kind=kind) as there:
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
    assert "none misread" in play_turns(journal, game, 1, turns, kind)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(101, 131))
@pytest.mark.parametrize("kind", KINDS)
def test_thirty_games_of_pig(journal: Journal, seed: int, kind: str) -> None:
    print(play_turns(journal, "pig", seed, kind=kind), flush=True)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(201, 204))
def test_three_games_of_yahtzee(journal: Journal, seed: int) -> None:
    print(play_turns(journal, "yahtzee", seed), flush=True)


FIVE = (1, 2, 3, 4, 5)


def mend(there: TwinTable, target: str) -> bool:
    """Let people set dice right as they are asked to ("well 2 show 4")."""
    with there.twin.board.lock:
        for well, face in re.findall(r"well (\d) show (\d)", target):
            there.crank.put(int(well), int(face))
    return True


def test_steps_that_are_lost_make_a_throw_void_until_the_motor_is_well(journal: Journal) -> None:
    with lay_twin(13, {MachineFault.LOST_STEPS: frozenset()}) as there:

        def mend(event: Event) -> None:
            if isinstance(event, Announced) and "does not count" in event.text:
                there.crank.switch(MachineFault.LOST_STEPS, on=False)

        keeper = play(there, journal, "pig", {"goal": 5}, [Hearing(mend)])
        assert re.match(r"Throw \d does not count \(the table stopped with fault", keeper.announcements[0])


def test_a_motor_that_always_loses_steps_ends_the_game_in_words(journal: Journal) -> None:
    with (
        lay_twin(12, {MachineFault.LOST_STEPS: frozenset()}) as there,
        pytest.raises(VoidThrowError, match=r"fault \d: .+: "),
    ):
        play(there, journal, "pig", {"goal": 12})


@pytest.mark.parametrize("fault", [MachineFault.SLIPPING, MachineFault.SLOW])
def test_kept_dice_that_their_levers_lost_are_seen_and_people_set_them_right(fault: MachineFault) -> None:
    with lay_twin(13, {fault: frozenset()}) as there:

        class Helped(Watching):
            def ask_value(self, die: int, look: Look) -> int:  # noqa: ARG002
                return there.twin.truth()[die]  # a lever that rises slowly may hide it

        watching = Helped(mends=lambda: mend(there, watching.targets[-1]))
        keep = dict(enumerate(there.table.throw(FIVE, {}, watching), 1))
        before = len(watching.announcements)
        kept = {well: value for well, value in keep.items() if well < 5}
        values = there.table.throw(FIVE, kept, watching)
        assert "must show" in "".join(watching.announcements[before:])
        assert values == there.twin.truth()[:5]
        assert values[:4] == tuple(kept.values())


@pytest.mark.parametrize("fault", [MachineFault.SWITCH_OPEN, MachineFault.SWITCH_CLOSED])
def test_a_home_switch_that_sticks_asks_for_people_and_the_game_goes_on(fault: MachineFault, journal: Journal) -> None:
    with lay_twin(14, {fault: frozenset()}) as there:
        with pytest.raises(FaultError, match="fault 4") as raised:
            play(there, journal, "pig", {"goal": 8})
        assert raised.value.remedy
        there.crank.switch(fault, on=False)
        there.table.controller.clear(FaultNumber.SWITCH)
        assert play(there, journal, "pig", {"goal": 8}).throws > 0


def test_a_brown_out_under_the_load_of_a_shake_makes_its_throw_void_and_none_counts_twice(journal: Journal) -> None:
    with lay_twin(25) as there:

        def sag(shake: int) -> None:
            if shake == 2:
                there.twin.board.sag()

        there.shakes.begun = sag
        keeper = play(there, journal, "pig", {"goal": 8})
        void = [said for said in keeper.announcements if "does not count" in said]
        assert len(void) == 1
        assert void[0].startswith("Throw 2 does not count (the board was reset (cause: brownout))")
