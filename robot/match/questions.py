"""Questions for the people at a table: their answers, and what the panel's buttons mean meanwhile.

`robot.games.dialog` says what buttons mean while people choose a move.
"""

import enum
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from hardware.panel import ARROWS, KEEPS, Button
from robot.games import dialog
from robot.games.actions import FACES, Mark, make_refusal
from robot.games.game import Position, Tally, Wish
from robot.saying import Saying
from solver.action import Action


class PlainAnswer(enum.Enum):
    """Answers without data. HERE says that somebody is there, or starts another try of the table."""

    YES = "yes"
    NO = "no"
    HERE = "here"
    LOOK_AGAIN = "look-again"


@dataclass(frozen=True, slots=True)
class ShowsFace:
    """The die shows this face, 1 to 6. For a pig, it is the number of how it lies."""

    face: int


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The dice show these faces, from left to right."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InterruptedGame:
    """The interrupted game with this number goes on, or else ends for good."""

    game: int
    goes_on: bool


@dataclass(frozen=True, slots=True)
class SetDie:
    """Die number `die`, from 0, shows this face."""

    die: int
    face: int


@dataclass(frozen=True, slots=True)
class PickDie:
    """Choose die number `die`, from 0, to be set next."""

    die: int


@dataclass(frozen=True, slots=True)
class DiceSaid:
    """The values of dice that people have entered so far, None for the others. Die number `chosen` can be set now.

    `picked` is the die that was last chosen by its own button, -1 if none was.
    """

    values: tuple[int | None, ...]
    chosen: int
    picked: int = -1


Reply: TypeAlias = Action | Wish | PlainAnswer | ShowsFace | Confirmed | InterruptedGame
"""Every type of answer."""
DraftStep: TypeAlias = Mark | SetDie | PickDie
"""All types of steps that change the draft of an answer. Everybody at the table sees the draft."""
Draft: TypeAlias = Tally | DiceSaid


YES, NO, HERE = PlainAnswer.YES, PlainAnswer.NO, PlainAnswer.HERE
SURE = (Button.HOLD, Button.ENTER)
"""Buttons that confirm."""
NO_BUTTONS: Mapping[Button, Reply] = {}
GO_ON_BUTTONS: Mapping[Button, Reply] = {Button.ROLL: YES, Button.HOLD: YES, Button.LEAVE: NO}
FACE_BUTTONS: Mapping[Button, Reply] = {button: ShowsFace(face) for face, button in enumerate(KEEPS, 1)}


class Topic:
    """What a question is about, its answers, and what the panel's buttons mean while it is open.

    Pages call it by `kind`. Each of the `buttons` gives its answer, and all others give the answer `others`; no other
    answers are legal. ENTER means HOLD. The lamps in `lamps` are lit, and `keys` are the messages that name the keys.

    A press before the question does not answer a `fresh` topic. The other topics stay open while a state of the table
    lasts. If the topic `consents`, only the asked players may answer, even at the panel. The same holds for answers in
    `takes_back`, which take the last choice back; these also count if pressed shortly before the question.
    """

    __slots__ = ()
    kind: str
    buttons: Mapping[Button, Reply] = NO_BUTTONS
    others: Reply | None = None
    lamps: Sequence[Button] = ()
    keys: tuple[str, ...] = ("key-any",)
    fresh: bool = True
    consents: bool = False

    @property
    def wishes(self) -> frozenset[Wish]:
        """What people can ask for instead of an answer."""
        return frozenset()

    @property
    def takes_back(self) -> frozenset[Reply]:
        """The answers that take the last choice back."""
        return frozenset()

    def check(self, reply: Reply) -> Reply:
        """Return an answer in the form that the game takes. Raises IllegalAnswerError, with the reason."""
        if reply not in {*self.buttons.values(), self.others}:
            face = isinstance(reply, ShowsFace) and self.buttons is FACE_BUTTONS
            raise make_refusal("refused-face" if face else "refused-answer")
        return reply

    def mark(self, _draft: Draft | None, _step: DraftStep, /) -> Draft:
        """Return the draft after a step. Raises IllegalAnswerError."""
        raise make_refusal("refused-answer")

    def find_lamps(self, _draft: Draft | None, /) -> Collection[Button]:
        """Return the buttons whose lamps are lit."""
        return self.lamps

    def press(self, draft: Draft | None, button: Button, big: bool, /) -> Draft | Reply | None:
        """Return the draft or the answer after a press of a button, None if the button means nothing here.

        `big` says that there are only three big buttons: then ROLL counts a single face up, and HOLD confirms it.
        """
        if isinstance(draft, DiceSaid) and big and button is Button.ROLL:
            return turn_die(draft, 1)
        if isinstance(draft, DiceSaid) and big and button in SURE:
            (face,) = draft.values
            return ShowsFace(face) if face else draft
        by_enter = self.buttons.get(Button.HOLD) if button is Button.ENTER else None
        return self.buttons.get(button, by_enter) or self.others

    def name_keys(self, *, asks: bool) -> tuple[Saying, ...]:
        """Return messages that say which keys answer; `asks` says that people have only three big buttons."""
        counted = asks and self.buttons is FACE_BUTTONS
        return tuple(map(Saying, ("key-asked-count", "key-asked-right") if counted else self.keys))


