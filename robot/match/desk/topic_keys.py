"""Which keys answer a question, in words. What they do is said in `robot.match.desk.panel_dialog`."""

from collections.abc import Mapping

from robot.games.game import Wish
from robot.match.questions import (
    AgreeUndo,
    ConfirmDice,
    ConfirmLies,
    DiceLie,
    EnterDice,
    EnterLie,
    LeaveGame,
    MendDice,
    Preparing,
    Question,
    RegretChoice,
    SettleDie,
    Topic,
)
from robot.saying import Saying

YES_OR_NO = ("key-yes", "key-no")
KEYS_OF: Mapping[type[Topic], tuple[str, ...]] = {
    SettleDie: ("key-face",),
    EnterLie: ("key-face",),
    MendDice: ("key-mended", "key-let-throw"),
    DiceLie: ("key-lie",),
    ConfirmLies: ("key-right", "key-anew"),
    LeaveGame: YES_OR_NO,
    AgreeUndo: YES_OR_NO,
    RegretChoice: ("key-regret", "key-go-on"),
    Preparing: ("key-leave",),
}


def topic_keys(question: Question) -> tuple[Saying, ...]:
    """Return in words which keys answer a question other than the choice of a move."""
    topic = question.topic
    if isinstance(topic, Preparing) and Wish.LEAVE not in question.wishes:
        return ()
    if question.asks and isinstance(topic, SettleDie | EnterLie):
        return Saying("key-asked-count"), Saying("key-asked-right")
    if question.asks and isinstance(topic, ConfirmDice):
        return tuple(map(Saying, ("key-asked-count", "key-asked-on", "key-asked-right")))
    if isinstance(topic, EnterDice):
        look = ("key-look-again",) if topic.looks else ()
        return tuple(map(Saying, ("key-set", "key-reach", "key-turn", "key-right", *look)))
    if isinstance(topic, ConfirmDice):
        dice = len(topic.values)
        pick = (Saying("key-pick", {"dice": dice}), Saying("key-reach")) if dice > 1 else ()
        return (Saying("key-right"), *pick, Saying("key-turn"), Saying("key-look-again"))
    return tuple(map(Saying, KEYS_OF.get(type(topic), ("key-any",))))
