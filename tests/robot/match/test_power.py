"""Killed, without power or over a bad line, games go on, and no reading is lost or repeated."""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.sim.table import SimulatedTable
from robot.games.registry import PLAYED, make_game
from robot.match.events import Announced, Booked, Event, Read, Thrown
from robot.match.journal import Journal
from robot.match.players import make_player
from robot.match.standing import Standing
from robot.match.throw_off import next_or_first
from tests.support.robot.journaled import match_of
from tests.support.robot.killed import KINDS
from tests.support.robot.power_cut import Disk, Done, anything, nothing, read_done, recorder
from tests.support.robot.stubs import BAD_LINE, DrawnTable, drawing_robot, machine_of

KnownThrows = dict[int, dict[int, list[int]]]


def run(*words: str, **environment: str) -> str:
    alone = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.support.robot.killed", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **alone, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def check(path: Path, found: KnownThrows) -> Counter[str]:
    """Check a journal against what was told; return how many games of each kind it holds."""
    kinds: Counter[str] = Counter()
    with Journal(path) as journal:
        assert found.keys() <= {game.id for game in journal.games()}, "a game that was told of is not in the journal"
        for game in journal.games():
            kinds[game.game] += 1
            log = journal.log(game)
            readings = {entry.throw: entry.data["values"] for entry in log if entry.kind == "reading"}
            assert list(readings) == list(range(1, len(readings) + 1)), "a reading was repeated or left out"
            assert found.get(game.id, {}).items() <= readings.items(), "a reading that was told is not in the journal"
            assert set(readings) <= {entry.throw for entry in log if entry.kind == "intention"}
            values = [entry.data["value"] for entry in log if entry.kind == "first"]
            settled, place = next_or_first(len(game.players), values) if values else (True, 0)
            assert game.first == (place if settled else None) or (settled and game.first is None and not readings)
            standing = Standing.of(make_game(game.game, game.rules).begin(len(game.players)), log)
            if game.winners is not None:
                seats = [(seat + (game.first or 0)) % len(game.players) for seat in standing.position.winners]
                assert standing.position.over
                assert list(game.winners) == seats
    return kinds


def kills(folder: Path, number: int, seed: int) -> tuple[int, Counter[str]]:
    path = folder / "journal.sqlite"
    printed: KnownThrows = {
        int(game): {int(throw): values for throw, values in throws.items()}
        for game, throws in json.loads(run("kill", str(path), str(number), str(seed))).items()
    }
    return sum(map(len, printed.values())), check(path, printed)


def cuts(folder: Path, games: int, number: int, seed: int) -> tuple[int, int]:
    """Cut the power `number` times in a session of games; return how much was done to files, and readings told."""
    home = folder / "home"
    home.mkdir()
    path, log = home / "journal.sqlite", folder / "log"
    words = ("play", str(path), str(home / "told"), str(seed), str(games))
    run(*words, LD_PRELOAD=str(recorder(folder)), POWER_CUT_FOLDER=str(home), POWER_CUT_LOG=str(log))
    everything = list(read_done(log))
    assert {done.what for done in everything} >= {"w", "s"}
    chance = random.Random(seed)
    at = sorted(chance.sample(range(len(everything)), number))
    for disk, found in states(everything, at):
        for turn, stays in enumerate((nothing, anything(chance))):
            after = folder / f"cut-{turn}"
            after.mkdir(exist_ok=True)
            for old in after.iterdir():
                old.unlink()
            for name, content in disk.cut(stays).items():
                if name != "told":
                    (after / name).write_bytes(content)
            check(after / path.name, found)
            goes_on(after / path.name, chance)
            check(after / path.name, found)
    return len(everything), sum(map(len, found.values()))


def states(everything: Sequence[Done], at: Sequence[int]) -> Iterator[tuple[Disk, KnownThrows]]:
    """Return the disk at each of these moments, and what had been told by then."""
    disk, found = Disk(), KnownThrows()
    wanted = set(at)
    for number, done in enumerate(everything):
        if number in wanted:
            yield disk, found
        if done.file == "told":
            words = done.data.decode().split()
            if words[0] == "read":
                game, throw, *values = map(int, words[1:])
                found.setdefault(game, {})[throw] = values
        disk.take(done)


def goes_on(path: Path, chance: random.Random) -> None:
    """Play an unfinished game to its end."""
    with Journal(path) as journal:
        game = next(journal._list_waiting(), None)
        if game:
            seats = [drawing_robot(name, chance.randrange(1 << 30)) for name in game.players]
            match_of(game, seats).play(journal, DrawnTable(chance))
            assert game not in journal._list_waiting()


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
        match_of(begun, players, [keeper]).play(journal, machine)
        (winner,) = journal.game(begun.id).winners or ()
    sent = [line for line in lines if line.startswith("host@")]
    assert keeper.scores[winner] >= goal > keeper.scores[1 - winner]
    return keeper.throws, len(sent) - len(set(sent))


def test_every_game_that_dice_play_is_among_those_that_are_killed() -> None:
    assert {name for name, _, _ in KINDS} == set(PLAYED) - {"pass-the-pigs"}


@pytest.mark.check
def test_no_reading_of_any_game_is_lost_or_repeated_when_the_process_is_killed(tmp_path: Path) -> None:
    readings, kinds = kills(tmp_path, 25, seed=1)
    assert readings > 30
    assert kinds


@pytest.mark.soak
def test_a_thousand_kills_over_all_games(tmp_path: Path) -> None:
    readings, kinds = kills(tmp_path, 1000, seed=2)
    print(f"1,000 kills: {readings} readings of {kinds.total()} games told, none lost, none repeated: {dict(kinds)}")
    assert kinds.keys() == {name for name, _, _ in KINDS}


@pytest.mark.check
def test_no_reading_is_lost_or_repeated_when_the_power_is_cut(tmp_path: Path) -> None:
    done, readings = cuts(tmp_path, games=4, number=12, seed=3)
    assert done > 200
    assert readings > 10


@pytest.mark.soak
def test_a_thousand_power_cuts_over_all_games(tmp_path: Path) -> None:
    done, readings = cuts(tmp_path, games=2 * len(KINDS), number=1000, seed=4)
    print(f"1,000 power cuts in {done} writes and syncs, {readings} readings told: none lost, none repeated")


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
