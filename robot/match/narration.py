"""Narrate a game in sentences, for people who hear it or read plain lines: events, questions, choices."""

import enum
from collections.abc import Iterator
from dataclasses import dataclass, field

from robot.games import dialog
from robot.games.game import Position, Tally, Wish
from robot.games.reasons import OWN, tell_decision
from robot.language.names import name_actor, name_player
from robot.match.events import (
    Announced,
    Asked,
    Begun,
    Booked,
    Closed,
    Confirming,
    Corrected,
    Decided,
    Ended,
    Event,
    Hinted,
    Left,
    Looked,
    Read,
    RulesWanted,
    Tallied,
    Thrown,
    Undone,
)
from robot.match.questions import DICE_LIE, PREPARING, TRY_AGAIN, ChooseMove, Question
from robot.saying import Saying, Value, chain_parts
from robot.table.about import About
from robot.table.doubts import dice_in_doubt, tell_doubts
from robot.table.look import Look, locate_doubts


def describe(event: Event, players: tuple[str, ...]) -> Saying | None:
    """Return a sentence about an event, None if there is nothing to say."""
    match event:
        case Begun():
            names = chain_parts("versus", [name_player(name) for name in event.players])
            begun = {"title": event.title, "players": names}
            return Saying("goes-on", begun | {"throws": event.throws}) if event.throws else Saying("begin", begun)
        case Tallied(tally=tally, position=position):
            if tally.box is None:
                return None
            return Saying("tally", {"box": position.offer.named[tally.box], "points": tally.points})
        case Decided(decision=decision):
            if decision is None:
                return None
            return Saying(
                "decision",
                {"name": name_player(players[event.player]), "why": tell_decision(decision, event.position.tell, OWN)},
            )
        case Hinted():
            return Saying("hint", {"why": tell_decision(event.decision, event.position.tell)})
        case Left():
            return Saying("left", {"name": name_actor(event.name)})
        case Thrown(kept=kept, faces=faces):
            if not kept:
                return Saying("throw", {"throw": event.throw})
            if faces:
                return Saying("throw-beside", {"throw": event.throw, "faces": faces})
            return Saying("throw-keeping", {"throw": event.throw, "kept": len(kept), "wells": kept})
        case Looked():
            return _tell_look(event.look)
        case Confirming(values=values):
            return Saying("confirm", {"values": tuple(value or "?" for value in values), "chosen": event.chosen + 1})
        case Corrected():
            return Saying("corrected")
        case Announced():
            return event.saying
        case Read():
            return event.before.describe_throw(players[event.player], event.action, event.values)
        case Booked():
            return event.before.describe_booking(players[event.player], event.action)
        case Undone():
            move = event.position.name_move(event.action)
            return Saying("undone", {"name": name_actor(players[event.player]), "move": move})
        case Asked() | Closed() | RulesWanted():
            return None
        case Ended():
            return event.position.describe_end(event.players, event.throws)


def _tell_look(look: Look) -> Saying | None:
    """Return which dice have no value and why; None if all have one."""
    if not (doubts := locate_doubts(look)):
        return None
    if look.wells:
        return Saying("no-value", {"doubts": chain_parts("also", dice_in_doubt(doubts))})
    return tell_doubts(doubts, sentence=True)


UNTOLD = {DICE_LIE: "press-lie", TRY_AGAIN: "press-again"}
"""The messages that name the keys, for questions whose announcements do not."""
BESIDES = {Wish.TAKE_BACK: "undo", Wish.HINT: "hint", Wish.LEAVE: "leave"}
"""The ends of the keys of messages that say how to ask for something other than a move."""


