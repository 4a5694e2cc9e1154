"""What the panel's buttons mean while a question is open. Only this module and `robot.games.dialog` know it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from hardware.panel import ARROWS, KEEPS, Button
from robot.games import dialog
from robot.games.game import Tally, Wish
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


@dataclass(frozen=True, slots=True)
class AnswerButtons:
    """A button for each answer, and one answer for all `others`. The lamps in `lamps` are lit.

    ENTER is HOLD. The arrow keys answer nothing where HOLD does.
    """

    answers: Mapping[Button, Reply]
    others: Reply | None = None
    lamps: Collection[Button] = ()


FACES = AnswerButtons({button: ShowsFace(face) for face, button in enumerate(KEEPS, 1)}, lamps=KEEPS)
ANY_BUTTON = AnswerButtons({}, HERE)
ANSWERS: Mapping[type[Topic], AnswerButtons] = {
    SettleDie: FACES,
    EnterLie: FACES,
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
"""What buttons mean where nothing is drafted."""


def lit(topic: Topic, draft: Draft | None) -> Collection[Button]:
    """Return the buttons whose lamps are lit."""
    if isinstance(topic, ChooseMove):
        return dialog.find_lamps(topic.position, draft if isinstance(draft, Tally) else Tally())
    if isinstance(draft, DiceSaid) and isinstance(topic, ConfirmDice):
        return KEEPS if isinstance(topic, EnterDice) else [KEEPS[draft.chosen]]
    return ANSWERS[type(topic)].lamps


def pressed(topic: Topic, draft: Draft | None, button: Button, *, big: bool) -> Draft | Reply | None:
    """Return the draft or the answer after a press of a button, None if the button means nothing here.

    Dice thrown by hand that a camera has read: 1 to 6 choose a die. The same button again takes one from its value;
    ROLL adds one. Dice that people enter: 1 to 6 say what the chosen die shows, and choose the next one that is not
    set; ROLL chooses the next die. In both LEFT and RIGHT choose the next die, UP and DOWN add one and take one, HOLD
    or ENTER says that all are right, or chooses the first die that is not set, and NEW lets a camera look again.

    With three `big` buttons alone ROLL adds one to the chosen die, and NEW chooses the next one; after the last die NEW
    lets a camera look again. Where one face is asked, ROLL counts it up, and HOLD says it.
    """
    if isinstance(topic, ChooseMove):
        return dialog.press(topic.position, draft if isinstance(draft, Tally) else Tally(), button)
    if isinstance(draft, DiceSaid):
        if isinstance(topic, ConfirmDice):
            return _dice(topic, draft, button, big=big)
        if big and button is Button.ROLL:
            return _turned(draft, 1)
        if big and button in SURE:
            (face,) = draft.values
            return ShowsFace(face) if face else draft
    given = ANSWERS[type(topic)]
    if Button.HOLD in given.answers and button in ARROWS:
        return None
    return given.answers.get(Button.HOLD if button is Button.ENTER else button, given.others)


def _dice(topic: ConfirmDice, draft: DiceSaid, button: Button, *, big: bool) -> Draft | Reply:
    enters = isinstance(topic, EnterDice)
    looks = topic.looks if isinstance(topic, EnterDice) else True
    if button is Button.ROLL:
        return _moved(draft, Button.RIGHT) if enters and not big else _turned(draft, 1)
    if button is Button.NEW and big and not (looks and draft.chosen == len(draft.values) - 1):
        return _moved(draft, Button.RIGHT)
    if button in KEEPS and enters:
        return topic.drafted(draft, SetDie(draft.chosen, KEEPS.index(button) + 1))
    if button in KEEPS[: len(draft.values)]:
        die = KEEPS.index(button)
        return _turned(draft, -1) if die == draft.chosen == draft.picked else replace(draft, chosen=die, picked=die)
    if button in ARROWS:
        return _moved(draft, button)
    if button is Button.NEW and looks:
        return PlainAnswer.LOOK_AGAIN
    return _confirmed(draft) if button in SURE else draft


def _moved(draft: DiceSaid, arrow: Button) -> DiceSaid:
    """Return the draft with the next die chosen, or the chosen one turned."""
    if arrow in {Button.UP, Button.DOWN}:
        return _turned(draft, 1 if arrow is Button.UP else -1)
    step = 1 if arrow is Button.RIGHT else -1
    return replace(draft, chosen=(draft.chosen + step) % len(draft.values))


def _confirmed(draft: DiceSaid) -> Draft | Reply:
    """Return the answer once every die is set; before, the draft with the first unset die chosen."""
    if None in draft.values:
        return replace(draft, chosen=draft.values.index(None))
    return Confirmed(tuple(value for value in draft.values if value))


def _turned(draft: DiceSaid, pips: int) -> DiceSaid:
    """Return the draft with pips added to the chosen die. After 6 comes 1; an unknown die begins at 1 or at 6."""
    values, die = draft.values, draft.chosen
    before = values[die] or (0 if pips > 0 else 1)
    face = (before - 1 + pips) % len(KEEPS) + 1
    return replace(draft, values=(*values[:die], face, *values[die + 1 :]))
