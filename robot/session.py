"""One sitting at the table: from what the operator asked for to a game played to its end."""

import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.clock import ChangingClock, Clock, SystemClock
from hardware.errors import CameraError, NoMorePicturesError, PanelLeftError
from hardware.keyboard import HURRY, LEAVE_AT_ONCE, KeyboardPanel, LeftByKeyError, handle_key_at_once, leave
from robot.app import calibration_for, open_panel, open_table
from robot.coach.tutor import Tutor
from robot.config import Config, Folders, Tempo
from robot.errors import GameLeftError, JournalError, RecordingError, RobotError, UnsettledError, VoidThrowError
from robot.games.board import Board
from robot.games.game import TableGame
from robot.host.preload import practise, takes_long
from robot.language import KEYBOARD, Language
from robot.language.error_messages import ErrorMessage, what_is_wrong, what_to_do
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced, Event, Listener, RulesWanted
from robot.match.journal import Journal, JournalGame
from robot.match.match import VOID_LIMIT, GameRunner, list_permitted
from robot.match.moments import Pacing
from robot.match.people import PATIENCE
from robot.match.questions import TRY_AGAIN
from robot.match.seats import GameSetting
from robot.match.standing import resuming, unfinished_note
from robot.records.kept_pictures import Corrections
from robot.records.recording import Recorder
from robot.review.summary import after_game, how_to_keep, summary_lines
from robot.review.summary_image import draw
from robot.saying import Saying
from robot.table.about import About
from robot.table.choice import TableChoice
from robot.table.table import MachineTable, Table
from robot.terminal.letters import is_drawn_on, print_lines
from robot.terminal.screens import JsonLines, Sentences
from robot.terminal.waiting import STRATEGY, notice_if_slow
from robot.voice.voice import open_sounds, open_voice

if TYPE_CHECKING:
    from robot.terminal.live_view import LiveView

NOTED = "unfinished"
"""The file in the cache that says up to which game people were told what is unfinished."""


@dataclass(frozen=True, slots=True)
class PlayPlan:
    """What the operator asked for: a `game`, which may go on; `picture` is where it is drawn.

    A terminal shows lines alone if they are to be `plain`. A `tutor` says before a costly choice counts what it costs.
    """

    game: GameSetting
    choice: TableChoice
    record: Path | None = None
    json: bool = False
    plain: bool = False
    picture: Path | None = None
    tutor: bool = False


