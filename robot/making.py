"""Robots made ready beside the game that is on: what they have to know may take a minute to work out."""

import threading
from concurrent.futures import Future
from contextlib import suppress
from random import Random
from typing import Any

from robot.games.game import TableGame
from robot.players import is_person, make_player
from solver.errors import SolverError

AT_ONCE = 2
"""So many games are worked out at a time: one that nobody waits for any more does not keep others waiting."""

Key = tuple[str, str, tuple[str, ...]]


class Maker:
    """Works out what robots know, in threads that end with the program.

    It is kept where the solver keeps it, so that robots made afterwards are ready at once. A game that is being worked
    out already is not worked out twice.
    """

    def __init__(self) -> None:
        self._lock, self._free = threading.Lock(), threading.Semaphore(AT_ONCE)
        self._running: dict[Key, Future[None]] = {}

    def make(self, rules: TableGame[Any], players: tuple[str, ...]) -> "Future[None]":
        """Let the robots among `players` make their first decision; from any thread.

        The answer raises what making them raises: PlayerError, UnknownNameError, SolverError.
        """
        key = rules.name, repr(sorted(rules.rules.items())), players
        with self._lock:
            if key in self._running:
                return self._running[key]
            made: Future[None] = Future()
            self._running[key] = made
        threading.Thread(target=self._work, args=(key, made, rules, players), name="maker", daemon=True).start()
        return made

    def _work(self, key: Key, made: "Future[None]", rules: TableGame[Any], players: tuple[str, ...]) -> None:
        try:
            with self._free:
                practise(rules, players)
        except Exception as error:  # noqa: BLE001  whoever waits for the answer has it raised
            made.set_exception(error)
        else:
            made.set_result(None)
        finally:
            with self._lock:
                del self._running[key]


def practise(rules: TableGame[Any], players: tuple[str, ...]) -> None:
    """Make the robots among `players`, and the one that gives hints to people, and let each decide once."""
    position = rules.begin(len(players))
    if (move := position.forced) is not None:
        position = position.after(move, (1,) * len(position.wells_for(move)))
    people = [spec for spec in players if is_person(spec)]
    for spec in dict.fromkeys(spec for spec in players if spec not in people):
        make_player(spec, rules, None, Random(spec)).choose(position, lambda _: None)
    if people:
        with suppress(SolverError):  # without hints the game can be played all the same
            rules.robot("", None).decide(position)
