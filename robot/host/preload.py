"""Prepares robots while another game is on: to compute what they must know may take a minute."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from robot.errors import ROOMS
from robot.games.game import TableGame
from robot.match.players import is_person, make_player, strategy_of
from solver.errors import SolverError, TableError

AT_ONCE = 3
"""So many requested games are prepared at a time."""
NICENESS = 10
"""By how much a worker's priority is lowered, in units of `os.nice`."""
KNOWN = 100
"""So many games are remembered as prepared. These never wait for others."""

Key = tuple[str, str, tuple[str, ...]]


class Worker:
    """One long computation in a process of its own, at low priority. `job` and its `args` must be picklable."""

    def __init__(self, job: Callable[..., None], *args: Any) -> None:
        spawned = multiprocessing.get_context("spawn")  # a forked process would inherit the game's devices
        self._process = spawned.Process(target=_work_alone, args=(job, *args), daemon=True)
        self._lock = threading.Lock()
        self._stopped = False

    def run(self) -> int | None:
        """Do the job and wait for its end; call once.

        Returns the exit status: 0 on success, negative when a signal ended it, None when it never began.
        """
        with self._lock:
            if self._stopped:
                return None
            self._process.start()
        self._process.join()
        return self._process.exitcode

    def stop(self) -> None:
        """End the job, or prevent it from beginning. From any thread. Repeating this is harmless."""
        with self._lock:
            self._stopped = True
            if self._process.pid is not None:
                self._process.terminate()


def _work_alone(job: Callable[..., None], *args: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the program that started this one
    os.nice(NICENESS)
    job(*args)


@dataclass(slots=True, eq=False)
class PreloadJob:
    """A game that is being prepared, or waits for it. So many have `wanted` it, and it takes so many `places`."""

    key: Key
    rules: TableGame[Any]
    players: tuple[str, ...]
    made: "Future[None]" = field(default_factory=Future)
    wanted: int = 0
    places: int = 0
    worker: Worker | None = None


class StrategyPreload:
    """Computes what robots must know, in threads that end with the program.

    A process of its own does long computations first. It stops when nobody wants the game any more. The solver keeps
    the results, so that robots that are made later are ready at once. Requests for the same game share one preparation.
    """

    def __init__(self) -> None:
        self._lock, self._busy = threading.Lock(), 0
        self._makings: dict[Key, PreloadJob] = {}
        self._waiting: deque[PreloadJob] = deque()
        self._known: deque[Key] = deque(maxlen=KNOWN)

    def make(self, rules: TableGame[Any], players: tuple[str, ...], *, at_once: bool = False) -> "Future[None]":
        """Let the robots among `players` make their first decision. From any thread.

        The game waits its turn, unless it is wanted `at_once` or was prepared before. The answer raises the errors of
        making the robots: UsageError, UnknownNameError, SolverError.
        """
        key = key_of(rules, players)
        with self._lock:
            making = self._makings.get(key)
            if making is None:
                making = self._makings[key] = PreloadJob(key, rules, players)
                self._waiting.append(making)
            making.wanted += 1
            if making in self._waiting and (at_once or key in self._known):
                self._waiting.remove(making)
                self._begin(making, 0)
            self._begin_next()
        return making.made

    def know(self, rules: TableGame[Any], players: tuple[str, ...]) -> None:
        """Note that this program has prepared this game before."""
        with self._lock:
            self._known.append(key_of(rules, players))

    def drop(self, made: "Future[None]") -> None:
        """Withdraw a request. If nobody else wants the game, its preparation stops.

        Harmless when the game is ready already.
        """
        with self._lock:
            making = next((making for making in self._makings.values() if making.made is made), None)
            if making is None:
                return
            making.wanted -= 1
            if making.wanted:
                return
            self._end(making)
            if making in self._waiting:
                self._waiting.remove(making)
            if making.worker:
                making.worker.stop()
            self._begin_next()
        made.cancel()

    def _begin_next(self) -> None:
        while self._waiting and self._busy < AT_ONCE:
            self._begin(self._waiting.popleft(), 1)

    def _begin(self, making: PreloadJob, places: int) -> None:
        """Prepare the game in a thread that takes so many places."""
        making.places = places
        self._busy += places
        threading.Thread(target=self._work, args=(making,), name="maker", daemon=True).start()

    def _end(self, making: PreloadJob) -> bool:
        """Free the places of a game. Return False if they were freed before, because nobody wanted it any more."""
        if self._makings.get(making.key) is not making:
            return False
        del self._makings[making.key]
        self._busy -= making.places
        return True

    def _work(self, making: PreloadJob) -> None:
        error: Exception | None = None
        try:
            if takes_long(making.rules, making.players):
                self._work_out(making)
            if making.wanted:
                practise(making.rules, making.players)
        except Exception as failed:  # noqa: BLE001  the answer raises it
            error = failed
        with self._lock:
            if not self._end(making):
                return
            if error is None and making.key not in self._known:
                self._known.append(making.key)
            self._begin_next()
        if error is None:
            making.made.set_result(None)
        else:
            making.made.set_exception(error)

    def _work_out(self, making: PreloadJob) -> None:
        """Let a process prepare the game, unless it is prepared. The process can be stopped."""
        with self._lock:
            if not making.wanted or making.key in self._known:
                return
            making.worker = Worker(practise_on_disk, making.rules, making.players)
        status = making.worker.run()
        if making.wanted and status:
            raise TableError(f"what the robots know was not worked out (status {status}): free some memory")


def key_of(rules: TableGame[Any], players: tuple[str, ...]) -> Key:
    return rules.name, repr(sorted(rules.rules.items())), players


def takes_long(rules: TableGame[Any], players: tuple[str, ...]) -> bool:
    """Return whether the robots among `players` may take long to prepare."""
    strategies = {strategy_of(spec) for spec in players if not is_person(spec)}
    return rules.takes_long(len(players), strategies)


def practise_on_disk(rules: TableGame[Any], players: tuple[str, ...]) -> None:
    """Save what the robots will need on the disk. Their errors are reported when they are made afterwards."""
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