@dataclass(frozen=True, slots=True, eq=False)
class FixedTopic(Topic):
    """A topic without data of its own."""

    kind: str
    buttons: Mapping[Button, Reply] = field(default_factory=dict)
    others: Reply | None = None
    lamps: Sequence[Button] = ()
    keys: tuple[str, ...] = ("key-any",)
    fresh: bool = True
    consents: bool = False
    wishes: frozenset[Wish] = frozenset()
    takes_back: frozenset[Reply] = frozenset()


CONFIRM_LIES = FixedTopic(
    "lies", {Button.HOLD: YES, Button.NEW: NO}, lamps=(Button.HOLD, Button.NEW), keys=("key-right", "key-anew")
)
"""Whether the pigs lie as entered. After NO, people enter this again."""
MEND_DICE = FixedTopic(
    "mend", {Button.HOLD: YES, Button.ROLL: NO}, lamps=(Button.HOLD, Button.ROLL), keys=("key-mended", "key-let-throw")
)
"""Whether people correct dice: YES says that they have done so. After NO, the table throws the dice again."""
DICE_LIE = FixedTopic("ready", {Button.HOLD: YES}, NO, keys=("key-lie",), fresh=False)
"""Whether the dice that somebody throws by hand lie in the tray. After NO, the table waits for them."""
LEAVE_GAME = FixedTopic("leave", {Button.HOLD: YES}, NO, tuple(Button), ("key-yes", "key-no"), consents=True)
"""Whether the player who is asked really leaves the game."""
AGREE_UNDO = FixedTopic("agree", {Button.HOLD: YES}, NO, tuple(Button), ("key-yes", "key-no"), consents=True)
"""Whether the other players agree that a player takes the last choice back."""
REGRET_CHOICE = FixedTopic(
    "regret", {Button.NEW: YES, Button.ROLL: NO}, keys=("key-regret", "key-go-on"), takes_back=frozenset({YES})
)
"""Whether a person takes the last choice back before a robot goes on. After NO, the robot goes on at once."""
REGRET_HOLD = replace(
    REGRET_CHOICE, buttons={Button.NEW: YES, Button.ENTER: YES, Button.HOLD: NO}, keys=("key-regret", "key-go-on-hold")
)
"""The same after a choice that does not throw: ROLL, which the player may then want to press, does not confirm it."""
ANYBODY_THERE = FixedTopic("alone", others=HERE)
"""Whether any player is still there."""
WAKE_UP = FixedTopic("wake", others=HERE, fresh=False)
"""Whether somebody wants the table while nobody plays."""
TRY_AGAIN = FixedTopic("try-again", others=HERE, fresh=False)
"""Whether to try a lost device again at once. From near the table, the answer also says that all hands are away."""
PREPARING = FixedTopic(
    "preparing", {Button.LEAVE: Wish.LEAVE}, keys=("key-leave",), fresh=False, wishes=frozenset({Wish.LEAVE})
)
"""Whether people leave a game whose robots are being prepared."""


@dataclass(frozen=True, slots=True, eq=False)
class ChooseMove(Topic):
    """Which move to make in a position. `objection` says why the last choice cannot be taken back, None if it can."""

    kind = "move"
    position: Position
    objection: Saying | None = None

    def check(self, reply: Reply) -> Reply:
        if isinstance(reply, Action):
            return self.position.find_move(reply)
        if not isinstance(reply, Wish):
            raise make_refusal("refused-answer")
        if reply is Wish.TAKE_BACK and self.objection:
            raise make_refusal("nothing-back", why=self.objection)
        return reply

    @property
    def wishes(self) -> frozenset[Wish]:
        return frozenset(Wish) - ({Wish.TAKE_BACK} if self.objection else set())

    @property
    def takes_back(self) -> frozenset[Reply]:
        return self.wishes & {Wish.TAKE_BACK}

    def mark(self, draft: Draft | None, step: DraftStep) -> Draft:
        if isinstance(draft, Tally) and isinstance(step, Mark):
            return dialog.mark_thing(self.position, draft, step)
        raise make_refusal("refused-answer")

    def find_lamps(self, draft: Draft | None) -> Collection[Button]:
        return dialog.find_lamps(self.position, draft if isinstance(draft, Tally) else Tally())

    def press(self, draft: Draft | None, button: Button, _big: bool) -> Draft | Reply | None:
        return dialog.press(self.position, draft if isinstance(draft, Tally) else Tally(), button)