class Weight(enum.Enum):
    """How important it is that people hear a sentence.

    The game waits until a READING was heard. A TOLD sentence is always said; an ASIDE only if few others wait. A PROMPT
    expires when another one follows or the question is closed.
    """

    READING = "reading"
    TOLD = "told"
    ASIDE = "aside"
    PROMPT = "prompt"


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence and its importance."""

    saying: Saying
    weight: Weight


@dataclass(slots=True)
class Narration:
    """Narrates the events of one game after another. With `keys`, people read it at a keyboard; else they hear it."""

    keys: bool = False
    _names: tuple[str, ...] = ()
    _people: tuple[bool, ...] = ()
    _kept: tuple[int, ...] = ()
    _tally: Tally = field(default_factory=Tally)
    _told: Tally | None = None
    _asked: Question | None = None
    _explained: frozenset[tuple[int, Wish | None]] = frozenset()

    def tell(self, event: Event) -> Iterator[Told]:
        """Yield the sentences about an event, in order."""
        if isinstance(event, Begun | Read | Booked | Undone):
            self._tally = Tally()
        match event:
            case Begun():
                self._names, self._people, self._explained = event.players, event.people, frozenset()
                yield from self._describe(event, Weight.TOLD)
                if event.throws:
                    yield Told(standing(event.position), Weight.TOLD)
            case Asked(question=question):
                self._asked, self._told = question, None
                yield from self._question(question)
            case Closed():
                self._asked = None
            case Tallied(tally=tally):
                self._tally = tally
                if self._asked and isinstance(self._asked.topic, ChooseMove):
                    yield self._choices(self._asked, self._asked.topic.position)
            case Confirming(values=values, chosen=chosen):
                said = tuple(value or Saying("unread") for value in values)
                words = Saying("sentence", {"words": Saying("confirm", {"values": said, "chosen": chosen + 1})})
                yield Told(words, Weight.READING if self._asked is None else Weight.PROMPT)
            case Thrown(kept=kept):
                self._kept = kept
                if self.keys:
                    yield from self._describe(event, Weight.ASIDE)
            case Looked(look=look):
                if None in look.values:
                    yield from self._describe(event, Weight.ASIDE)
                elif look.reads_throw(self._kept):
                    yield Told(Saying("reads", {"values": " ".join(map(str, look.values))}), Weight.READING)
            case Read() | Booked():
                for told in self._describe(event, Weight.TOLD):
                    yield Told(self._with_turn(told.saying, event), told.weight)
            case Left(player=seat):
                self._people = (*self._people[:seat], False, *self._people[seat + 1 :])
                yield from self._describe(event, Weight.TOLD)
            case Announced(about=about):
                yield from self._describe(event, Weight.ASIDE if about is About.ASIDE else Weight.TOLD)
            case Ended():
                yield from self._describe(event, Weight.READING)
            case _:
                yield from self._describe(event, Weight.TOLD)

    def _describe(self, event: Event, weight: Weight) -> Iterator[Told]:
        if saying := describe(event, self._names):
            yield Told(saying, weight)

    def _with_turn(self, told: Saying, event: Read | Booked) -> Saying:
        """Return what was done; if people hear it and another person's turn begins, add whose turn it is."""
        after = event.position
        if self.keys or after.over or after.player == event.player or not self._people[after.player]:
            return told
        return Saying("told-turn", {"told": told, "name": name_actor(self._names[after.player])})

    def _question(self, question: Question) -> Iterator[Told]:
        topic = question.topic
        if isinstance(topic, ChooseMove):
            yield self._choices(question, topic.position)
            if besides := list(self._tell_besides(question.wishes, topic.position)):
                words = chain_parts("sentences", besides)
                assert isinstance(words, Saying), "chained sayings make a saying"
                yield Told(words, Weight.TOLD)
        elif topic is DICE_LIE or topic is TRY_AGAIN:
            yield Told(Saying(UNTOLD[topic]), Weight.PROMPT)
        elif topic is PREPARING and Wish.LEAVE in question.wishes:
            yield Told(Saying("press-leave"), Weight.PROMPT)

    def _tell_besides(self, wishes: frozenset[Wish], position: Position) -> Iterator[Saying]:
        """Yield the messages that a player has not had yet, about what they can ask for."""
        player = position.player
        told, how = {wish for one, wish in self._explained if one == player}, "typed" if self.keys else "press"
        for wish, key in BESIDES.items():
            # with only three big buttons each choice says what NEW does
            if wish in wishes - told and not (wish is Wish.TAKE_BACK and self._tally.asks):
                yield Saying(f"{how}-{key}")
        if self.keys and None not in told:
            if position.offer.holds:
                yield Saying("typed-all")
            yield Saying("typed-always")
        self._explained |= {(player, wish) for wish in (*wishes, None)}

    def _choices(self, question: Question, position: Position) -> Told:
        before, self._told = self._told, self._tally
        choices = dialog.choices(position, self._names[position.player], self._tally, before)
        if self._tally.asks and question.offers_back(self._tally):
            choices = Saying("sentences", {"first": choices, "rest": Saying("press-undo")})
        return Told(choices, Weight.PROMPT)


def standing(position: Position) -> Saying:
    """Return the score, and the turn total if points are at risk."""
    values: dict[str, Value] = {"scores": position.score_words}
    total = max(position.pending)
    return Saying("standing-turn", values | {"total": total}) if total else Saying("standing", values)
