"""Ask the people at the table about doubts, dice to correct, and agreement."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from robot.games.game import Wish
from robot.games.views import LIES
from robot.language.names import name_player
from robot.match.desk.question_desk import QuestionDesk
from robot.match.questions import (
    AGREE_UNDO,
    CONFIRM_LIES,
    DICE_LIE,
    LEAVE_GAME,
    MEND_DICE,
    REGRET_CHOICE,
    REGRET_HOLD,
    ConfirmDice,
    Confirmed,
    DiceSaid,
    Draft,
    EnterDice,
    EnterLie,
    PlainAnswer,
    SettleDie,
    ShowsFace,
    Topic,
)
from robot.saying import Saying
from robot.table.about import About
from robot.table.doubts import doubt_words, remedy
from robot.table.look import Look

BIG = {
    "ask-value": "ask-value-big",
    "ask-value-well": "ask-value-well-big",
    "ask-confirm": "ask-confirm-big",
    "ask-enter": "ask-enter-big",
    "ask-enter-look": "ask-enter-look-big",
    "ask-enter-read": "ask-confirm-big",
    "ask-lie": "ask-lie-big",
}
"""Questions that name the small buttons, and their versions for people who have only three big ones."""
PATIENCE = 2.5
"""Seconds in which people can take a choice back before a robot moves."""


@dataclass(frozen=True, slots=True)
class PeopleAtTheDesk:
    """The people who can answer. They have `patience` seconds to take a choice back.

    `asked` are the names of the players who may answer, () for all who play.
    """

    desk: QuestionDesk
    announce: Callable[[Saying, About], None]
    patience: float = 0.0

    def value(self, die: int, look: Look) -> int:
        """Ask which face die number `die` of `look.dice`, from 0, shows; return 1 to 6."""
        doubt = look.doubts[die]
        said = {"doubt": doubt_words(doubt), "remedy": remedy(doubt)}
        several = len(look.wells) > 1
        question = Saying("ask-value-well", said | {"well": look.wells[die]}) if several else Saying("ask-value", said)
        return self._face(question, SettleDie(die))

    def ask_to_correct(self, target: Saying) -> bool:
        """Ask people to correct dice; return whether they did. If not, the table throws the dice again."""
        return self._agree(Saying("ask-mend", {"target": target}), MEND_DICE)

    def ask_exchange(self, needed: Saying) -> None:
        """Ask people to put other dice into the wells, and wait until they have done so."""
        self._agree(Saying("wells-ask-dice", {"words": needed}), MEND_DICE)

    def wait_ready(self, seconds: float | None, asked: tuple[str, ...] = ()) -> bool:
        """Return whether people say within `seconds` (None: no limit) that their dice lie there."""
        if seconds is None:
            return self._agree(Saying("ask-ready"), DICE_LIE, asked)
        given = self.desk.poll(DICE_LIE, seconds, asked)
        return given is not None and given.reply is PlainAnswer.YES

    def confirm(
        self,
        values: tuple[int | None, ...],
        show: Callable[[tuple[int | None, ...], int], None],
        asked: tuple[str, ...] = (),
    ) -> tuple[int, ...] | None:
        """Ask people to confirm `values` of dice; return what they confirm, None if the camera should look again.

        `show` receives the values so far, and the number, from 0, of the die that people can set now.
        """
        self._announce(Saying("ask-confirm"))
        return self._ask_confirmation(ConfirmDice(values), show, asked)

    def ask_dice(
        self,
        values: tuple[int | None, ...],
        show: Callable[[tuple[int | None, ...], int], None],
        asked: tuple[str, ...] = (),
        look: Look | None = None,
    ) -> tuple[int, ...] | None:
        """Ask people to enter what dice show; return it, None if the camera should look again.

        `values` are those that were read, `look` the look (None without a camera). For `show` see `confirm`.
        """
        key = "ask-enter-look" if look and None in look.values else "ask-enter" if None in values else "ask-enter-read"
        self._announce(Saying(key, {} if key == "ask-enter-read" else {"dice": len(values)}))
        return self._ask_confirmation(EnterDice(values, look is not None), show, asked)

    def ask_throw(self, things: int, asked: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Ask how each of `things` pigs lies, until people confirm all answers; return 1 to 6 for each."""
        while True:
            pigs = range(1, things + 1)
            lies = tuple(self._face(Saying("ask-lie", {"pig": pig}), EnterLie(pig), asked) for pig in pigs)
            question = Saying("ask-lies", {"lies": tuple(Saying(LIES[lie - 1]) for lie in lies)})
            if self._agree(question, CONFIRM_LIES, asked):
                return lies

    def leaves(self, name: str, *, alone: bool) -> bool:
        """Ask only that player whether they really leave; return the answer.

        A robot then replaces them; if they are `alone`, the game ends.
        """
        question = Saying("ask-leave-alone" if alone else "ask-leave", {"name": name_player(name)})
        return self._agree(question, LEAVE_GAME, (name,))

    def regrets(self, asked: tuple[str, ...] = ()) -> bool:
        """Return whether one of the players `asked` takes the last choice back in time. NO ends the wait."""
        if not self.patience or Wish.TAKE_BACK not in self.desk.permitted:
            return False
        self._announce(Saying("ask-regret"))
        given = self.desk.ask_for(self.patience, REGRET_CHOICE, asked)
        return given is not None and given.reply is PlainAnswer.YES

    def reconsiders(self, warning: Saying, asked: tuple[str, ...], *, throws: bool) -> bool:
        """Say what a choice costs, which `throws` or not; return whether the players `asked` choose again."""
        self.announce(warning, About.GAME)
        topic = REGRET_CHOICE if throws else REGRET_HOLD
        return self._agree(Saying("ask-regret" if throws else "ask-regret-hold"), topic, asked)

    def agrees(self, names: Sequence[str]) -> bool:
        """Ask only the players `names` whether they agree."""
        question = Saying("ask-agree", {"names": tuple(map(name_player, names))})
        return self._agree(question, AGREE_UNDO, tuple(names))

    def close(self) -> None:
        """Close the question about a throw that is over."""
        self.desk.close()

    def _ask_confirmation(
        self, topic: ConfirmDice, show: Callable[[tuple[int | None, ...], int], None], asked: tuple[str, ...]
    ) -> tuple[int, ...] | None:
        def show_draft(draft: Draft) -> None:
            assert isinstance(draft, DiceSaid)
            show(draft.values, draft.chosen)

        first = DiceSaid(topic.values, topic.values.index(None) if None in topic.values else 0)
        reply = self.desk.ask(topic, asked=asked, draft=first, show=show_draft).reply
        return reply.values if isinstance(reply, Confirmed) else None

    def _announce(self, question: Saying) -> None:
        """Announce a question; name the buttons that people have."""
        small = self.desk.small_buttons or question.key not in BIG
        self.announce(question if small else replace(question, key=BIG[question.key]), About.QUESTION)

    def _agree(self, question: Saying, topic: Topic, asked: tuple[str, ...] = ()) -> bool:
        self._announce(question)
        return self.desk.ask(topic, asked=asked).reply is PlainAnswer.YES

    def _face(self, question: Saying, topic: Topic, asked: tuple[str, ...] = ()) -> int:
        def show_draft(draft: Draft) -> None:
            assert isinstance(draft, DiceSaid)
            if (face := draft.values[0]) and isinstance(topic, EnterLie):
                self.announce(Saying("counted-lie", {"lie": Saying(LIES[face - 1])}), About.GAME)
            elif face:
                self.announce(Saying("counted", {"face": face}), About.GAME)

        self._announce(question)
        reply = self.desk.ask(topic, asked=asked, draft=DiceSaid((None,), 0), show=show_draft).reply
        assert isinstance(reply, ShowsFace)
        return reply.face
