"""One sitting at the table: from what the operator asked for to a game played to its end."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from hardware.errors import NoMorePicturesError, PanelLeftError
from hardware.panel import KEEPS, Panel
from robot.app import TableChoice, open_panel, open_table
from robot.config import Folders, load
from robot.doubts import DOUBTS
from robot.errors import GameOverError, JournalError, PlayerError
from robot.events import Listener
from robot.journal import Game, Journal
from robot.look import Look
from robot.match import Match
from robot.players import is_person, make_players
from robot.recording import Recorder
from robot.screens import JsonLines, Sentences
from solver.race.strategies import pig_strategy

SEATS = 2


@dataclass(frozen=True, slots=True)
class Setting:
    """What the operator asked for; with `resume`, game, players and goal come from the journal instead."""

    game: str
    players: tuple[str, ...]
    goal: int
    choice: TableChoice
    record: Path | None = None
    resume: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class PeopleAtThePanel:
    """The people who play; the small buttons say what a doubtful die shows."""

    panel: Panel
    announce: Callable[[str], None]

    def value(self, die: int, look: Look) -> int:
        """Ask until one of the buttons 1 to 6 is pressed."""
        doubt = DOUBTS[look.doubts[die] or "pattern"]
        self.announce(f"The die {doubt.said}: {doubt.remedy}, and press 1 to 6 for what it shows.")
        self.panel.forget()
        self.panel.lamps(KEEPS)
        try:
            while (button := self.panel.press()) not in KEEPS:
                pass
            return KEEPS.index(button) + 1
        finally:
            self.panel.lamps(())


def sit_down(setting: Setting, tell: Callable[[str], None]) -> None:
    """Play one game to its end; every device is closed again, however it ends. `tell` takes what people should know.

    Raises:
        RobotError, HardwareError, SolverError, VisionError: one line that says what was wrong and what to do.

    """
    folders = Folders.of_user()
    config = load(folders)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(folders.journal))
        game = _resumed(journal, setting, tell)
        specs, goal = (game.players, game.goal) if game else (setting.players, setting.goal)
        if len(specs) != SEATS:
            raise PlayerError(f"{len(specs)} players are named and this game is for {SEATS}: write --players A,B")
        choice = setting.choice.resolved(config)
        if game:
            choice = replace(choice, seed=game.seed, sitting=_sittings(journal, game))
        panel = stack.enter_context(open_panel(config)) if any(map(is_person, specs)) else None
        players = make_players(specs, goal, panel, f"{choice.seed} {choice.sitting}")
        recorder = None
        if setting.record:
            recorder = stack.enter_context(Recorder(setting.record))
        table = open_table(choice, recorder.wire if recorder else None)
        stack.callback(table.close)
        screen = _screen(stack, setting, goal)
        game = game or journal.begin(setting.game, goal, specs, choice.seed)
        match = Match(game, players, table, journal, [screen, recorder] if recorder else [screen])
        if panel:
            match.onlooker = PeopleAtThePanel(panel, match.announced)
        try:
            match.play()
        except (PanelLeftError, NoMorePicturesError) as error:
            raise GameOverError(f"{error.what}: 'pipsqueak play --resume' goes on with this game") from error
    if recorder:
        tell(f"the recording is in {recorder.folder}, pictures with what was read in {recorder.folder / 'annotated'}")


def _resumed(journal: Journal, setting: Setting, tell: Callable[[str], None]) -> Game | None:
    unfinished = journal.unfinished()
    if setting.resume:
        if unfinished is None:
            raise JournalError("no unfinished game is waiting: begin one with 'pipsqueak play GAME'")
        return unfinished
    if unfinished:
        note = f"a game of {unfinished.game} begun {unfinished.begun[:16]} is unfinished"
        tell(f"{note}: 'pipsqueak play --resume' goes on with it")
    return None


def _sittings(journal: Journal, game: Game) -> int:
    return sum(entry.kind == "sitting" for entry in journal.log(game))


def _screen(stack: ExitStack, setting: Setting, goal: int) -> Listener:
    if setting.json:
        return JsonLines(sys.stdout)
    if not sys.stdout.isatty():
        return Sentences(sys.stdout)
    from rich.console import Console

    from robot.live import LiveView

    return stack.enter_context(LiveView(Console(), pig_strategy("optimal", goal)))
