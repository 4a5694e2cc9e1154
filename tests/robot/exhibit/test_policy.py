"""What the policy of an exhibition does: countdown, attract mode, games for visitors, quiet hours, limits."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.panel import Button
from robot.errors import NotNowError, UsageError
from robot.host.policy import QuietHours, ThrowLimit
from robot.host.status import Phase, Status
from robot.match.events import Announced, Begun, Event, Read, Thrown
from robot.match.journal import Journal, Occasion
from tests.support.hardware.timed_panel import Timed, timed
from tests.support.robot.exhibition import MORNING, Hall, nobody
from tests.support.robot.hosts import pig
from tests.support.robot.waiting import PATIENCE


@dataclass
class Hearing:
    hear: Callable[[Event], None]


def pressing(*presses: tuple[float, Button]) -> Timed:
    return timed(VirtualClock(), *presses)


def test_the_robot_plays_by_itself_after_thirty_seconds_of_a_countdown_that_is_seen(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 60.0, nobody())
    hall.run()
    seconds = [status.seconds for _, status in hall.states if status.phase is Phase.COUNTDOWN]
    assert list(dict.fromkeys(seconds)) == list(range(30, 0, -1))
    assert 30 <= hall.times(Begun)[0] < 31
    told = next(status for _, status in hall.states if status.phase is Phase.COUNTDOWN).to_json()
    assert "plays by itself in 30 s" in told["message"]


def test_attract_mode_says_why_and_explains_the_machine(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 600.0, nobody())
    hall.run()
    keys = [event.saying.key for _, event in hall.events if isinstance(event, Announced)]
    assert keys[0] == "attract"
    assert len({key for key in keys if key.startswith("explain-")}) >= 4


@pytest.mark.parametrize("occasion", [*Occasion, None])
def test_an_exhibition_goes_on_with_its_own_interrupted_game_and_leaves_those_of_other_programs(
    tmp_path: Path, occasion: Occasion | None
) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        game = journal.begin("pig", {"goal": 17}, ("you:Anna", "robot"), None)
        said: dict[str, Any] = {"occasion": occasion} if occasion else {}
        journal.write(game, "sitting", **said)
        journal.write(game, "intention", 1, action="roll", keep={}, wells=[2])
        journal.write(game, "reading", 1, values=[6])
    hall = Hall(tmp_path, 5.0, nobody())
    hall.run()
    begun = [event.rules["goal"] for _, event in hall.events if isinstance(event, Begun)]
    assert begun == ([17] if occasion else [])
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert journal.game(game.id).ended is None
        assert journal.unfinished() == (game if occasion is not Occasion.ATTRACT or begun else None)


@pytest.mark.parametrize("at", [35.0, 37.3, 41.7])
def test_any_button_begins_a_game_within_three_seconds(tmp_path: Path, at: float) -> None:
    for button in (Button.ROLL, Button.NEW, Button.KEEP4):
        hall = Hall(tmp_path / button, 50.0, pressing((at, button)))
        hall.run()
        begun = [when for when, event in hall.events if isinstance(event, Begun) and event.people[0]]
        assert begun
        assert at <= begun[0] <= at + 3


def test_a_button_in_the_countdown_begins_a_game_at_once(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 20.0, pressing((10.0, Button.HOLD)))
    hall.run()
    assert hall.times(Begun)[0] <= 10.5


def test_a_visitor_who_leaves_ends_the_game_and_the_robot_goes_on_by_itself(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 150.0, pressing((5.0, Button.ROLL), (6.0, Button.ROLL)))
    hall.run()
    order = [phase for phase in hall.phases() if phase is not Phase.IDLE]
    assert [phase for phase, before in zip(order, [None, *order], strict=False) if phase is not before] == [
        Phase.STARTING,
        Phase.COUNTDOWN,
        Phase.PLAYING,
        Phase.ALONE,
        Phase.PLAYING,
        Phase.COUNTDOWN,
        Phase.ATTRACT,
        Phase.CLOSED,
    ]
    with Journal(tmp_path / "journal.sqlite") as journal:
        visited, *attract = journal.games()
    assert visited.winners == ()
    assert attract[-1].ended is None


def test_quiet_hours_move_nothing_and_say_until_when(tmp_path: Path) -> None:
    quiet = QuietHours(time(10, 1), time(10, 3))
    hall = Hall(tmp_path, 240.0, pressing((100.0, Button.ROLL)), {"quiet": quiet})
    hall.run()
    assert not [at for at in hall.times(Thrown) if 63 <= at < 180]
    assert [at for at in hall.times(Thrown) if at > 180]
    told = [status for at, status in hall.states if status.phase is Phase.QUIET]
    assert told[0].message
    assert told[0].message.values["minutes"] == 2


def test_what_comes_first_waits_for_the_end_of_quiet_hours(tmp_path: Path) -> None:
    begun: list[float] = []
    hall = Hall(tmp_path, 240.0, pressing(), {"quiet": QuietHours(time(10, 0), time(10, 2))})
    hall.show["first"] = lambda: begun.append(hall.booth.clock.now())
    hall.run()
    assert len(begun) == 1
    assert 120 <= begun[0] < 123


def test_people_who_play_on_into_quiet_hours_are_left_in_peace_and_no_other_game_begins(tmp_path: Path) -> None:
    refused: list[str] = []

    def wish(event: Event) -> None:
        if isinstance(event, Thrown):
            assert hall.host.begin(pig(goal=11)).result(PATIENCE)
        elif isinstance(event, Read) and (wanted := hall.host.status.wish):
            hall.host.agree(wanted.number)

    def wish_late(status: Status) -> None:
        if status.phase is Phase.ALONE and not refused:
            with pytest.raises(NotNowError, match="quiet hours") as error:
                hall.host.begin(pig(goal=11))
            refused.append(error.value.saying.key)

    quiet, panel = QuietHours(time(10, 1), time(10, 5)), pressing((25.0, Button.ROLL), (59.5, Button.ROLL))
    hall = Hall(tmp_path, 250.0, panel, {"quiet": quiet}, listeners=[Hearing(wish)], followers=[wish_late])
    hall.run()
    assert len(hall.times(Begun)) == 1
    assert [at for at in hall.times(Read) if at > 60]
    assert [event.saying.key for _, event in hall.events if isinstance(event, Announced)].count("quiet") == 1
    assert refused == ["quiet"]


def test_a_clock_that_jumps_neither_ends_the_day_nor_shortens_a_wait(tmp_path: Path) -> None:
    jumps = {20.0: timedelta(hours=-30), 40.0: timedelta(days=400), 41.0: timedelta(hours=-3)}
    hall = Hall(tmp_path, 60.0, nobody(), {"quiet": QuietHours(time(11), time(12))}, jumps=jumps)
    hall.run()
    assert 30 <= hall.times(Begun)[0] < 31
    assert hall.phases()[-1] is Phase.CLOSED


def test_an_hour_has_no_more_throws_than_allowed_and_attract_mode_leaves_half_to_people(tmp_path: Path) -> None:
    hall = Hall(tmp_path, 3700.0, nobody(), {"pace": ThrowLimit(20)})
    hall.run()
    hours = Counter(int(at // 3600) for at in hall.times(Thrown))
    assert hours[0] == 10
    assert 0 < hours[1] <= 10


def test_people_wait_when_the_machine_has_thrown_enough(tmp_path: Path) -> None:
    presses = [(1.0 + 4 * number, Button.ROLL if number % 2 else Button.HOLD) for number in range(60)]
    hall = Hall(tmp_path, 400.0, pressing(*presses), {"pace": ThrowLimit(10)})
    hall.run()
    assert len(hall.times(Thrown)) == 10
    assert any(event.saying.key == "rests" for _, event in hall.events if isinstance(event, Announced))
    assert Phase.RESTING in hall.phases()


def test_a_game_that_was_cut_short_goes_on_after_the_next_start(tmp_path: Path) -> None:
    first = Hall(tmp_path, 12.0, pressing((5.0, Button.ROLL), (6.0, Button.ROLL), (9.5, Button.ROLL)))
    first.run()
    thrown = len(first.times(Thrown))
    assert thrown
    second = Hall(tmp_path, 5.0, nobody())
    second.run()
    (begun,) = [event for _, event in second.events if isinstance(event, Begun)]
    assert begun.throws >= 1
    assert begun.people == (True, False)


def test_hours_and_limits() -> None:
    night = QuietHours.of("22:00-09:30")
    assert night.seconds_left(datetime(2026, 5, 1, 21, 59, 59, tzinfo=UTC)) == 0
    assert night.seconds_left(datetime(2026, 5, 1, 22, 0, tzinfo=UTC)) == 11.5 * 3600
    assert night.seconds_left(datetime(2026, 5, 1, 9, 29, tzinfo=UTC)) == 60
    assert night.seconds_left(datetime(2026, 5, 1, 9, 30, tzinfo=UTC)) == 0
    assert QuietHours.of("").seconds_left(MORNING) == 0
    for wrong in ("22", "25:00-07:00", "a-b", "-"):
        with pytest.raises(UsageError):
            QuietHours.of(wrong)
    pace = ThrowLimit(2)
    assert pace.rest(0.0) == 0
    pace.thrown(0.0)
    pace.thrown(100.0)
    assert pace.rest(100.0) == 3500
    assert pace.rest(3600.0) == 0
    assert ThrowLimit(0).rest(5.0) == 0
    once = ThrowLimit(1)
    once.thrown(0.1)
    assert once.rest(3600.1 - 1e-9) == 0, "a wait too short for a clock of floats would never end"
