"""Whole score-sheet games as text: a heading, then each state and each move, as they are kept and replayed."""

from collections.abc import Iterator, Sequence

from solver.sheet.game.rules import Commit, Keep, Score, SheetAction, SheetState
from solver.sheet.game.sheet import find_sheet
from tests.support.solver.transcripts import replay


def opening(heading: str) -> SheetState:
    """Return the first state of the game that a heading names: yahtzee forced for 2, hooligan plain commit for 1."""
    game, rule, *commit, _, players = heading.split()
    return SheetState.start(find_sheet(game, rule, commit=bool(commit)), int(players))


def described(state: SheetState) -> str:
    """Return a state as the texts of games tell it."""
    totals = "-".join(str(card.total) for card in state.cards)
    if state.over:
        return f"over  {totals}"
    if not state.dice:
        return f"player {state.player}  {totals}  {state.rolls_left} throws left"
    kept = sum(isinstance(action, Keep) for action in state.legal_actions())
    boxes = ",".join(action.box for action in state.legal_actions() if not isinstance(action, Keep))
    word = "commit to" if state.sheet.commit and not state.committed else "score"
    return f"{' '.join(map(str, state.dice))}  {state.rolls_left} throws left  {kept} keeps  {word} {boxes}"


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split())


def move(text: str) -> tuple[SheetAction, tuple[int, ...]]:
    """Return the action and the throw of a move: throw 1 2 3 4 4, keep 4 4 throw 4 2 6, score fours, commit fours."""
    word, _, rest = text.partition(" ")
    if word == "score":
        return Score(rest), ()
    if word == "commit":
        return Commit(rest), ()
    kept, _, thrown = text.rpartition("throw")
    return Keep(numbers(kept.removeprefix("keep"))), numbers(thrown)


def ending(state: SheetState) -> Iterator[str]:
    for player, card in enumerate(state.cards):
        yield f"card {player}  {card.text}  upper {card.upper}  bonus {card.bonus}"
    yield f"winners {','.join(map(str, state.winners)) or 'none'}  returns {state.returns()}"


def replayed(lines: Sequence[str]) -> Iterator[str]:
    """Play the moves in `lines` again and yield the whole text as it should be."""
    return replay(lines, opening(lines[0]), described, lambda state, text: state.apply(*move(text)), ending)
