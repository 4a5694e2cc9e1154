"""What goes wrong with the twin's machine, and the robot's way out of it: it sees, says, recovers or asks."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.dictionary import FaultNumber
from hardware.errors import FaultError
from hardware.sim.build import MachineFault
from hardware.twin.runner import Cause
from robot.errors import UnsettledError, VoidThrowError
from robot.games.registry import make_game
from robot.match.events import Announced, Begun, Event, Thrown
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.players import make_player
from robot.match.standing import Standing
from tests.support.robot.laid_twin import Bookkeeper, TwinTable, laid_twin
from tests.support.robot.stubs import Watching

PLAYERS = ("robot:optimal", "robot:hold20")
FIVE = (1, 2, 3, 4, 5)
pytestmark = [pytest.mark.check, pytest.mark.usefixtures("home")]


def mended(there: TwinTable, target: str) -> bool:
    """Let people set dice right as they are asked to ("well 2 show 4")."""
    with there.twin.board.lock:
        for well, face in re.findall(r"well (\d) show (\d)", target):
            there.twin.machine.put(int(well), int(face))
    return True


def play(
    folder: Path,
    there: TwinTable,
    game: str,
    rules: dict[str, Any],
    *,
    ear: Callable[[Event], object] = id,
) -> Bookkeeper:
    """Play a game, an unfinished one if there is any, to its end; `ear` hears of it. Every throw of it is checked."""

    class FaultListener:
        def hear(self, event: Event) -> None:
            ear(event)

    played = make_game(game, rules)
    names = PLAYERS if game == "pig" else ("robot",)
    players = [make_player(name, played, None) for name in names]
    with Journal(folder / "journal.sqlite") as journal:
        begun = journal.unfinished() or journal.begin(played.name, played.rules, names, 1)
        standing = Standing.of(played.begin(len(players)), journal.log(begun))
        keeper = Bookkeeper(there, played.wells, standing.throws)
        Match(begun, played, players, there.table, journal, [FaultListener(), keeper]).play()
        standing = Standing.of(played.begin(len(players)), journal.log(begun))
        assert standing.throws == keeper.throws
        assert standing.position.over
    return keeper


def test_steps_that_are_lost_make_a_throw_void_until_the_motor_is_well(tmp_path: Path) -> None:
    with laid_twin(13, {MachineFault.LOST_STEPS: frozenset()}) as there:

        def mend(event: Event) -> None:
            if isinstance(event, Announced) and "does not count" in event.text:
                there.twin.machine.switch(MachineFault.LOST_STEPS, on=False)

        keeper = play(tmp_path, there, "pig", {"goal": 5}, ear=mend)
        assert re.match(r"Throw \d does not count \(the table stopped with fault", keeper.announcements[0])


def test_a_motor_that_always_loses_steps_ends_the_game_in_words(tmp_path: Path) -> None:
    with (
        laid_twin(12, {MachineFault.LOST_STEPS: frozenset()}) as there,
        pytest.raises(VoidThrowError, match=r"fault \d: .+: "),
    ):
        play(tmp_path, there, "pig", {"goal": 12})


@pytest.mark.parametrize("fault", [MachineFault.SLIPPING, MachineFault.SLOW])
def test_kept_dice_that_their_levers_lost_are_seen_and_people_set_them_right(fault: MachineFault) -> None:
    with laid_twin(13, {fault: frozenset()}) as there:
        watching = Watching(mends=lambda: mended(there, watching.targets[-1]))
        keep = dict(enumerate(there.table.throw(FIVE, {}, watching), 1))
        before = len(watching.announcements)
        kept = {well: value for well, value in keep.items() if well < 5}
        values = there.table.throw(FIVE, kept, watching)
        assert "must show" in "".join(watching.announcements[before:])
        assert values == there.twin.truth()[:5]
        assert values[:4] == tuple(kept.values())


@pytest.mark.parametrize("fault", [MachineFault.SWITCH_OPEN, MachineFault.SWITCH_CLOSED])
def test_a_home_switch_that_sticks_asks_for_people_and_the_game_goes_on(fault: MachineFault, tmp_path: Path) -> None:
    with laid_twin(14, {fault: frozenset()}) as there:
        with pytest.raises(FaultError, match="fault 4") as raised:
            play(tmp_path, there, "pig", {"goal": 8})
        assert raised.value.remedy
        there.twin.machine.switch(fault, on=False)
        there.table.controller.clear(FaultNumber.SWITCH)
        assert play(tmp_path, there, "pig", {"goal": 8}).throws > 0


def test_a_cocked_die_is_thrown_again_and_never_guessed(tmp_path: Path) -> None:
    with laid_twin(17, {MachineFault.COCKED: frozenset({2})}) as there:

        def smooth(event: Event) -> None:
            if isinstance(event, Announced) and event.text == "The die in well 2 is cocked: thrown again.":
                there.twin.machine.switch(MachineFault.COCKED, on=False)

        keeper = play(tmp_path, there, "pig", {"goal": 8}, ear=smooth)
        assert any("is cocked: thrown again" in said for said in keeper.announcements)


def test_of_a_die_that_stays_cocked_people_are_asked_after_two_more_throws() -> None:
    """One that leans so far that pips of its side look like a second die's they are asked of at once."""
    with laid_twin(17, {MachineFault.COCKED: frozenset({2})}) as there:
        for _ in range(40):
            watching = Watching(says=6)
            values = there.table.throw((1, 2), {}, watching)
            if watching.announcements and watching.questions:
                break
        assert watching.questions == [1]
        assert watching.announcements == ["The die in well 2 is cocked: thrown again."] * 2
        assert watching.looks[-1].doubts == (None, "cocked")
        assert values == (there.twin.truth()[0], 6), "what people say counts"


