"""Where the time of a game goes: the simulated table runs as fast as it can, so all of it is work."""

import cProfile
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from robot.app import open_table
from robot.config import Config
from robot.games.registry import make_game
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.players import make_player
from robot.records.recording import Recorder
from robot.table.choice import TableChoice
from tools.bench._figure import figure, times

PLAYERS = ("robot:optimal", "robot:hold20")
SEED = 12
HELP_LIMIT = 0.5
FAST_LIMIT = 30.0
MEAN_THROWS = 73
PARTS = {
    "drawing the table's pictures": ("sim/camera.py", "frame"),
    "reading them": ("table/reader.py", "read"),
    "telling whether dice lie still": ("settle.py", "still"),
    "writing the recording": ("recording.py", "hear"),
    "the serial link": ("controller.py", "_command"),
    "the journal": ("journal.py", "write"),
    "deciding": ("players.py", "choose"),
}


def run() -> Iterator[str]:
    """Yield the lines."""
    command = [sys.executable, "-m", "robot", "--help"]
    start = times(lambda: subprocess.run(command, check=True, capture_output=True) for _ in range(7))
    yield figure("pipsqueak --help (median)", start.median, "the limit", HELP_LIMIT)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        throws = game(Path(folder) / "plain")
        seconds = time.perf_counter() - began
        yield figure(
            f"{MEAN_THROWS} throws with --fast --record, from a game of {throws}",
            seconds * MEAN_THROWS / throws,
            "the limit",
            FAST_LIMIT,
        )
        profile = cProfile.Profile()
        profile.runcall(game, Path(folder) / "profiled")
    calls = {
        (entry.code.co_filename, entry.code.co_name): entry
        for entry in profile.getstats()
        if not isinstance(entry.code, str)
    }
    total = calls[(__file__, "game")].totaltime
    for part, (file, function) in PARTS.items():
        spent = [entry.totaltime for (path, name), entry in calls.items() if path.endswith(file) and name == function]
        if not spent:
            raise LookupError(f"no {function} of {file} was called: mend the table of parts")
        yield f"  {part:<56} {sum(spent) / total:>9.1%} of the game's time"


def game(folder: Path) -> int:
    """Play one recorded game and return its throws."""
    table = open_table(TableChoice(seed=SEED, speed=None).resolved(Config()))
    try:
        with Journal(folder / "journal.sqlite") as journal, Recorder(folder / "recording") as recorder:
            players = [make_player(name, make_game("pig", {}), None) for name in PLAYERS]
            begun = journal.begin("pig", {"goal": 100}, PLAYERS, SEED)
            Match(begun, make_game("pig", {}), players, table, journal, [recorder]).play()
            return sum(entry.kind == "reading" for entry in journal.log(begun))
    finally:
        table.close()
