"""The questions that people are asked at a table, and the answers: a type for each."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from robot.games.actions import FACES, Action, Mark, refused
from robot.games.dialog import goes_back, mark_thing
from robot.games.game import Position, Tally, Wish
from robot.saying import Saying
from robot.table.look import Look


class PlainAnswer(enum.Enum):
    """Answers without further data. HERE says that somebody is there, or starts another try of the table."""

    YES = "yes"
    NO = "no"
    HERE = "here"
    LOOK_AGAIN = "look-again"


@dataclass(frozen=True, slots=True)
class ShowsFace:
    """The die shows this face, 1 to 6. For a pig it is how it lies."""

    face: int


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The dice show these faces, from left to right."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InterruptedGame:
    """The interrupted game of this number goes on, or else ends for good."""

    game: int
    goes_on: bool


@dataclass(frozen=True, slots=True)
class SetDie:
    """Die number `die`, from 0, shows this face."""

    die: int
    face: int


@dataclass(frozen=True, slots=True)
class PickDie:
    """Die number `die`, from 0, will be set next."""

    die: int


@dataclass(frozen=True, slots=True)
class DiceSaid:
    """The values of dice that people have given so far, None if not given. Die number `chosen` can be set now.

    `picked` is the die that was chosen last by its own button, -1 if none was.
    """

    values: tuple[int | None, ...]
    chosen: int
    picked: int = -1


Reply: TypeAlias = Action | Wish | PlainAnswer | ShowsFace | Confirmed | InterruptedGame
"""Every type of answer."""
DraftStep: TypeAlias = Mark | SetDie | PickDie
"""Every type of step that changes the draft of an answer. Everybody at the table sees the draft."""
Draft: TypeAlias = Tally | DiceSaid


class Topic:
    """What a question is about.

    `kind` is its name for pages, `replies` are the types of its answers. A button that was pressed before the question
    does not answer a `fresh` topic. The other topics stay open while a state of the table lasts. Nobody answers a topic
    that `consents`, or gives an answer that `takes_back`, but those who are asked, not even at the panel.
    """

    __slots__ = ()
    kind: ClassVar[str]
    replies: ClassVar[tuple[type, ...]] = (PlainAnswer,)
    plain: ClassVar[frozenset[PlainAnswer]] = frozenset()
    fresh: ClassVar[bool] = True
    consents: ClassVar[bool] = False

    def check(self, reply: Reply) -> None:
        """Raise IllegalAnswerError, with the reason, if this is no legal answer."""
        if not isinstance(reply, self.replies) or (isinstance(reply, PlainAnswer) and reply not in self.plain):
            raise refused("refused-answer")
        if isinstance(reply, ShowsFace) and reply.face not in FACES:
            raise refused("refused-face")

    def drafted(self, _draft: Draft | None, _step: DraftStep, /) -> Draft:
        """Return the draft after a step. Raises IllegalAnswerError."""
        raise refused("refused-answer")

    @property
    def wishes(self) -> frozenset[Wish]:
        """What people can ask for instead of an answer."""
        return frozenset()

    @property
    def takes_back(self) -> frozenset[Reply]:
        """The answers that take the last choice back. They count where pressed shortly before the question, too."""
        return frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class ChooseMove(Topic):
    """Which move to make in this position. `objection` says why the last choice cannot be taken back, if it cannot."""

    kind = "move"
    replies = (Action, Wish)
    position: Position
    objection: Saying | None = None

    def check(self, reply: Reply) -> None:
        Topic.check(self, reply)
        if isinstance(reply, Action):
            self.position.chosen(reply)
        if reply is Wish.TAKE_BACK and self.objection:
            raise refused("nothing-back", why=self.objection)

    @property
    def wishes(self) -> frozenset[Wish]:
        return frozenset(Wish) - ({Wish.TAKE_BACK} if self.objection else set())

    @property
    def takes_back(self) -> frozenset[Reply]:
        return self.wishes & {Wish.TAKE_BACK}

    def drafted(self, draft: Draft | None, step: DraftStep) -> Draft:
        if isinstance(draft, Tally) and isinstance(step, Mark):
            return mark_thing(self.position, draft, step)
        raise refused("refused-answer")


@dataclass(frozen=True, slots=True, eq=False)
class SettleDie(Topic):
    """What die number `die` of a look, from 0, shows."""

    kind = "value"
    replies = (ShowsFace,)
    look: Look
    die: int


@dataclass(frozen=True, slots=True)
class MendDice(Topic):
    """Whether people correct dice: YES says that they have done so, NO lets the table throw the dice again."""

    kind = "mend"
    plain = frozenset({PlainAnswer.YES, PlainAnswer.NO})
    target: Saying


@dataclass(frozen=True, slots=True)
class DiceLie(Topic):
    """Whether the dice that somebody throws by hand lie in the tray. After NO the table waits for them."""

    kind = "ready"
    plain = frozenset({PlainAnswer.YES, PlainAnswer.NO})
    fresh = False


@dataclass(frozen=True, slots=True)
class ConfirmDice(Topic):
    """Whether dice thrown by hand show the values that were read, from left to right. None was not read."""

    kind = "confirm"
    replies = (Confirmed, PlainAnswer)
    plain = frozenset({PlainAnswer.LOOK_AGAIN})
    values: tuple[int | None, ...]

    def check(self, reply: Reply) -> None:
        Topic.check(self, reply)
        if isinstance(reply, Confirmed) and (
            len(reply.values) != len(self.values) or not all(face in FACES for face in reply.values)
        ):
            raise refused("refused-unset")

    def drafted(self, draft: Draft | None, step: DraftStep) -> Draft:
        if not isinstance(draft, DiceSaid) or not isinstance(step, SetDie | PickDie):
            raise refused("refused-answer")
        if step.die not in range(len(draft.values)):
            raise refused("refused-die", dice=len(draft.values))
        if isinstance(step, PickDie):
            return replace(draft, chosen=step.die)
        if step.face not in FACES:
            raise refused("refused-face")
        values = (*draft.values[: step.die], step.face, *draft.values[step.die + 1 :])
        return replace(draft, values=values, chosen=step.die)


@dataclass(frozen=True, slots=True)
class EnterDice(ConfirmDice):
    """What dice show that people have thrown, from left to right: as far as they were read, None where they say it.

    `looks` says whether there is a camera that can look again. After a die was set, the next unset one can be set.
    """

    kind = "enter"
    looks: bool = False

    def check(self, reply: Reply) -> None:
        ConfirmDice.check(self, reply)
        if reply is PlainAnswer.LOOK_AGAIN and not self.looks:
            raise refused("refused-answer")

    def drafted(self, draft: Draft | None, step: DraftStep) -> Draft:
        said = ConfirmDice.drafted(self, draft, step)
        assert isinstance(said, DiceSaid)
        if isinstance(step, SetDie) and None in said.values:
            return replace(said, chosen=said.values.index(None))
        return said


@dataclass(frozen=True, slots=True)
class EnterLie(Topic):
    """How pig number `pig`, from 1, lies."""

    kind = "lie"
    replies = (ShowsFace,)
    pig: int


@dataclass(frozen=True, slots=True)
class ConfirmLies(Topic):
    """Whether the pigs lie as entered. After NO people enter it again."""

    kind = "lies"
    plain = frozenset({PlainAnswer.YES, PlainAnswer.NO})
    lies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeaveGame(Topic):
    """Whether that player really leaves the game."""

    kind = "leave"
    plain = frozenset({PlainAnswer.YES, PlainAnswer.NO})
    consents = True
    name: str
    alone: bool


@dataclass(frozen=True, slots=True)
class RegretChoice(Topic):
    """Whether the last choice is taken back before a robot goes on. NO lets the robot go on at once."""

    kind = "regret"
    plain = frozenset({PlainAnswer.YES, PlainAnswer.NO})

    @property
    def takes_back(self) -> frozenset[Reply]:
        return frozenset({PlainAnswer.YES})


@dataclass(frozen=True, slots=True)
class AgreeUndo(Topic):
    """Whether these others, and not who asks for it, agree that the last choice is taken back."""

    kind = "agree"
    plain = frozenset({PlainAnswer.YES, PlainAnswer.NO})
    consents = True
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnybodyThere(Topic):
    """Whether anybody is there who still plays."""

    kind = "alone"
    plain = frozenset({PlainAnswer.HERE})


@dataclass(frozen=True, slots=True)
class WakeUp(Topic):
    """Whether somebody wants the table while nobody plays."""

    kind = "wake"
    plain = frozenset({PlainAnswer.HERE})
    fresh = False


@dataclass(frozen=True, slots=True)
class GoOn(Topic):
    """Whether the interrupted game of this number goes on. NO ends it for good. Another one of `games` may be named."""

    kind = "go-on"
    replies = (PlainAnswer, InterruptedGame)
    plain = frozenset({PlainAnswer.YES, PlainAnswer.NO, PlainAnswer.HERE})
    fresh = False
    game: int
    games: tuple[int, ...] = ()

    def check(self, reply: Reply) -> None:
        Topic.check(self, reply)
        if isinstance(reply, InterruptedGame) and reply.game not in self.games:
            raise refused("refused-answer")


@dataclass(frozen=True, slots=True)
class TryAgain(Topic):
    """Whether a lost device is tried again at once. Near the table the answer also says that all hands are away."""

    kind = "try-again"
    plain = frozenset({PlainAnswer.HERE})
    fresh = False


@dataclass(frozen=True, slots=True)
class Preparing(Topic):
    """Whether people leave a game whose robots are being prepared."""

    kind = "preparing"
    replies = (Wish,)
    fresh = False

    def check(self, reply: Reply) -> None:
        if reply not in self.wishes:
            raise refused("refused-answer")

    @property
    def wishes(self) -> frozenset[Wish]:
        return frozenset({Wish.LEAVE})


@dataclass(frozen=True, slots=True)
class Question:
    """A question at a table.

    Its `number` is higher than that of every earlier question of the same desk. `asked` are the names of the players
    who may answer, () for all who play. It closes by itself after `seconds` of the people's time; None if it waits.
    `asks` says that people at the table have three big buttons alone. `wishes` is what they can ask for instead of an
    answer.
    """

    number: int
    topic: Topic
    asked: tuple[str, ...] = ()
    seconds: float | None = None
    asks: bool = False
    wishes: frozenset[Wish] = frozenset()

    def offers_back(self, draft: Tally) -> bool:
        """Return whether NEW asks to take the last choice back, with a move drafted so far."""
        topic = self.topic
        return Wish.TAKE_BACK in self.wishes and isinstance(topic, ChooseMove) and not goes_back(topic.position, draft)


@dataclass(frozen=True, slots=True)
class Given:
    """The answer to a question, the draft at that moment, and whether it was given `near` the table."""

    reply: Reply
    draft: Draft | None
    near: bool


KINDS: Mapping[str, type[Topic]] = {
    topic.kind: topic
    for topic in (
        ChooseMove, SettleDie, MendDice, DiceLie, ConfirmDice, EnterDice, EnterLie, ConfirmLies, LeaveGame,
        RegretChoice, AgreeUndo, AnybodyThere, WakeUp, GoOn, TryAgain, Preparing,
    )
}  # fmt: skip
"""Every topic by its kind."""
