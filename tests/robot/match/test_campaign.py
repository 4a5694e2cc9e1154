"""Unattended games over a bad line: the right scores and sheets, kept dice stay, and no throw is counted twice."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from hardware.sim.table import SimulatedTable
from robot.games.registry import make_game
from robot.match.events import Announced, Booked, Decided, Event, Listener, Read, Thrown, event_json
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.players import Player, make_player
from tests.support.robot.stubs import BAD_LINE, drawing_robot, machine_of

PLAYERS = ("robot:optimal", "robot:hold20")
WELL = 2
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


class CampaignBookkeeper:
    """Keeps the score by itself from what really lies in the well, and counts shakes for each throw."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table = table
        self.scores = [0, 0]
        self.turn = 0
        self.throws = 0
        self.shakes = self.again = 0

    def hear(self, event: Event) -> None:
        match event:
            case Thrown():
                self.shakes, self.again = self.table.shakes, 0
            case Announced():
                self.again += "thrown again" in event.text
            case Read():
                self.throws += 1
                assert event.throw == self.throws
                assert self.table.shakes == self.shakes + 1 + self.again
                face = self.table.truth()[WELL - 1]
                assert event.values == (face,)
                self.turn = 0 if face == 1 else self.turn + face
            case Booked():
                self.scores[event.player] += self.turn
                self.turn = 0


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


Keeper = TypeVar("Keeper", bound=Listener)


def play_over_bad_line(
    folder: Path,
    seed: int,
    game: tuple[str, Mapping[str, Any]],
    players: Sequence[Player],
    keeper_of: Callable[[SimulatedTable], Keeper],
) -> tuple[Keeper, tuple[int, ...], int]:
    """Play a game, or until enough is played; return who kept the score, who won, and the lines that were repeated."""
    winners: tuple[int, ...] = ()
    with ExitStack() as stack:
        lines: list[str] = []
        table, machine = machine_of(stack, seed, BAD_LINE, lambda speaker, line: lines.append(speaker + line))
        journal = stack.enter_context(Journal(folder / f"{seed}.sqlite"))
        keeper, rules = keeper_of(table), make_game(*game)
        begun = journal.begin(rules.name, rules.rules, tuple(player.name for player in players), seed)
        with suppress(EnoughError):
            winners = Match(begun, rules, players, machine, journal, [keeper]).play()
    sent = [line for line in lines if line.startswith("host@")]
    return keeper, winners, len(sent) - len(set(sent))


def play_pig(folder: Path, seed: int, goal: int = 100) -> tuple[int, int]:
    """Play a game; return its throws and how many lines the host had to send again."""
    rules = make_game("pig", {"goal": goal})
    players = [make_player(name, rules, None) for name in random.Random(seed).sample(PLAYERS, 2)]
    keeper, (winner,), repeats = play_over_bad_line(folder, seed, ("pig", rules.rules), players, CampaignBookkeeper)
    assert keeper.scores[winner] >= goal > keeper.scores[1 - winner]
    return keeper.throws, repeats


def play_yahtzee(folder: Path, seed: int, players: int, enough: int = 1000) -> tuple[int, int]:
    """Play a game, or turns of `enough` throws; return the throws and how many lines the host had to send again."""
    seats = [drawing_robot(f"robot {seat}", seed + seat) for seat in range(players)]
    keeper, _, repeats = play_over_bad_line(
        folder, seed, ("yahtzee", {}), seats, lambda table: SheetCampaignBookkeeper(table, players, enough)
    )
    return keeper.throws, repeats


@pytest.mark.check
def test_games_over_a_bad_line_end_with_the_right_score(tmp_path: Path) -> None:
    for throws, repeats in (play_pig(tmp_path, 1, goal=15), play_yahtzee(tmp_path, 2, players=2, enough=4)):
        assert throws >= 4
        assert repeats > throws


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_two_hundred_games_over_a_bad_line_end_with_the_right_score(tmp_path: Path, part: int) -> None:
    played = [play_pig(tmp_path, seed) for seed in range(1000 + 25 * part, 1025 + 25 * part)]
    throws, repeats = map(sum, zip(*played, strict=True))
    print(
        f"{len(played)} games, {throws} throws, {repeats} lines sent again: every score right, no throw counted twice"
    )


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_fifty_six_games_of_yahtzee_over_a_bad_line_fill_the_right_sheets(tmp_path: Path, part: int) -> None:
    played = [play_yahtzee(tmp_path, seed, 1 + seed % 3) for seed in range(2000 + 7 * part, 2007 + 7 * part)]
    throws, repeats = map(sum, zip(*played, strict=True))
    print(f"{len(played)} games, {throws} throws, {repeats} lines sent again: every sheet right, every kept die kept")
