"""Unattended games of Yahtzee over a bad line: kept dice stay, the right sheet is filled, no throw is counted twice."""

from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from hardware.sim.table import SimulatedTable
from robot.games.registry import make_game
from robot.match.events import Announced, Booked, Decided, Event, Read, Thrown, event_json
from robot.match.journal import Journal
from robot.match.match import Match
from tests.support.robot.stubs import BAD_LINE, drawing_robot, machine_of

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")


def score(box: str, dice: tuple[int, ...], written: dict[str, int]) -> int:
    """Return what the printed rules of Yahtzee write into a box, a joker included, without the solver."""
    counts = Counter(dice)
    most = max(counts.values())
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * counts[face]
    joker = most == 5 and "yahtzee" in written and UPPER[dice[0] - 1] in written
    longest = max(len(run) for run in ("1234", "2345", "3456", "12345", "23456", "") if set(run) <= set(map(str, dice)))
    fixed = {
        "full-house": (25, sorted(counts.values()) == [2, 3]),
        "small-straight": (30, longest >= 4),
        "large-straight": (40, longest == 5),
        "yahtzee": (50, most == 5),
    }
    if box in fixed:
        points, thrown = fixed[box]
        return points if thrown or (joker and box != "yahtzee") else 0
    least = {"three-of-a-kind": 3, "four-of-a-kind": 4, "chance": 1}[box]
    return sum(dice) if most >= least else 0


class EnoughError(Exception):
    """As much was played as the test wants."""


class SheetCampaignBookkeeper:
    """Fills the sheets by itself from what really lies in the wells, and counts shakes for each throw."""

    def __init__(self, table: SimulatedTable, players: int, enough: int) -> None:
        self.table = table
        self.enough = enough
        self.sheets: list[dict[str, int]] = [{} for _ in range(players)]
        self.further = [0] * players
        self.kept: dict[int, int] = {}
        self.throws = self.shakes = self.again = 0

    def hear(self, event: Event) -> None:
        match event:
            case Decided():
                self.kept = dict(event.move.keep or {})
            case Thrown():
                lying = self.table.truth()
                assert all(lying[well - 1] == face for well, face in self.kept.items())
                assert event.kept == tuple(sorted(self.kept))
                self.shakes, self.again = self.table.shakes, 0
            case Announced():
                assert "must show" not in event.text
                self.again += "thrown again" in event.text
            case Read():
                self.throws += 1
                assert event.throw == self.throws
                assert self.table.shakes == self.shakes + 1 + self.again
                assert event.values == self.table.truth()[:5]
                assert all(event.values[well - 1] == face for well, face in self.kept.items())
            case Booked():
                box, sheet, dice = event.move.action["score"], self.sheets[event.player], self.table.truth()[:5]
                self.further[event.player] += sheet.get("yahtzee") == 50 and len(set(dice)) == 1
                sheet[box] = score(box, dice, sheet)
                upper = sum(points for box, points in sheet.items() if box in UPPER)
                total = sum(sheet.values()) + 35 * (upper >= 63) + 100 * self.further[event.player]
                assert event_json(event)["totals"][event.player] == total
                if self.throws >= self.enough:
                    raise EnoughError


def play(folder: Path, seed: int, players: int, enough: int = 1000) -> tuple[int, int]:
    """Play one game, or turns of `enough` throws; return the throws and how many lines the host had to send again."""
    with ExitStack() as stack:
        lines: list[str] = []
        table, machine = machine_of(stack, seed, BAD_LINE, lambda speaker, line: lines.append(speaker + line))
        journal = stack.enter_context(Journal(folder / f"{seed}.sqlite"))
        keeper = SheetCampaignBookkeeper(table, players, enough)
        rules = make_game("yahtzee", {})
        seats = [drawing_robot(f"robot {seat}", seed + seat) for seat in range(players)]
        game = journal.begin("yahtzee", rules.rules, tuple(seat.name for seat in seats), seed)
        with suppress(EnoughError):
            Match(game, rules, seats, machine, journal, [keeper]).play()
        sent = [line for line in lines if line.startswith("host@")]
        return keeper.throws, len(sent) - len(set(sent))


@pytest.mark.check
def test_yahtzee_over_a_bad_line_fills_the_right_sheets(tmp_path: Path) -> None:
    throws, repeats = play(tmp_path, seed=2, players=2, enough=4)
    assert throws >= 4
    assert repeats > throws


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_fifty_six_games_of_yahtzee_over_a_bad_line_fill_the_right_sheets(tmp_path: Path, part: int) -> None:
    played = [play(tmp_path, seed, 1 + seed % 3) for seed in range(2000 + 7 * part, 2007 + 7 * part)]
    throws, repeats = map(sum, zip(*played, strict=True))
    print(f"{len(played)} games, {throws} throws, {repeats} lines sent again: every sheet right, every kept die kept")
