"""The states of the question desk: how a question is opened, answered, set aside and closed."""

from collections.abc import Mapping
from enum import StrEnum


class DeskState(StrEnum):
    """What the desk waits for."""

    CLOSED = "closed"
    OPEN = "open"
    ANSWERED = "answered"
    ALONE = "alone"
    HERE = "here"


class DeskEvent(StrEnum):
    """What happens to the desk, in the words of the diagram of states."""

    ASK = "the game asks"
    DRAFT = "a step of an answer"
    ANSWER = "a legal answer"
    TAKE = "the game takes the answer"
    TIME_OUT = "its time is over"
    SILENCE = "nobody does anything for long"
    RETURN = "asked again under a new number"
    LEAVE = "the game is left, or a device is lost"


TRANSITIONS: Mapping[tuple[DeskState, DeskEvent], DeskState] = {
    (DeskState.CLOSED, DeskEvent.ASK): DeskState.OPEN,
    (DeskState.OPEN, DeskEvent.DRAFT): DeskState.OPEN,
    (DeskState.OPEN, DeskEvent.ANSWER): DeskState.ANSWERED,
    (DeskState.OPEN, DeskEvent.TIME_OUT): DeskState.CLOSED,
    (DeskState.OPEN, DeskEvent.SILENCE): DeskState.ALONE,
    (DeskState.OPEN, DeskEvent.LEAVE): DeskState.CLOSED,
    (DeskState.ANSWERED, DeskEvent.TAKE): DeskState.CLOSED,
    (DeskState.ANSWERED, DeskEvent.LEAVE): DeskState.CLOSED,
    (DeskState.ALONE, DeskEvent.ANSWER): DeskState.HERE,
    (DeskState.ALONE, DeskEvent.LEAVE): DeskState.CLOSED,
    (DeskState.HERE, DeskEvent.RETURN): DeskState.OPEN,
    (DeskState.HERE, DeskEvent.LEAVE): DeskState.CLOSED,
}
"""The state that follows. Nothing else can happen: without a transition the desk refuses an answer."""
