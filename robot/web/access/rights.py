"""Who may answer what: the one place that decides it, for pages and for the panel."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from robot.games.game import Wish
from robot.match.questions import (
    ChooseMove,
    GoOn,
    InterruptedGame,
    PlainAnswer,
    Preparing,
    Question,
    Reply,
    TryAgain,
    WakeUp,
)
from robot.saying import Saying
from robot.web.access.phone_seats import Browser, PhoneSeats

TABLE = Browser(table=True)
"""The people at the table: its own screen, its panel and its keyboard."""


@dataclass(frozen=True, slots=True)
class PlayersNow:
    """Who plays: the `people` of the game that is on, and the `mover`, who has made its last choice.

    `offered` are the people of each interrupted game, by its number. `screen` says that a page is open on the table's
    own screen.
    """

    people: tuple[str, ...] = ()
    mover: str = ""
    offered: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    screen: bool = False


def refusal(
    browser: Browser, question: Question, reply: Reply | None, seats: PhoneSeats, playing: PlayersNow
) -> Saying | None:
    """Return why a browser may not give this answer to a question, None if it may.

    | who | may answer |
    |---|---|
    | the table | what all players are asked, what those are asked whose phone is not here, what ends a game |
    | a seated phone | what its own player is asked, and what all are asked if its player plays |
    | the phone that began the game | also what players of it are asked who never had a phone, all if only robots play |
    | any other phone | nothing: it watches |

    A choice is taken back by who made it. Where a screen at the table shows the question, no player's phone consents
    for another player. None stands for a step or a button of the open question.
    """
    topic = question.topic
    names = question.asked or playing.people
    if isinstance(topic, GoOn):
        number = reply.game if isinstance(reply, InterruptedGame) else topic.game
        names = playing.offered.get(number, ())
    elif isinstance(topic, ChooseMove) and reply is Wish.TAKE_BACK and playing.mover in playing.people:
        names = (playing.mover,)
    if browser.table and (isinstance(topic, GoOn | Preparing) or not question.asked):
        return None
    if _at_table_only(topic, reply):
        return Saying("refused-near")
    if isinstance(topic, WakeUp) and seats.name_of(browser.key):
        return None
    if not names and seats.hosts(browser):
        return None
    own = seats.name_of(browser.key)
    if topic.consents and playing.screen and not browser.table and own in playing.people:
        names = tuple(name for name in names if name == own)
    if any(seats.plays_for(browser, name) for name in names):
        return None
    if not browser.table and not seats.name_of(browser.key):
        return Saying("refused-watching")
    return Saying("refused-other")


def _at_table_only(topic: object, reply: Reply | None) -> bool:
    """Return whether only somebody at the table may say this: that hands are away, that a game ends for good."""
    match topic, reply:
        case (TryAgain(), _) | (GoOn(), PlainAnswer.NO | InterruptedGame(goes_on=False)):
            return True
    return False
