"""One sitting at the table: play the game that the operator asked for to its end."""

import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.clock import SystemClock
from hardware.errors import CameraError, NoMorePicturesError, PanelLeftError
from hardware.keyboard import KeyboardPanel, LeftByKeyError, leave, leave_at_once
from hardware.panel import Panel
from robot.app import calibration_for, open_panel, open_table
from robot.coach.advice import Tutor
from robot.config import Config, Folders, Tempo
from robot.errors import GameLeftError, JournalError, RecordingError, RobotError, UnsettledError, VoidThrowError
from robot.games.board import Board
from robot.host.preload import practise, takes_long
from robot.language import KEYBOARD, Language
from robot.language.error_messages import ErrorMessage, what_is_wrong, what_to_do
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced, Event, Listener, RulesWanted
from robot.match.journal import Journal, JournalGame
from robot.match.match import VOID_LIMIT, Match, list_permitted
from robot.match.moments import Pacing
from robot.match.people import PATIENCE
from robot.match.players import Player
from robot.match.questions import TRY_AGAIN
from robot.match.seats import GameSetting
from robot.match.standing import count_throws, resume_command, unfinished_note
from robot.records.kept_pictures import Corrections
from robot.records.recording import Recorder
from robot.review.summary import after_game, summary_lines
from robot.review.summary_image import draw
from robot.saying import Saying
from robot.table.about import About
from robot.table.choice import TableChoice
from robot.table.hands import HandsTable
from robot.table.table import MachineTable
from robot.terminal.letters import is_drawn_on, print_lines
from robot.terminal.screens import JsonLines, Sentences
from robot.terminal.waiting import notice_if_slow
from robot.voice.voice import open_voice

if TYPE_CHECKING:
    from robot.terminal.live_view import LiveView

FASTER_KEY = "f"
FASTER = {Tempo.CALM: Tempo.BRISK, Tempo.BRISK: Tempo.FAST}
"""The tempo after a press of that key, while a robot plays."""
NOTED = "unfinished"
"""The file in the cache with the number of the newest unfinished game that people were told of."""


INTERRUPTIONS = (
    PanelLeftError,
    NoMorePicturesError,
    GameLeftError,
    CameraError,
    UnsettledError,
    JournalError,
    RecordingError,
    VoidThrowError,
)
"""The errors that end a sitting with one line."""


@dataclass(frozen=True, slots=True)
class PlayPlan:
    """What the operator asked for: a `game`, new or resumed; `picture` is the file of its picture.

    With `plain`, a terminal shows only lines. A `tutor` warns of the cost before a costly choice counts.
    """

    game: GameSetting
    choice: TableChoice
    record: Path | None = None
    json: bool = False
    plain: bool = False
    picture: Path | None = None
    tutor: bool = False


def sit_down(plan: PlayPlan, folders: Folders, config: Config, notify: Callable[[str], None]) -> None:
    """Play one game to its end, and close all devices, however it ends. `notify` receives what people should know.

    Raises:
        RobotError, HardwareError, SolverError, VisionError: one line that says what is wrong and what to do.

    """
    with ExitStack() as stack:
        sitting = Sitting(plan, folders, config, notify, stack)
        game = sitting.play()
        aloud = sys.stdout.isatty() and not plan.json
        after = None
        with suppress(KeyboardInterrupt):  # the game is over: Ctrl-C now skips the summary
            if aloud or plan.picture:
                after = after_game(sitting.journal, game.id, folders.cache, wins=False)
    language = sitting.language
    if after and aloud:  # after the live view has left the terminal
        print_lines(summary_lines(after, language, f"pipsqueak review {game.id}"), sys.stdout)
    if after and plan.picture:
        draw(after, language, plan.picture)
        notify(language.say(Saying("after-kept", {"file": str(plan.picture)})))
    if recorder := sitting.recorder:
        notify(f"the recording is in {recorder.folder}, pictures with what was read in {recorder.folder / 'annotated'}")


