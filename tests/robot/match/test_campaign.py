"""Unattended games over a bad line: the right scores, and no throw is counted twice."""

import random
from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.sim.table import SimulatedTable
from robot.games.registry import make_game
from robot.match.events import Announced, Booked, Event, Read, Thrown
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.players import make_player
from tests.support.robot.stubs import BAD_LINE, machine_of

PLAYERS = ("robot:optimal", "robot:hold20")
WELL = 2


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


def play_pig(folder: Path, seed: int, goal: int = 100) -> tuple[int, int]:
    """Play a game; return its throws and how many lines the host had to send again."""
    rules, lines = make_game("pig", {"goal": goal}), list[str]()
    players = [make_player(name, rules, None) for name in random.Random(seed).sample(PLAYERS, 2)]
    with ExitStack() as stack:
        table, machine = machine_of(stack, seed, BAD_LINE, lambda speaker, line: lines.append(speaker + line))
        journal = stack.enter_context(Journal(folder / f"{seed}.sqlite"))
        keeper = CampaignBookkeeper(table)
        begun = journal.begin(rules.name, rules.rules, tuple(player.name for player in players), seed)
        (winner,) = Match(begun, rules, players, machine, journal, [keeper]).play()
    sent = [line for line in lines if line.startswith("host@")]
    assert keeper.scores[winner] >= goal > keeper.scores[1 - winner]
    return keeper.throws, len(sent) - len(set(sent))


@pytest.mark.check
def test_a_game_over_a_bad_line_ends_with_the_right_score(tmp_path: Path) -> None:
    throws, repeats = play_pig(tmp_path, 1, goal=15)
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
