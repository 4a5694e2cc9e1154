"""Who throws the dice of a study: the machine, people before a camera, or people who type what they see.

A die that cannot be read stays in doubt. Nobody is asked, and it is not thrown again: that would count some faces more
seldom than they fell.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from robot.errors import PeopleLeftError, UnsettledError
from robot.fairness.log import IN_DOUBT, VALUES
from robot.language.names import YOU
from robot.records.capture import NobodyAsked
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import HandsTable
from robot.table.look import Image, Look
from robot.table.table import MachineTable
from robot.table.tray import POLL

UNCLEAR = "unclear"
"""A die before a camera of which it is not certain that it was thrown."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A throw of all dice: a cell of the log for each, and the pictures by the name of their light."""

    cells: tuple[str, ...]
    pictures: Mapping[str, Image]


class StudyThrower(Protocol):
    """Throws all dice of a study once."""

    def cast(self, throw: int, wells: tuple[int, ...], /) -> Cast:
        """Make the throw of this number, from 1, the dice in these wells, () where there are none.

        Raises:
            VoidThrowError: its outcome is not known.
            HardwareError: a device is lost.
            PeopleLeftError: the people have left.

        """


@dataclass(slots=True)
class StudyWitness(NobodyAsked):
    """Looks on while a study throws, and answers nothing; `say` takes what people should do."""

    say: Callable[[Saying], None]
    name: str = YOU
    single: bool = False
    """Whether each picture is a photograph of one throw: its reading counts, and one without a reading is in doubt."""
    waved: Callable[[float], bool] | None = None
    """Waits so many seconds; returns whether people say that the die lies there, though the camera does not see it."""
    look: Look | None = None
    asked_before: bool = False
    """Whether people know already that they are to throw: the first sentence is not passed on then."""

    def looked(self, look: Look) -> None:
        self.look = look

    def announced(self, saying: Saying, _about: About = About.GAME, /) -> None:
        known, self.asked_before = self.asked_before, False
        if not known:
            self.say(saying)

    @property
    def thrower(self) -> str:
        return self.name

    def ready(self, seconds: float | None) -> bool:
        return self.single or (self.waved is not None and self.waved(seconds or POLL))

    def confirmed(self, _look: Look, _values: tuple[int | None, ...], /) -> tuple[int, ...] | None:
        raise UnsettledError("a study is made, so nobody is asked")

    def dice_entered(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:
        self.look = look
        if self.single and values and None not in values:
            return tuple(value for value in values if value)
        raise UnsettledError("a study is made, so nobody enters dice")


def cell(value: int | None, doubt: str | None) -> str:
    """Return what the log says of a die."""
    return f"{IN_DOUBT}{doubt or UNCLEAR}" if value is None else str(value)


@dataclass(slots=True)
class MachineThrower:
    """Throws all wells of a machine at once; each die is known by its well."""

    table: MachineTable
    say: Callable[[Saying], None]

    def cast(self, _throw: int, wells: tuple[int, ...], /) -> Cast:
        look = self.table.throw_once(wells, StudyWitness(self.say))
        return Cast(tuple(map(cell, look.values, look.doubts)), look.exposures)


@dataclass(slots=True)
class HandsThrower:
    """Lets people throw one die after another before a camera, so that each is known.

    `waved` waits so many seconds and returns whether people say that the die lies there, though the camera does not see
    it. It is in doubt then: people who throw it again would count some faces more seldom than they fell.
    """

    table: HandsTable
    dice: Sequence[str]
    say: Callable[[Saying], None]
    waved: Callable[[float], bool] | None = None

    def cast(self, throw: int, _wells: tuple[int, ...], /) -> Cast:
        cells, pictures = [], {}
        live = self.table.live
        single = live is not None and live.stills
        for number, name in enumerate(self.dice, 1):
            self.say(Saying("study-throw", {"throw": throw, "die": name}))
            if live is not None and single:
                live.forget()  # a die that is photographed always lies in the middle
            witness = StudyWitness(self.say, single=single, waved=self.waved, asked_before=True)
            try:
                (value,) = self.table.by_hand(1, (), witness)
                cells.append(str(value))
            except UnsettledError:
                doubts = witness.look.doubts if witness.look else ()
                cells.append(cell(None, doubts[0] if doubts else None))
            if witness.look:
                pictures[f"die{number}"] = witness.look.exposures["picture"]
        return Cast(tuple(cells), pictures)


@dataclass(slots=True)
class EnteredThrower:
    """Lets people type what they threw: a value for each die, in their order, or ? for one that leans or is lost.

    `ask` shows a question and returns the line that was typed, None where nobody is there.
    """

    dice: Sequence[str]
    ask: Callable[[Saying], str | None]
    say: Callable[[Saying], None]

    def cast(self, throw: int, _wells: tuple[int, ...], /) -> Cast:
        while True:
            line = self.ask(Saying("study-enter", {"throw": throw, "dice": ", ".join(self.dice)}))
            if line is None:
                raise PeopleLeftError("nobody enters any more throws: run again to go on")
            words = [word for word in re.split(r"[\s,;]*", line.strip()) if word]
            if len(words) == len(self.dice) and all(word in VALUES or word == IN_DOUBT for word in words):
                return Cast(tuple(words), {})
            self.say(Saying("study-enter-wrong", {"dice": len(self.dice)}))