class EnterFace(Topic):
    """Which of its six faces one thing shows: people press 1 to 6, or count it up with the big buttons."""

    buttons = FACE_BUTTONS
    lamps = KEEPS
    keys = ("key-face",)


@dataclass(frozen=True, slots=True)
class SettleDie(EnterFace):
    """The face of die number `die`, from 0, of the last look."""

    kind = "value"
    die: int


@dataclass(frozen=True, slots=True)
class EnterLie(EnterFace):
    """How pig number `pig`, from 1, of a throw by hand landed."""

    kind = "lie"
    pig: int


@dataclass(frozen=True, slots=True)
class ConfirmDice(Topic):
    """Whether dice thrown by hand show the values that were read, from left to right; None for an unread die.

    `looks` says whether there is a camera that can look again.
    """

    kind = "confirm"
    values: tuple[int | None, ...]
    looks: bool = True

    def check(self, reply: Reply) -> Reply:
        if isinstance(reply, Confirmed):
            if len(reply.values) != len(self.values) or not all(face in FACES for face in reply.values):
                raise make_refusal("refused-unset")
        elif reply is not PlainAnswer.LOOK_AGAIN or not self.looks:
            raise make_refusal("refused-answer")
        return reply

    def mark(self, draft: Draft | None, step: DraftStep) -> Draft:
        if not isinstance(draft, DiceSaid) or not isinstance(step, SetDie | PickDie):
            raise make_refusal("refused-answer")
        if step.die not in range(len(draft.values)):
            raise make_refusal("refused-die", dice=len(draft.values))
        if isinstance(step, PickDie):
            return replace(draft, chosen=step.die)
        if step.face not in FACES:
            raise make_refusal("refused-face")
        return replace(draft, values=set_face(draft.values, step.die, step.face), chosen=step.die)

    def find_lamps(self, draft: Draft | None) -> Collection[Button]:
        return [KEEPS[draft.chosen]] if isinstance(draft, DiceSaid) else ()

    def press(self, draft: Draft | None, button: Button, big: bool) -> Draft | Reply:
        """Return the draft or the answer after a press of a button.

        If a camera has read the dice, 1 to 6 choose a die; the same button again turns it down by one, and ROLL turns
        it up by one. If people enter the dice, 1 to 6 set the chosen die and choose the next unset one, and ROLL
        chooses the next die. In both cases LEFT and RIGHT choose the previous or next die, UP and DOWN turn the chosen
        one, and NEW lets a camera look again. HOLD or ENTER confirms all dice, or chooses the first unset one.

        With only three `big` buttons, ROLL turns the chosen die up by one, and NEW chooses the next die; after the last
        die, NEW lets a camera look again.
        """
        assert isinstance(draft, DiceSaid)
        enters = isinstance(self, EnterDice)
        if button is Button.ROLL:
            return choose_next(draft, Button.RIGHT) if enters and not big else turn_die(draft, 1)
        if button is Button.NEW and big and not (self.looks and draft.chosen == len(draft.values) - 1):
            return choose_next(draft, Button.RIGHT)
        if button in KEEPS and enters:
            return self.mark(draft, SetDie(draft.chosen, KEEPS.index(button) + 1))
        if button in KEEPS[: len(draft.values)]:
            die = KEEPS.index(button)
            return (
                turn_die(draft, -1) if die == draft.chosen == draft.picked else replace(draft, chosen=die, picked=die)
            )
        if button in ARROWS:
            return choose_next(draft, button)
        if button is Button.NEW and self.looks:
            return PlainAnswer.LOOK_AGAIN
        if button not in SURE:
            return draft
        if None in draft.values:
            return replace(draft, chosen=draft.values.index(None))
        return Confirmed(tuple(value for value in draft.values if value))

    def name_keys(self, *, asks: bool) -> tuple[Saying, ...]:
        if asks:
            return tuple(map(Saying, ("key-asked-count", "key-asked-on", "key-asked-right")))
        dice = len(self.values)
        pick = (Saying("key-pick", {"dice": dice}), Saying("key-reach")) if dice > 1 else ()
        return (Saying("key-right"), *pick, Saying("key-turn"), Saying("key-look-again"))


