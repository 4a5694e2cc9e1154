"""Prepare robots while another game is on: their strategies may take a minute to compute."""

import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from robot.errors import ROOMS
from robot.games.game import TableGame
from robot.match.players import is_person, make_player, strategy_of
from solver.apart import ApartCall
from solver.errors import SolverError

AT_ONCE = 4
"""The most games that are prepared at the same time."""
KNOWN = 100
"""The most games that are remembered as prepared. They need no process."""

Key = tuple[str, str, tuple[str, ...]]


@dataclass(slots=True, eq=False)
class PreloadJob:
    """A game that is being prepared or waits for that. `wanted` counts its requests."""

    key: Key
    rules: TableGame[Any]
    players: tuple[str, ...]
    made: "Future[None]" = field(default_factory=Future)
    wanted: int = 0
    call: ApartCall | None = None


class StrategyPreload:
    """Computes the robots' strategies while another game goes on.

    A separate process does long computations first. It stops when nobody wants the game any more. The solver keeps the
    results, so that robots that are made later are ready at once. Requests for the same game share one preparation.
    """

    def __init__(self) -> None:
        self._lock, self._threads = threading.Lock(), ThreadPoolExecutor(AT_ONCE, "maker")
        self._jobs: dict[Key, PreloadJob] = {}
        self._known: deque[Key] = deque(maxlen=KNOWN)

    def make(self, rules: TableGame[Any], players: tuple[str, ...]) -> "Future[None]":
        """Let the robots among `players` make their first decision. Call this from any thread.

        The future raises the errors of making the robots: UsageError, UnknownNameError, SolverError.
        """
        key = key_of(rules, players)
        with self._lock:
            job = self._jobs.setdefault(key, PreloadJob(key, rules, players))
            job.wanted += 1
            if job.wanted == 1:
                self._threads.submit(self._work, job)
        return job.made

    def know(self, rules: TableGame[Any], players: tuple[str, ...]) -> None:
        """Note that this program has prepared this game before."""
        with self._lock:
            self._known.append(key_of(rules, players))

    def drop(self, made: "Future[None]") -> None:
        """Withdraw a request. If nobody else wants the game, stop its preparation.

        This is harmless if the game is ready.
        """
        with self._lock:
            job = next((job for job in self._jobs.values() if job.made is made), None)
            if job is None:
                return
            job.wanted -= 1
            if job.wanted:
                return
            del self._jobs[job.key]
            if job.call:
                job.call.stop()
        made.cancel()

    def _work(self, job: PreloadJob) -> None:
        error: Exception | None = None
        try:
            if takes_long(job.rules, job.players):
                self._work_out(job)
            if job.wanted:
                practise(job.rules, job.players)
        except Exception as failed:  # noqa: BLE001  the future raises it
            error = failed
        with self._lock:
            if self._jobs.get(job.key) is not job:  # nobody wants it any more
                return
            del self._jobs[job.key]
            if error is None and job.key not in self._known:
                self._known.append(job.key)
        if error is None:
            job.made.set_result(None)
        else:
            job.made.set_exception(error)

    def _work_out(self, job: PreloadJob) -> None:
        """Prepare the game in a process that can be stopped, unless the game is prepared already."""
        with self._lock:
            if not job.wanted or job.key in self._known:
                return
            job.call = ApartCall(practise_on_disk, job.rules, job.players)
        job.call.run()


def key_of(rules: TableGame[Any], players: tuple[str, ...]) -> Key:
    return rules.name, repr(sorted(rules.rules.items())), players


def takes_long(rules: TableGame[Any], players: tuple[str, ...]) -> bool:
    """Return whether the robots among `players` may take long to prepare."""
    strategies = {strategy_of(spec) for spec in players if not is_person(spec)}
    return rules.takes_long(len(players), strategies)


def practise_on_disk(rules: TableGame[Any], players: tuple[str, ...]) -> None:
    """Save on the disk what the robots will need. Ignore errors: making the robots afterwards reports them."""
    with suppress(*ROOMS):
        practise(rules, players)


def practise(rules: TableGame[Any], players: tuple[str, ...]) -> None:
    """Make the robots among `players` and the robot that gives hints, and let each decide once."""
    position = rules.begin(len(players))
    if (action := position.forced) is not None:
        position = position.after(action, (1,) * len(position.wells_for(action)))
    people = [spec for spec in players if is_person(spec)]
    for spec in dict.fromkeys(spec for spec in players if spec not in people):
        make_player(spec, rules, None, Random(spec)).choose(position, lambda _: None)
    if people:
        with suppress(SolverError):  # the game can be played without hints
            rules.robot("", None).decide(position)
