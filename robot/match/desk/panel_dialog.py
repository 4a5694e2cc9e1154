"""What the panel's buttons mean while a question is open. Only this module and the dialogs of the games know it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from hardware.panel import ARROWS, KEEPS, Button
from robot.games.game import Dialog, Tally, Wish
from robot.match.questions import (
    AgreeUndo,
    AnybodyThere,
    ChooseMove,
    ConfirmDice,
    Confirmed,
    ConfirmLies,
    DiceLie,
    DiceSaid,
    Draft,
    EnterDice,
    EnterLie,
    GoOn,
    LeaveGame,
    MendDice,
    PlainAnswer,
    Preparing,
    RegretChoice,
    Reply,
    SetDie,
    SettleDie,
    ShowsFace,
    Topic,
    TryAgain,
    WakeUp,
)

SURE = (Button.HOLD, Button.ENTER)
"""Buttons that say that all is right."""
YES, NO, HERE = PlainAnswer.YES, PlainAnswer.NO, PlainAnswer.HERE


class PanelDialog(Protocol):
    """Turns buttons into drafts and answers."""

    def lit(self, topic: Any, draft: Any, /) -> Collection[Button]:
        """Return the buttons whose lamps are lit."""

    def pressed(self, topic: Any, draft: Any, button: Button, /) -> Draft | Reply | None:
        """Return the draft or the answer after a press of a button, None if the button means nothing here."""


@dataclass(frozen=True, slots=True)
class AnswerButtons:
    """A button for each answer, and one answer for all `others`. The lamps in `lamps` are lit.

    ENTER is HOLD. The arrow keys answer nothing where HOLD does.
    """

    answers: Mapping[Button, Reply]
    others: Reply | None = None
    lamps: Collection[Button] = ()

    def lit(self, _topic: Topic, _draft: None, /) -> Collection[Button]:
        return self.lamps

    def pressed(self, _topic: Topic, _draft: None, button: Button, /) -> Reply | None:
        if Button.HOLD in self.answers and button in ARROWS:
            return None
        return self.answers.get(Button.HOLD if button is Button.ENTER else button, self.others)


@dataclass(frozen=True, slots=True)
class MoveButtons:
    """The buttons of a game, which choose a move."""

    dialog: Dialog[Any]

    def lit(self, topic: ChooseMove, draft: Tally | None) -> Collection[Button]:
        return self.dialog.lit(topic.position, draft or Tally())

    def pressed(self, topic: ChooseMove, draft: Tally | None, button: Button) -> Draft | Reply | None:
        return self.dialog.pressed(topic.position, draft or Tally(), button)


@dataclass(slots=True)
class ConfirmButtons:
    """Dice thrown by hand: HOLD says that all is right, and NEW lets the camera look again.

    1 to 6 choose a die. The same button again takes one from its value; ROLL adds one. LEFT and RIGHT choose the next
    die, UP and DOWN add one and take one, and ENTER says that all is right.
    """

    _picked: Button | None = None

    def lit(self, _topic: ConfirmDice, draft: DiceSaid, /) -> Collection[Button]:
        return [KEEPS[draft.chosen]]

    def pressed(self, _topic: ConfirmDice, draft: DiceSaid, button: Button, /) -> Draft | Reply | None:
        said, chosen = draft.values, draft.chosen
        if button in KEEPS[: len(said)]:
            die, again = KEEPS.index(button), button is self._picked
            self._picked = button
            return _turned(draft, -1) if again and die == chosen else DiceSaid(said, die)
        if button is Button.ROLL:
            return _turned(draft, 1)
        if button in ARROWS:
            return _moved(draft, button)
        if button is Button.NEW:
            return PlainAnswer.LOOK_AGAIN
        if button not in SURE:
            return draft
        return _confirmed(draft)


class EnterButtons:
    """Dice that people enter: 1 to 6 say what the chosen die shows, and choose the next one that is not set.

    ROLL chooses the next die, HOLD or ENTER says that all are right, and NEW lets the camera look again. LEFT and RIGHT
    choose the next die, UP and DOWN add one and take one.
    """

    def lit(self, _topic: EnterDice, _draft: DiceSaid, /) -> Collection[Button]:
        return KEEPS

    def pressed(self, topic: EnterDice, draft: DiceSaid, button: Button) -> Draft | Reply | None:
        if button in KEEPS:
            return topic.drafted(draft, SetDie(draft.chosen, KEEPS.index(button) + 1))
        if button is Button.ROLL:
            return _moved(draft, Button.RIGHT)
        if button in ARROWS:
            return _moved(draft, button)
        if button is Button.NEW and topic.looks:
            return PlainAnswer.LOOK_AGAIN
        if button not in SURE:
            return draft
        return _confirmed(draft)


@dataclass(frozen=True, slots=True)
class BigButtons:
    """The three big buttons where dice are set: ROLL adds one to the chosen die, and NEW chooses the next one.

    HOLD says that all is right, or chooses the first die that is not set. After the last die NEW lets a camera look
    again. All other buttons do what they do in the dialog of the `others`.
    """

    others: PanelDialog

    def lit(self, topic: ConfirmDice, draft: DiceSaid) -> Collection[Button]:
        return self.others.lit(topic, draft)

    def pressed(self, topic: ConfirmDice, draft: DiceSaid, button: Button) -> Draft | Reply | None:
        if button is Button.ROLL:
            return _turned(draft, 1)
        looks = topic.looks if isinstance(topic, EnterDice) else True
        if button is Button.NEW and not (looks and draft.chosen == len(draft.values) - 1):
            return _moved(draft, Button.RIGHT)
        return self.others.pressed(topic, draft, button)


class CountedFace:
    """The three big buttons where the face of one die is asked: ROLL counts it up, and HOLD says it."""

    def lit(self, _topic: SettleDie | EnterLie, _draft: DiceSaid, /) -> Collection[Button]:
        return KEEPS

    def pressed(self, topic: SettleDie | EnterLie, draft: DiceSaid, button: Button) -> Draft | Reply | None:
        (face,) = draft.values
        if button is Button.ROLL:
            return _turned(draft, 1)
        if button in SURE:
            return ShowsFace(face) if face else draft
        return FACE_BUTTONS.pressed(topic, None, button)


def _moved(draft: DiceSaid, arrow: Button) -> DiceSaid:
    """Return the draft with the next die chosen, or the chosen one turned."""
    if arrow in {Button.UP, Button.DOWN}:
        return _turned(draft, 1 if arrow is Button.UP else -1)
    step = 1 if arrow is Button.RIGHT else -1
    return DiceSaid(draft.values, (draft.chosen + step) % len(draft.values))


def _confirmed(draft: DiceSaid) -> Draft | Reply:
    """Return the answer once every die is set; before, the draft with the first unset die chosen."""
    if None in draft.values:
        return DiceSaid(draft.values, draft.values.index(None))
    return Confirmed(tuple(value for value in draft.values if value))


def _turned(draft: DiceSaid, pips: int) -> DiceSaid:
    """Return the draft with pips added to the chosen die. After 6 comes 1; an unknown die begins at 1 or at 6."""
    values, die = draft.values, draft.chosen
    before = values[die] or (0 if pips > 0 else 1)
    face = (before - 1 + pips) % len(KEEPS) + 1
    return DiceSaid((*values[:die], face, *values[die + 1 :]), die)


FACE_BUTTONS = AnswerButtons({button: ShowsFace(face) for face, button in enumerate(KEEPS, 1)}, lamps=KEEPS)
ANY_BUTTON = AnswerButtons({}, HERE)
DIALOGS: Mapping[type[Topic], PanelDialog] = {
    SettleDie: FACE_BUTTONS,
    EnterLie: FACE_BUTTONS,
    MendDice: AnswerButtons({Button.HOLD: YES, Button.ROLL: NO}, lamps=(Button.HOLD, Button.ROLL)),
    DiceLie: AnswerButtons({Button.HOLD: YES}, NO),
    ConfirmLies: AnswerButtons({Button.HOLD: YES, Button.NEW: NO}, lamps=(Button.HOLD, Button.NEW)),
    LeaveGame: AnswerButtons({Button.HOLD: YES}, NO, tuple(Button)),
    AgreeUndo: AnswerButtons({Button.HOLD: YES}, NO, tuple(Button)),
    RegretChoice: AnswerButtons({Button.NEW: YES}, NO),
    GoOn: AnswerButtons({Button.ROLL: YES, Button.HOLD: YES, Button.LEAVE: NO}, HERE),
    Preparing: AnswerButtons({Button.LEAVE: Wish.LEAVE}),
    AnybodyThere: ANY_BUTTON,
    WakeUp: ANY_BUTTON,
    TryAgain: ANY_BUTTON,
}
"""What buttons mean for topics that are the same in every game."""


def dialog_of(topic: Topic) -> PanelDialog:
    """Return what buttons mean for a topic other than the choice of a move."""
    if isinstance(topic, EnterDice):
        return EnterButtons()
    return ConfirmButtons() if isinstance(topic, ConfirmDice) else DIALOGS[type(topic)]


def big_dialog_of(topic: Topic) -> PanelDialog:
    """Return the same for people who have three big buttons alone."""
    if isinstance(topic, SettleDie | EnterLie):
        return CountedFace()
    return BigButtons(dialog_of(topic)) if isinstance(topic, ConfirmDice) else dialog_of(topic)
