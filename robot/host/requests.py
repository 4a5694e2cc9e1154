"""The game that somebody wants next: made ready beside the one that is on, and begun when that may be left for it."""

import threading
from concurrent.futures import Future
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from robot.errors import NotNowError
from robot.games.game import TableGame
from robot.host.preload import StrategyPreload
from robot.host.status import Phase, RequestNow, Status, StatusBook
from robot.language import english
from robot.match.seats import GameSetting
from robot.saying import Saying

FREE = frozenset({Phase.ATTRACT, Phase.ALONE})
"""Phases in which nobody is there who could mind that the game is left."""


@dataclass(slots=True, eq=False)
class GameRequest:
    """A game that is wanted; `near` is whether by somebody at the table, or with the agreement of those who play.

    `asked` is when these were asked, in the people's time, None before.
    """

    setting: GameSetting
    number: int
    near: bool
    answer: "Future[bool]"
    making: "Future[None] | None" = None
    ready: bool = False
    asked: float | None = None


class GameRequests:
    """Holds one wish, the newest; from any thread. The status tells of it as long as it is not fulfilled."""

    def __init__(self, maker: StrategyPreload, book: StatusBook) -> None:
        self._maker, self._book, self._lock = maker, book, threading.RLock()
        self._wish: GameRequest | None = None
        self._numbers = count(1)

    def ask(self, setting: GameSetting, rules: TableGame[Any], *, near: bool) -> "Future[bool]":
        """Want a game. The answer comes when its robots are ready: False where it is not wanted any more by then.

        It raises what making the players raises. Raises NotNowError where somebody at the table wants another one and
        who asks is not `near` it.
        """
        wish = GameRequest(setting, next(self._numbers), near, Future())
        wish.answer.set_running_or_notify_cancel()  # who does not wait for it any more does not take it back
        with self._lock:
            if self._wish and self._wish.near and not near and (told := self._book.now.wish):
                raise not_now(Saying("wish-of-table", {"title": told.title}))
            self.forget()
            self._wish = wish
            self._book.change(wish=RequestNow(rules.title, ready=False, number=wish.number, near=near))
            making = wish.making = self._maker.make(rules, setting.players)
        making.add_done_callback(lambda made: self._made(wish, made))
        return wish.answer

    def forget(self, number: int | None = None, *, near: bool = True) -> None:
        """Want nothing any more; harmless when nothing is wanted.

        With a number only this wish is forgotten; who is not `near` the table does not forget what is wanted there.
        """
        with self._lock:
            wish = self._wish
            if wish and (number not in {None, wish.number} or (wish.near and not near)):
                return
            self._dropped()
        if wish and not wish.ready:
            wish.answer.set_result(False)

    def refuse(self, why: NotNowError) -> bool:
        """Want nothing any more, as no game may be begun now.

        Who still waits for the answer has `why` raised; return whether somebody had the answer already.
        """
        wish = self._dropped()
        if wish and not wish.ready:
            wish.answer.set_exception(why)
        return wish is not None and wish.ready

    def agree(self, number: int) -> None:
        """Say that those who play give their game up for the wish of this number, which must be ready."""
        with self._lock:
            if self._wish and self._wish.ready and self._wish.number == number:
                self._wish.near = True

    @property
    def waits(self) -> bool:
        """Whether a game is ready to be begun."""
        return self._wish is not None and self._wish.ready

    def ends(self, status: Status) -> bool:
        """Return whether the game that is on is left for the one that is wanted: people who play are asked first."""
        wish = self._wish
        if wish is None or not wish.ready:
            return False
        return wish.near or status.game is None or not any(status.game.people) or status.phase in FREE

    @property
    def asked(self) -> float | None:
        """When those who play were asked for the game that is ready to be begun, None where they were not."""
        wish = self._wish
        return wish.asked if wish else None

    def told(self, status: Status, now: float) -> Saying | None:
        """Return, once, what those who play are asked when somebody who is not at the table wants another game."""
        wish = self._wish
        if wish is None or not wish.ready or wish.asked is not None or status.wish is None or self.ends(status):
            return None
        wish.asked = now
        return Saying("wish", {"title": status.wish.title})

    def take(self) -> GameSetting | None:
        """Return the game that is to be begun now, None where there is none."""
        with self._lock:
            wish = self._wish
            if wish is None or not wish.ready:
                return None
            self._wish = None
            self._book.change(wish=None)
            return wish.setting

    def _dropped(self) -> GameRequest | None:
        with self._lock:
            wish, self._wish = self._wish, None
            self._book.change(wish=None)
        if wish and wish.making:
            self._maker.drop(wish.making)
        return wish

    def _made(self, wish: GameRequest, made: "Future[None]") -> None:
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


def not_now(why: Saying) -> NotNowError:
    """Return the error that says why nothing is begun at the moment."""
    return NotNowError(english().say(why), why)