def sit_down(plan: PlayPlan, folders: Folders, config: Config, notify: Callable[[str], None]) -> None:
    """Play one game to its end; every device is closed again, however it ends. `notify` takes what people should know.

    Raises:
        RobotError, HardwareError, SolverError, VisionError: one line that says what was wrong and what to do.

    """
    language = Language(config.language, folders.languages, config.machine)
    if not config.has_buttons:
        language = language.naming(KEYBOARD)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(folders.journal))
        setting = plan.game
        seating, choice = setting.seating(folders.cache), plan.choice.resolve(config)
        if setting.resume is None and (note := unfinished_note(journal, folders.cache / NOTED)):
            notify(language.say(note))
        if setting.resume:
            sittings = sum(entry.kind == "sitting" for entry in journal.log(setting.resume))
            choice = replace(choice, seed=setting.resume.seed, sitting=sittings)
        listeners: list[Listener] = []
        drawn: list[LiveView] = []
        always = [Saying("key-quit" if seating.asks else "key-stop")]

        def hear(event: Event) -> None:
            for listener in listeners:
                listener.hear(event)

        def tell(words: str) -> None:
            """Say a line where it stays, and on the screen that is drawn meanwhile."""
            notify(words)
            for view in drawn:
                view.tell(words)

        def hurry() -> None:
            if isinstance(clock, ChangingClock):
                clock.hurry()
            for view in drawn:
                view.redraw()

        def close_or_leave() -> None:
            """Show the game in place of its rules, or else leave it."""
            if not (drawn and drawn[0].reads_rules):
                leave()
            drawn[0].hear(RulesWanted(closes=True))

        panel = stack.enter_context(open_panel(config)) if seating.asks else None
        if isinstance(panel, KeyboardPanel):
            panel.tell_early = lambda: hear(Announced(Saying("too-early"), About.REFUSED))
        desk = (
            QuestionDesk(
                panel, SystemClock(), hear, small_buttons=config.small_buttons, permitted=list_permitted(config)
            )
            if panel
            else None
        )
        if panel:
            stack.enter_context(handle_key_at_once(sys.stdin, LEAVE_AT_ONCE, close_or_leave))
        if effort := seating.game.effort():
            notify(language.say(effort))
        with notice_if_slow(STRATEGY, notify):
            players = seating.make_players(desk, f"{choice.seed} {choice.sitting}")
            if takes_long(seating.game, seating.players):
                practise(seating.game, seating.players)
        recorder = None
        if plan.record:
            recorder = stack.enter_context(Recorder(plan.record, calibration_for(choice), choice.machine))
        table = open_table(choice, recorder.wire if recorder else None, tell)
        stack.callback(table.close)
        clock = table.clock if isinstance(table, MachineTable) else SystemClock()
        if panel and isinstance(clock, ChangingClock):
            hurries = stack.enter_context(handle_key_at_once(sys.stdin, HURRY, hurry))
            if hurries:
                always.append(Saying("key-hurry"))
            if hurries and not plan.json:
                notify(language.say(Saying("hurry-key")))
        drawing = draws_live(plan)
        if drawing and isinstance(panel, KeyboardPanel):
            always.insert(0, Saying("key-rules"))
        screen = _screen(stack, language, seating.game, plan, tuple(always), clock=clock)
        listeners.append(screen)
        listeners.append(Corrections(folders.corrections, tell))
        if recorder:
            listeners.append(recorder)
        if voice := open_voice(config, folders, language, tell):
            listeners.append(stack.enter_context(voice))
        if sounds := open_sounds(config, folders, tell):
            listeners.append(stack.enter_context(sounds))
        if drawing:
            from robot.terminal import live_view

            wait = clock.sleep
            assert isinstance(screen, live_view.LiveView)
            drawn.append(screen)
            if isinstance(panel, KeyboardPanel):
                aside = live_view.RulesAside(panel, screen, clock.sleep, clock.now)
                listeners.append(aside)
                wait = aside.wait
            listeners.append(Pacing(Tempo(config.tempo), wait))
        patience = PATIENCE if config.has_buttons or sys.stdin.isatty() else 0.0
        warn = Tutor.of(seating).warn if plan.tutor else None
        runner = GameRunner(seating, players, desk, listeners, setting.resume, choice.seed, patience, warn=warn)
        try:
            game = _play(runner, journal, table, hear)
        except LeftByKeyError as error:
            raise RobotError(f"you left with q: {_goes_on(runner, journal)}") from error
        except KeyboardInterrupt as stopped:
            stopped.add_note(_goes_on(runner, journal))
            raise
        except (PanelLeftError, NoMorePicturesError) as error:
            raise RobotError(f"{error.what}: {_goes_on(runner, journal)}") from error
        except GameLeftError as error:
            raise RobotError(f"{error}: {_goes_on(runner, journal)}") from error
        except (CameraError, UnsettledError, JournalError, RecordingError) as error:
            lost = ", and what was not written is thrown again" if runner.unwritten.entries else ""
            raise RobotError(f"{error}; {_goes_on(runner, journal)}{lost}") from error
        except VoidThrowError as error:
            raise RobotError(
                f"a throw did not count {VOID_LIMIT} times in succession ({error}): {_goes_on(runner, journal)}"
            ) from error
        aloud = sys.stdout.isatty() and not plan.json
        after = None
        with suppress(KeyboardInterrupt):  # the game is over: who stops now wants no summary
            after = after_game(journal, game.id, folders.cache, wins=False) if aloud or plan.picture else None
    if after and aloud:  # not before the live view has left the terminal
        summary = summary_lines(after, language)[0 if draws_live(plan) else 1 :]  # plain lines have said who won
        told = [*summary, *([] if plan.picture else [language.say(how_to_keep(game.id))])]
        print_lines(told, sys.stdout)
    if after and plan.picture:
        draw(after, language, plan.picture)
        notify(language.say(Saying("after-kept", {"file": str(plan.picture)})))
    if recorder:
        notify(f"the recording is in {recorder.folder}, pictures with what was read in {recorder.folder / 'annotated'}")


def _play(runner: GameRunner, journal: Journal, table: Table, hear: Callable[[Event], None]) -> JournalGame:
    """Play to the end. What the journal refuses is written as soon as people have made room, and no die thrown anew."""
    while True:
        try:
            return runner.play(journal, table)
        except JournalError as error:
            if not (runner.desk and runner.unwritten.entries):
                raise
            trouble = ErrorMessage.of(error)
            hear(Announced(Saying("unwritten", {"what": what_is_wrong(trouble), "remedy": what_to_do(trouble)})))
            runner.desk.ask(TRY_AGAIN)


def _goes_on(runner: GameRunner, journal: Journal) -> str:
    """Return how people go on with the game that was interrupted, or why it does not wait."""
    game = runner.game
    if game is None:
        return "nothing was thrown"
    if not game.has_people:
        return "only robots play in this game, so it does not wait"
    with suppress(JournalError):  # a disk that is full may hold the game all the same
        if not journal.has_throw(game):
            return "nothing was thrown"
    return f"resume this game with '{resuming(game.id)}'"


def draws_live(plan: PlayPlan) -> bool:
    """Return whether the game is drawn in a terminal, rather than told in lines."""
    return not plan.json and not plan.plain and is_drawn_on(sys.stdout)


def _screen(
    stack: ExitStack,
    language: Language,
    game: TableGame[Any],
    plan: PlayPlan,
    always: tuple[Saying, ...],
    *,
    clock: Clock,
) -> Listener:
    """Return the screen, which ends with `stack`. A live view leaves the last standing below the command line."""
    if plan.json:
        return JsonLines(sys.stdout)
    if not draws_live(plan):
        return Sentences(sys.stdout, language, game.rulebook)
    from rich.console import Console

    from robot.terminal.alternate_screen import AlternateScreen
    from robot.terminal.live_view import LiveView

    screen = AlternateScreen(Console())
    view = LiveView(screen, Board.of(game), language, game.rulebook, always)
    if isinstance(clock, ChangingClock):
        view.hurries = lambda: clock.hurries
    stack.callback(view.leave_standing)
    stack.enter_context(screen)
    return view
