"""The request for the next game, which is prepared while a game is on and begins when that game ends."""

import threading
from concurrent.futures import Future
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from robot.errors import RefusedError
from robot.games.game import TableGame
from robot.host.preload import StrategyPreload
from robot.host.status import Phase, RequestNow, Status, StatusBook
from robot.language import english
from robot.match.players import is_person, people_of
from robot.match.seats import GameSetting
from robot.saying import Saying

FREE = frozenset({Phase.ATTRACT, Phase.ALONE})
"""Phases in which nobody plays, so that nobody must agree to leave the game."""


@dataclass(slots=True, eq=False)
class GameRequest:
    """A request for a game. `near` says that it comes from the table, or that the players have agreed to it.

    `asked` is the people's time at which the host asked the players, None before.
    """

    setting: GameSetting
    number: int
    near: bool
    answer: "Future[bool]"
    making: "Future[None] | None" = None
    ready: bool = False
    asked: float | None = None


class GameRequests:
    """Holds the newest request. Any thread may use it. The status shows the request until its game begins."""

    def __init__(self, maker: StrategyPreload, book: StatusBook) -> None:
        self._maker, self._book, self._lock = maker, book, threading.RLock()
        self._wish: GameRequest | None = None
        self._numbers = count(1)

    def ask(self, setting: GameSetting, rules: TableGame[Any], *, near: bool) -> "Future[bool]":
        """Request a game. The future is True when its robots are ready, False if the request was withdrawn before.

        The future raises the errors of making the players. Raises RefusedError if the request is not from `near` the
        table, and the table has requested a game or the players have agreed to another phone's game.
        """
        wish = GameRequest(setting, next(self._numbers), near, Future())
        wish.answer.set_running_or_notify_cancel()  # a caller that stops waiting does not withdraw the request
        with self._lock:
            before, told = self._wish, self._book.now.wish
            if before and told and before.near and not near and before.setting.by != (setting.by or None):
                raise make_not_now(Saying("wish-of-table", {"title": told.title}))
            self.forget()
            self._wish = wish
            asked = RequestNow(
                rules.title,
                ready=False,
                number=wish.number,
                near=near,
                people=people_of(setting.players),
                by=setting.by,
            )
            self._book.change(wish=asked)
            making = wish.making = self._robots(rules, setting.players)
        making.add_done_callback(lambda made: self._finish(wish, made))
        return wish.answer

    def _robots(self, rules: TableGame[Any], players: tuple[str, ...]) -> "Future[None]":
        """Prepare the robots among the players. A game without robots is ready at once."""
        if not all(map(is_person, players)):
            return self._maker.make(rules, players)
        none: Future[None] = Future()
        none.set_result(None)
        return none

    def forget(self, number: int | None = None, *, near: bool = True) -> None:
        """Withdraw the request, if there is one.

        With `number`, withdraw only the request with this number. A request from the table can be withdrawn only `near`
        the table.
        """
        with self._lock:
            wish = self._wish
            if wish and (number not in {None, wish.number} or (wish.near and not near)):
                return
            self._drop()
        if wish and not wish.ready:
            wish.answer.set_result(False)

    def refuse(self, why: RefusedError) -> bool:
        """Drop the request, because no game may begin now.

        Return whether its future was True already. If it had no result yet, it raises `why`.
        """
        wish = self._drop()
        if wish and not wish.ready:
            wish.answer.set_exception(why)
        return wish is not None and wish.ready

    def agree(self, number: int) -> None:
        """Note that the players agree to leave their game for the request with this number, if it is ready."""
        with self._lock:
            if self._wish and self._wish.ready and self._wish.number == number:
                self._wish.near = True

    @property
    def waits(self) -> bool:
        """Whether a requested game is ready."""
        return self._wish is not None and self._wish.ready

    def ends(self, status: Status) -> bool:
        """Return whether the game that is on must end now for the request. People who play must agree first."""
        wish = self._wish
        if wish is None or not wish.ready:
            return False
        return wish.near or status.game is None or not any(status.game.people) or status.phase in FREE

    @property
    def asked(self) -> float | None:
        """The people's time at which the host asked the players to leave their game, None if it has not."""
        wish = self._wish
        return wish.asked if wish else None

    def ask_players(self, status: Status, now: float) -> Saying | None:
        """Return, once, the question to the players if somebody away from the table requests another game."""
        wish = self._wish
        if wish is None or not wish.ready or wish.asked is not None or status.wish is None or self.ends(status):
            return None
        wish.asked = now
        return Saying("wish", {"title": status.wish.title})

    def take(self) -> GameSetting | None:
        """Return the game that begins now, None if there is none."""
        with self._lock:
            wish = self._wish
            if wish is None or not wish.ready:
                return None
            self._wish = None
            self._book.change(wish=None)
            return wish.setting

    def _drop(self) -> GameRequest | None:
        with self._lock:
            wish, self._wish = self._wish, None
            self._book.change(wish=None)
        if wish and wish.making:
            self._maker.drop(wish.making)
        return wish

    def _finish(self, wish: GameRequest, made: "Future[None]") -> None:
        with self._lock:
            if wish is not self._wish:
                return
            error = made.exception()
            if error is None:
                wish.ready = True
                self._book.change(wish=self._book.now.wish and replace(self._book.now.wish, ready=True))
            else:
                self._wish = None
                self._book.change(wish=None)
        if error is None:
            wish.answer.set_result(True)
        else:
            wish.answer.set_exception(error)


def make_not_now(why: Saying) -> RefusedError:
    """Return the error that says why no game begins at the moment."""
    return RefusedError(why, english().say(why), key="fault-not-now")
