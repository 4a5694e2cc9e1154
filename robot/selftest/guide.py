"""Who is led through the steps: answers questions, and hears what happens."""

from dataclasses import dataclass
from typing import Protocol

from robot.saying import Saying
from robot.table.calibration import WAYS
from robot.table.look import Image

NEXT, REPEAT, QUIT = "next", "repeat", "quit"
DONE, SKIP = "done", "skip"
UP, DOWN, KEEP = "up", "down", "keep"


class Guide(Protocol):
    """Leads people, or answers for them."""

    def tell(self, line: Saying, /) -> None:
        """Tell something that needs no answer."""

    def ask(self, what: Saying, answers: tuple[str, ...], /) -> str:
        """Ask people for one of `answers`, of which the first is the usual one.

        Raises PeopleLeftError where they have left.
        """

    def show(self, picture: Image) -> None:
        """Show a BGR picture of what is being done."""

    def beat(self) -> None:
        """Tell that the test goes on, while it waits for people. Raises PeopleLeftError where it is to end."""


class UnattendedGuide:
    """Answers every question with the usual answer."""

    def tell(self, line: Saying, /) -> None:
        """Pass over what is told."""

    def ask(self, _what: Saying, answers: tuple[str, ...], /) -> str:
        return answers[0]

    def show(self, picture: Image) -> None:
        """Pass over pictures."""

    def beat(self) -> None:
        """Go on."""


@dataclass(frozen=True, slots=True)
class AskingHands:
    """People as the hands at the table: asked for each step, which the board then sees or they confirm."""

    guide: Guide

    def board(self, number: int) -> None:
        way = Saying(f"calibrate-way-{number % WAYS}")
        self._confirmed(Saying("selftest-hold", {"number": number + 1, "way": way}))

    def lid(self) -> None:
        self._confirmed(Saying("selftest-lay-lid"))

    def dice(self) -> tuple[int, ...]:
        self._confirmed(Saying("selftest-lay-dice"))
        return 1, 2, 3, 4, 5, 6

    def lid_open(self) -> None:
        self.guide.tell(Saying("selftest-open-lid"))

    def lid_shut(self) -> None:
        self.guide.tell(Saying("selftest-close-lid"))

    def stop_pressed(self) -> None:
        self.guide.tell(Saying("selftest-press-stop"))

    def stop_released(self) -> None:
        self.guide.tell(Saying("selftest-release-stop"))

    def _confirmed(self, what: Saying) -> None:
        self.guide.ask(what, (DONE,))