def test_two_dice_in_a_well_are_announced_and_wait_for_people() -> None:
    with laid_twin(16, {MachineFault.DOUBLE: frozenset({2})}) as there:
        alone = Watching()
        with pytest.raises(UnsettledError, match="nobody is here to say what it shows"):
            there.table.throw((1, 2), {}, alone)
        assert all(look.values[1] is None for look in alone.looks), "never guessed"
        assert alone.questions == [1]
        there.twin.machine.switch(MachineFault.DOUBLE, on=False)
        watching = Watching()
        assert there.table.throw((1, 2), {}, watching) == there.twin.truth()[:2]
        assert watching.questions == []


def test_a_brown_out_under_the_load_of_a_shake_makes_its_throw_void_and_none_counts_twice(tmp_path: Path) -> None:
    with laid_twin(25) as there:

        def sag(shake: int) -> None:
            if shake == 2:
                there.twin.board.sag()

        there.shakes.begun = sag
        keeper = play(tmp_path, there, "pig", {"goal": 8})
        void = [said for said in keeper.announcements if "does not count" in said]
        assert len(void) == 1
        assert void[0].startswith("Throw 2 does not count (the board was reset (cause: brownout))")


def test_three_brown_outs_in_succession_end_the_game_and_nothing_is_lost(tmp_path: Path) -> None:
    thrown: list[int] = []
    rules = {"goal": 13}  # more than two throws of one die bring
    with laid_twin(21) as there:

        def cut(event: Event) -> None:
            if isinstance(event, Thrown):
                thrown.append(event.throw)
                if event.throw == 3:
                    there.twin.board.reset(Cause.BROWNOUT)

        with pytest.raises(VoidThrowError, match=r"the board was reset \(cause: brownout\)"):
            play(tmp_path, there, "pig", rules, ear=cut)
        assert thrown == [1, 2, 3, 3, 3]
        notices: list[Event] = []
        play(tmp_path, there, "pig", rules, ear=notices.append)
        assert isinstance(notices[0], Begun)
        assert notices[0].throws == 2