@dataclass(frozen=True, slots=True)
class EnterDice(ConfirmDice):
    """The values of dice thrown by hand, from left to right: those that were read, None for those to enter.

    After people set a die, they can set the next unset one.
    """

    kind = "enter"
    looks: bool = False

    def mark(self, draft: Draft | None, step: DraftStep) -> Draft:
        said = ConfirmDice.mark(self, draft, step)
        assert isinstance(said, DiceSaid)
        if isinstance(step, SetDie) and None in said.values:
            return replace(said, chosen=said.values.index(None))
        return said

    def find_lamps(self, _draft: Draft | None) -> Collection[Button]:
        return KEEPS

    def name_keys(self, *, asks: bool) -> tuple[Saying, ...]:
        if asks:
            return ConfirmDice.name_keys(self, asks=asks)
        reach, look = ("key-reach",) * (len(self.values) > 1), ("key-look-again",) * self.looks
        return tuple(map(Saying, ("key-set", *reach, "key-turn", "key-right", *look)))


@dataclass(frozen=True, slots=True)
class GoOn(Topic):
    """Whether the interrupted game with this number goes on; NO ends it. The answer may name another one of `games`."""

    kind = "go-on"
    buttons = GO_ON_BUTTONS
    others = HERE
    fresh = False
    game: int
    games: tuple[int, ...] = ()

    def check(self, reply: Reply) -> Reply:
        known = isinstance(reply, InterruptedGame) and reply.game in self.games
        return reply if known else Topic.check(self, reply)


KINDS = (
    *(topic.kind for topic in (ChooseMove, SettleDie, MEND_DICE, DICE_LIE, ConfirmDice, EnterDice, EnterLie)),
    *(topic.kind for topic in (CONFIRM_LIES, LEAVE_GAME, REGRET_CHOICE, AGREE_UNDO, ANYBODY_THERE, WAKE_UP, GoOn)),
    *(topic.kind for topic in (TRY_AGAIN, PREPARING)),
)
"""All kinds of topics."""


def choose_next(draft: DiceSaid, arrow: Button) -> DiceSaid:
    """Return the draft after an arrow key: with the previous or next die chosen, or the chosen one turned."""
    if arrow in {Button.UP, Button.DOWN}:
        return turn_die(draft, 1 if arrow is Button.UP else -1)
    step = 1 if arrow is Button.RIGHT else -1
    return replace(draft, chosen=(draft.chosen + step) % len(draft.values))


def turn_die(draft: DiceSaid, pips: int) -> DiceSaid:
    """Return the draft with pips added to the chosen die. 1 follows 6; an unknown die begins at 1 or at 6."""
    before = draft.values[draft.chosen] or (0 if pips > 0 else 1)
    return replace(draft, values=set_face(draft.values, draft.chosen, (before - 1 + pips) % len(FACES) + 1))


def set_face(values: tuple[int | None, ...], die: int, face: int) -> tuple[int | None, ...]:
    """Return the values of dice with the value of one die, counted from 0, set to a face."""
    return (*values[:die], face, *values[die + 1 :])


@dataclass(frozen=True, slots=True)
class Question:
    """A question at a table.

    Its `number` is higher than those of all earlier questions of the same desk. `asked` are the names of the players
    who may answer, () for all. It closes by itself after `seconds` of the people's time, never if None. `asks` says
    that people at the table have only three big buttons. `wishes` are what people can ask for instead of an answer.
    """

    number: int
    topic: Topic
    asked: tuple[str, ...] = ()
    seconds: float | None = None
    asks: bool = False
    wishes: frozenset[Wish] = frozenset()

    @property
    def keys(self) -> tuple[Saying, ...]:
        """Messages that name the keys for a question other than the choice of a move."""
        topic = self.topic
        return topic.name_keys(asks=self.asks) if topic is not PREPARING or Wish.LEAVE in self.wishes else ()

    def offers_back(self, draft: Tally) -> bool:
        """Return whether NEW asks to take the last choice back, given the draft of a move."""
        topic, may = self.topic, Wish.TAKE_BACK in self.wishes
        return may and isinstance(topic, ChooseMove) and not dialog.goes_back(topic.position, draft)


@dataclass(frozen=True, slots=True)
class Given:
    """The answer to a question, the draft at that moment, and whether the answer came from `near` the table."""

    reply: Reply
    draft: Draft | None
    near: bool