class Sitting:
    """A game with its journal, players, table and listeners. `stack` closes them all."""

    def __init__(
        self, plan: PlayPlan, folders: Folders, config: Config, notify: Callable[[str], None], stack: ExitStack
    ) -> None:
        self._plan, self._folders, self._config = plan, folders, config
        self._notify, self._stack = notify, stack
        self.language = Language(config.language, folders.languages, config.machine)
        if not config.has_buttons:
            self.language = self.language.name_controls(KEYBOARD)
        self._listeners: list[Listener] = []
        self._view: LiveView | None = None
        self.journal = stack.enter_context(Journal(folders.journal))
        setting = plan.game
        self._seating, choice = setting.seating(folders.cache), plan.choice.resolve(config)
        if setting.resume is None and (note := unfinished_note(self.journal, folders.cache / NOTED)):
            notify(self.language.say(note))
        if setting.resume:
            sittings = sum(entry.kind == "sitting" for entry in self.journal.log(setting.resume))
            choice = replace(choice, seed=setting.resume.seed, sitting=sittings)
        panel = stack.enter_context(open_panel(config)) if self._seating.asks else None
        desk = self._open_desk(panel) if panel else None
        players = self._make_players(desk, choice)
        self.recorder: Recorder | None = None
        if plan.record:
            self.recorder = stack.enter_context(Recorder(plan.record, calibration_for(choice), choice.machine))
        self._table = open_table(choice, self.recorder.wire if self.recorder else None)
        stack.callback(self._table.close)
        virtual = isinstance(self._table, MachineTable) and choice.speed is None
        self._keys = None if virtual else self._keyboard(panel)
        self._listen()
        patience = PATIENCE if config.has_buttons or sys.stdin.isatty() else 0.0
        warn = Tutor.of(self._seating).warn if plan.tutor else None
        parts = self._seating, players, desk, self._listeners
        self._match = Match(*parts, setting.resume, choice.seed, patience, warn=warn, devices=choice.kept)

    def play(self) -> JournalGame:
        """Play to the end. Raises RobotError if something interrupts the game, which says how to resume it."""
        try:
            return self._play()
        except KeyboardInterrupt as stopped:
            if (game := self._match.game) and self.journal.game(game.id).ended:
                return game
            why = Saying("play-left" if isinstance(stopped, LeftByKeyError) else "play-stopped")
            raise RobotError(f"{self.language.say(why)}: {self._goes_on(left=True)}") from stopped
        except INTERRUPTIONS as error:
            raise RobotError(self._interruption(error)) from error

    def _open_desk(self, panel: Panel) -> QuestionDesk:
        if isinstance(panel, KeyboardPanel):
            panel.tell_early = lambda: self._hear(Announced(Saying("too-early"), About.REFUSED))
        self._stack.enter_context(leave_at_once(sys.stdin, self._close_or_leave))
        buttons, wishes = self._config.small_buttons, list_permitted(self._config)
        enters = isinstance(panel, KeyboardPanel) and panel.is_terminal
        desk = QuestionDesk(panel, SystemClock(), self._hear, small_buttons=buttons, enters=enters, permitted=wishes)
        desk.reads_rules = lambda: self._view is not None and self._view.reads_rules
        return desk

    def _make_players(self, desk: QuestionDesk | None, choice: TableChoice) -> list[Player]:
        seating = self._seating
        with notice_if_slow(self.language.say(Saying("preparing", {"title": seating.game.title})), self._notify):
            players = seating.make_players(desk, f"{choice.seed} {choice.sitting}")
            if takes_long(seating.game, seating.players):
                practise(seating.game, seating.players)
        return players

    def _listen(self) -> None:
        """Let screen, recording and voice hear the game."""
        folders, config = self._folders, self._config
        self._listeners += [self._open_screen(), Corrections(folders.corrections, self._tell)]
        if self.recorder:
            self._listeners.append(self.recorder)
        if voice := open_voice(config, folders, self.language, self._tell):
            self._listeners.append(self._stack.enter_context(voice))
        if self._view:
            self._pacing = Pacing(Tempo(config.tempo), self._wait)
            self._listeners.append(self._pacing)
            self._offer_faster()

    def _open_screen(self) -> Listener:
        """Return the screen. At its end, a live view prints the last position on the main screen."""
        game, language = self._seating.game, self.language
        if self._plan.json:
            return JsonLines(sys.stdout)
        if not draws_live(self._plan):
            return Sentences(sys.stdout, language, game.rulebook)
        from rich.console import Console

        from robot.terminal.alternate_screen import AlternateScreen
        from robot.terminal.live_view import LiveView

        screen = AlternateScreen(Console())
        always = (Saying("key-quit" if self._seating.asks else "key-stop"),)
        unseen = "no-camera" if isinstance(self._table, HandsTable) and not self._table.camera else "not-looked"
        self._view = view = LiveView(screen, Board.of(game), language, game.rulebook, always, unseen)
        self._stack.callback(view.leave_standing)
        self._stack.enter_context(screen)
        return view

    def _keyboard(self, panel: Panel | None) -> KeyboardPanel | None:
        """Return the keyboard, on which people can speed up a game that the terminal draws; None if there is none."""
        if panel or not (draws_live(self._plan) and sys.stdin.isatty()):
            return panel if isinstance(panel, KeyboardPanel) else None
        return self._stack.enter_context(KeyboardPanel(sys.stdin))

    def _wait(self, seconds: float) -> None:
        """Let people look at what happened. If they press the key for it, speed up the game."""
        if self._keys is None:
            (self._table.clock if isinstance(self._table, MachineTable) else SystemClock()).sleep(seconds)
        elif self._keys.wait_for(FASTER_KEY, seconds):
            self._pacing.change(FASTER.get(self._pacing.tempo))
            self._offer_faster()

    def _offer_faster(self) -> None:
        if self._view and self._keys:
            tempo = self._pacing.tempo
            now = Saying(f"page-tempo-{tempo.value}")
            self._view.waiting = (Saying("key-faster", {"tempo": now}),) if tempo in FASTER else ()

    def _hear(self, event: Event) -> None:
        for listener in self._listeners:
            listener.hear(event)

    def _tell(self, words: str) -> None:
        """Pass a line to `notify`, and show it on the screen."""
        self._notify(words)
        if self._view:
            self._view.tell(words)

    def _close_or_leave(self) -> None:
        """Close the rules if they are shown, else leave the game."""
        if self._view and self._view.reads_rules:
            self._view.hear(RulesWanted(closes=True))
        else:
            leave()

    def _play(self) -> JournalGame:
        """Play to the end. If the journal is full, wait until people have made room; do not throw dice again."""
        match = self._match
        while True:
            try:
                return match.play(self.journal, self._table)
            except JournalError as error:
                if not (match.desk and match.unwritten.entries):
                    raise
                trouble = ErrorMessage.of(error)
                said = {"what": what_is_wrong(trouble), "remedy": what_to_do(trouble)}
                self._hear(Announced(Saying("unwritten", said)))
                match.desk.ask(TRY_AGAIN)

    def _interruption(self, error: Exception) -> str:
        """Return what has interrupted the game, and how to resume it."""
        match error:
            case PanelLeftError() | NoMorePicturesError():
                what = error.what
            case GameLeftError():
                what = str(error)
            case VoidThrowError():
                what = f"a throw did not count {VOID_LIMIT} times in succession ({error})"
            case _:
                lost = ", and unwritten throws are made again" if self._match.unwritten.entries else ""
                return f"{error}; {self._goes_on()}{lost}"
        return f"{what}: {self._goes_on()}"

    def _goes_on(self, *, left: bool = False) -> str:
        """Return how to resume the interrupted game, or why not. If people `left` it before a throw counted, end it."""
        game, nothing = self._match.game, self.language.say(Saying("play-nothing"))
        if game is None:
            return nothing
        if not game.has_people:
            return self.language.say(Saying("play-robots-only"))
        with suppress(JournalError):  # a full disk may hold the game all the same
            if left and not count_throws(self.journal, game):
                self.journal.end(game, ())
            if game.id not in [waiting.id for waiting in self.journal.list_unfinished()]:
                return nothing
        return self.language.say(Saying("play-resumes", {"command": resume_command(game.id)}))


def draws_live(plan: PlayPlan) -> bool:
    """Return whether a terminal draws the game; otherwise it prints lines."""
    return not plan.json and not plan.plain and is_drawn_on(sys.stdout)
