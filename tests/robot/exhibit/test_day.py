"""Days at the exhibition with faults of every kind: no hang, no lost game, no wrong reading, no growing memory."""

from pathlib import Path

import pytest

from hardware import panels
from robot.exhibit.day_book import report_of
from tests.support.robot.exhibition_day import START, Day

WATCHDOG = 60.0


def check(day: Day) -> None:
    day.count_games()
    assert not day.wrong
    assert day.longest_silence < WATCHDOG / 2
    assert day.games["on"] <= 1
    assert day.games["won"] > 0
    kinds = {name for name in day.struck if not name.startswith("no ")}
    assert len(kinds) == (27 if day.drawn else 14)
    assert day.starts == 1 + day.struck["power cut"]


def test_some_minutes_with_every_error_of_a_table_end_well(tmp_path: Path) -> None:
    day = Day(tmp_path, hours=0.2, period=720.0, limit=150, goal=5, drawn=False)
    day.run()
    check(day)


@pytest.mark.check
def test_a_short_day_with_every_fault_ends_well(tmp_path: Path) -> None:
    day = Day(tmp_path, hours=0.2, period=720.0, limit=150, goal=8)
    day.run()
    check(day)
    report = report_of(tmp_path / "exhibition", START.date())
    assert report.throws <= day.readings
    assert {"camera", "board", "screen", "journal"} <= report.faults.keys()


def told(day: Day) -> str:
    strikes = sum(number for name, number in day.struck.items() if not name.startswith("no "))
    early, late = peaks(day)
    return (
        f"{day.hours:.0f} hours, {sum(day.games.values())} games ({dict(day.games)}), {day.readings} throws, {strikes} "
        f"faults, {day.starts} starts: no game lost, no throw misread; longest silence of the game loop "
        f"{day.longest_silence:.1f} s; memory {early:.1f} MB at most in the first 4 hours, {late:.1f} MB in the last "
        f"({late / early - 1:+.1%})"
    )


def peaks(day: Day) -> tuple[float, float]:
    """Return the most memory of hours 1 to 4, when all is warm, and of the last four.

    At a full hour the simulated camera may hold a second place and its last pictures, or nothing: some 8 % of all.
    """
    return max(day.memory[1:5]), max(day.memory[-4:])


@pytest.mark.soak
@pytest.mark.parametrize("drawn", [False, True])
def test_twenty_four_hours_with_every_fault_once_an_hour_end_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: bool
) -> None:
    monkeypatch.setattr(panels, "POLL_SECONDS", 0.25)
    day = Day(tmp_path, hours=24.0, limit=30 if drawn else 120, drawn=drawn)
    day.hourly = lambda hour: print(f"{hour:.0f} hours, {day.memory[-1]:.0f} MB", flush=True)
    day.run()
    check(day)
    print(told(day))
    early, late = peaks(day)
    assert late / early - 1 < 0.05
