"""How fast score sheets are simulated and played to win, and how often playing to win wins."""

import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.sheet import find_sheet
from solver.sheet.policy.guess import Guess
from solver.sheet.simulation.simulate import simulate
from solver.sheet.win.match import play_pairs
from solver.sheet.win.win_table import load, save, solve_wins
from solver.sheet.win.winner import Winner
from tools.bench._figure import figure, times
from tools.bench.sheet import moments

GAMES = 200_000
MATCHES = 20_000
PER_GAME, PER_WIN, PROMPT = 1 / 20_000, 1 / 100, 1e-3


def run() -> Iterator[str]:
    """Yield the lines."""
    table = load_sheet(find_sheet("yahtzee"))
    points = Guess.of_table(table)
    for games in (GAMES // 10, GAMES):
        simulate(points, 2, 1)
        played = simulate(points, games, 1, clock=time.thread_time)
        yield figure(f"a game of {games:,}, optimal play", 1 / played.games_per_second, "budget", PER_GAME)
    solve_wins(load_sheet(find_sheet("hooligan")))
    begun = time.process_time()
    wins = solve_wins(table)
    yield f"chances to win found in {time.process_time() - begun:.1f} s of one core"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wins"
        save(wins, path)
        loading = times([partial(load, path, table)] * 5).median
        what = f"their file of {path.stat().st_size / 1e6:.0f} MB read and verified"
        yield figure(what, loading, "its bytes read", times([path.read_bytes] * 5).median)
    winner = Winner(wins)
    for players in (2, 4, 8):
        states = [replace(state, cards=state.cards * players) for state in moments(table.sheet, 200)]
        winner.decide(states[0])
        taken = times([partial(winner.decide, state) for state in states], time.thread_time)
        yield figure(f"decision to win and why, {players} players: median", taken.median, "budget", PROMPT)
    play_pairs(wins, points, 4, 1)
    match = play_pairs(wins, points, MATCHES, 1, clock=time.thread_time)
    yield figure(f"a game of {MATCHES:,} to win against points", 1 / match.games_per_second, "budget", PER_WIN)
    first, second = (100 * share for share in match.seats)
    yield (
        f"playing to win gets {100 * match.share:.2f} % of them (standard error {100 * match.standard_error:.2f}), "
        f"{first:.2f} % in the first seat and {second:.2f} % in the second"
    )
