"""A game's rule cards in words, printed or as a page of paper, with the loss of each."""

import html
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from robot.games.game import TableGame
from robot.games.reasons import tell_reason
from robot.language import Language
from robot.saying import Saying
from solver.errors import OptionError
from solver.reason import Reason
from solver.rule_card import CARD, RuleCard, cards_of, find_card, load_cards

STYLE = "@page{size:A5}body{font:11pt/1.4 sans-serif;max-width:34em;margin:auto}h2{font-size:12pt;margin:1em 0 0}"


@dataclass(frozen=True, slots=True)
class CardInWords:
    """A card of a `game` by its usual rules in a `language`: the longest with at most `most` words, if given.

    Raises OptionError if the game has no cards, UnknownNameError if all are longer.
    """

    game: TableGame[Any]
    language: Language
    most: int | None = None

    @property
    def card(self) -> RuleCard:
        """The chosen card."""
        name = CARD if self.most is None else f"{CARD}-{self.most}"
        if (card := find_card(self.game.name, name)) is None:
            raise OptionError(f"{self.game.name} has no rule card: choose one of {', '.join(load_cards())}")
        return card

    def parts(self, card: RuleCard, *, boxes: bool = True) -> Iterator[tuple[str, list[str]]]:
        """Yield the headings of a card, each with its lines; without `boxes`, pars lack the names of their boxes."""
        position = self.game.begin(self.game.seats[0])
        tell = self.game.solver_game(self.game.seats[0]).tell_card

        def say(reason: Reason) -> str:
            if not boxes and isinstance(pars := reason.values.get("pars"), tuple):
                reason = Reason(reason.key, {"pars": " ".join(str(one.values["par"]) for one in pars)})
            return self.language.sentence(tell_reason(reason, position.tell))

        for heading, lines in tell(card) if tell else ():
            yield say(heading), [say(line) for line in lines]

    def count(self, card: RuleCard) -> int:
        """Return how many words a card has: numbers count, the names of boxes, which are on the sheet, do not."""
        return sum(len(text.split()) for heading, lines in self.parts(card, boxes=False) for text in (heading, *lines))

    def lines(self) -> Iterator[str]:
        """Yield the lines that are printed."""
        yield self._title
        for heading, lines in self.parts(self.card):
            yield from ("", heading, *(f"  {line}" for line in lines))
        yield from ("", *(self.language.say(one) for one in self._told))

    def page(self) -> str:
        """Return the page, in HTML."""
        body = [f"<h1>{html.escape(self._title)}</h1>"]
        for heading, lines in self.parts(self.card):
            rows = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
            body.append(f"<h2>{html.escape(heading)}</h2>" + (f"<ul>{rows}</ul>" if rows else ""))
        told = "<br>".join(html.escape(self.language.say(one)) for one in self._told)
        head = f'<meta charset="utf-8"><title>{html.escape(self._title)}</title><style>{STYLE}</style>'
        return f'<!doctype html><html lang="{self.language.name}">{head}{"".join(body)}<footer>{told}</footer></html>\n'

    def to_json(self) -> dict[str, Any]:
        """Return the card and a list of all cards, for programs."""
        parts = [{"heading": heading, "lines": lines} for heading, lines in self.parts(self.card)]
        cards = [{"strategy": one.strategy, "words": one.words, "loss": one.loss} for one in cards_of(self.game.name)]
        return {"words": self.card.words, "loss": self.card.loss, "parts": parts, "cards": cards}

    @property
    def _title(self) -> str:
        return self.language.say(Saying("rule-card-title", {"game": self.game.title, "words": self.card.words}))

    @property
    def _told(self) -> Iterator[Saying]:
        """What short words mean, the loss of the card, the losses of the others, and the command that plays it."""
        if any(rule.startswith("middle") for rule in self.card.rules):
            yield Saying("rule-card-means")
        alone = self.game.seats[0] == 1
        loss = {card: round(card.loss * (1 if alone else 100), 2) for card in cards_of(self.game.name)}
        yield Saying("rule-card-loses-points" if alone else "rule-card-loses-games", {"loss": loss.pop(self.card)})
        parts = [Saying("rule-card-rung", {"words": card.words, "loss": lost}) for card, lost in loss.items()]
        yield Saying("rule-card-rungs", {"parts": tuple(parts)})
        play = f"pipsqueak play {self.game.name} --players you,robot:{self.card.strategy}"
        yield Saying("rule-card-play", {"command": play})
