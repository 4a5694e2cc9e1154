"""One sitting at the table: from what the operator asked for to a game played to its end."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hardware.clock import SystemClock
from hardware.errors import NoMorePicturesError, PanelLeftError
from robot.app import calibration_for, open_table
from robot.config import Config, Folders, load
from robot.errors import GameOverError, JournalError, VoidThrowError
from robot.games.game import TableGame
from robot.language import Language
from robot.match.events import Event, Listener
from robot.match.journal import Journal, JournalGame
from robot.match.match import VOID_LIMIT, Match
from robot.match.people import PATIENCE, PeopleAtTheDesk
from robot.match.players import is_person
from robot.match.question_desk import QuestionDesk
from robot.match.seats import Seating
from robot.panels import open_panel
from robot.records.corrections import Corrections
from robot.records.recording import Recorder
from robot.review.summary import after_game, summary_lines
from robot.review.summary_file import draw
from robot.saying import Saying
from robot.table.choice import TableChoice
from robot.terminal.screens import JsonLines, Sentences
from robot.terminal.waiting import notice_if_slow
from robot.voice.opening import open_voice

GOES_ON = "resume this game with 'pipsqueak play --resume'"


@dataclass(frozen=True, slots=True)
class Setting:
    """What the operator asked for; with `resume`, game, rules and players come from the journal instead.

    `language` is what people read, None where the configuration decides. `first` is who begins: a player's place from
    1, or `thrown`; None lets people throw for it, and in their absence the first that is named. `picture` is where the
    game is drawn after its end.
    """

    game: str
    rules: Mapping[str, Any]
    players: tuple[str, ...]
    choice: TableChoice
    record: Path | None = None
    resume: bool = False
    json: bool = False
    language: str | None = None
    voice: bool = False
    picture: Path | None = None
    first: str | None = None


def sit_down(setting: Setting, notify: Callable[[str], None]) -> None:
    """Play one game to its end; every device is closed again, however it ends. `notify` takes what people should know.

    Raises:
        RobotError, HardwareError, SolverError, VisionError: one line that says what was wrong and what to do.

    """
    folders = Folders.of_user()
    config = load(folders)
    language = Language(setting.language or config.language, folders.languages)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(folders.journal))
        game = _resumed(journal, setting, notify)
        specs = game.players if game else setting.players
        named = (game.game, game.rules) if game else (setting.game, setting.rules)
        wanted = None if game else setting.first
        seating = Seating.of(*named, specs, first=wanted, unattended=setting.json, cache=folders.cache)
        rules = seating.game
        choice = setting.choice.resolved(config)
        if game:
            choice = replace(choice, seed=game.seed, sitting=_sittings(journal, game))
        people = any(map(is_person, specs)) or not rules.wells
        listeners: list[Listener] = []

        def hear(event: Event) -> None:
            for listener in listeners:
                listener.hear(event)

        panel = stack.enter_context(open_panel(config)) if people else None
        desk = QuestionDesk(panel, SystemClock(), hear) if panel else None
        with notice_if_slow("the robots' strategy is being computed, which may take a minute the first time", notify):
            players = seating.make_players(desk, f"{choice.seed} {choice.sitting}")
        recorder = None
        if setting.record:
            recorder = stack.enter_context(Recorder(setting.record, calibration_for(choice)))
        table = open_table(choice, recorder.wire if recorder else None, notify)
        stack.callback(table.close)
        screen = _screen(stack, setting, rules, language)
        game = game or journal.begin(rules.name, rules.rules, specs, choice.seed, seating.first)
        listeners += [screen, Corrections(folders.corrections, notify)]
        if recorder:
            listeners.append(recorder)
        if setting.voice or config.voice:
            listeners += _voice(stack, config, folders, language, notify)
        match = Match(game, rules, players, table, journal, listeners)
        if desk:
            at_once = not (config.panel or sys.stdin.isatty())
            match.onlooker = PeopleAtTheDesk(desk, match.announced, patience=0.0 if at_once else PATIENCE)
        try:
            match.play()
        except (PanelLeftError, NoMorePicturesError) as error:
            raise GameOverError(f"{error.what}: {GOES_ON}") from error
        except VoidThrowError as error:
            raise GameOverError(
                f"a throw did not count {VOID_LIMIT} times in succession ({error}): {GOES_ON}"
            ) from error
        aloud = sys.stdout.isatty() and not setting.json
        after = after_game(journal, game.id, folders.cache, wins=False) if aloud or setting.picture else None
    if after and aloud:  # not before the live view has left the terminal
        sys.stdout.write("\n".join(summary_lines(after, language)) + "\n")
    if after and setting.picture:
        draw(after, language, setting.picture)
        notify(language.say(Saying("after-kept", {"file": str(setting.picture)})))
    if recorder:
        notify(f"the recording is in {recorder.folder}, pictures with what was read in {recorder.folder / 'annotated'}")


def _resumed(journal: Journal, setting: Setting, notify: Callable[[str], None]) -> JournalGame | None:
    unfinished = journal.unfinished()
    if setting.resume:
        if unfinished is None:
            raise JournalError("no unfinished game is waiting: begin one with 'pipsqueak play GAME'")
        return unfinished
    if unfinished:
        note = f"a game of {unfinished.game} begun {unfinished.begun[:16]} is unfinished"
        notify(f"{note}: resume it with 'pipsqueak play --resume'")
    return None


def _sittings(journal: Journal, game: JournalGame) -> int:
    return sum(entry.kind == "sitting" for entry in journal.log(game))


def _voice(
    stack: ExitStack, config: Config, folders: Folders, language: Language, notify: Callable[[str], None]
) -> Iterator[Listener]:
    voice = open_voice(config, folders, language, notify)
    if voice:
        yield stack.enter_context(voice)


def _screen(stack: ExitStack, setting: Setting, rules: TableGame[Any], language: Language) -> Listener:
    if setting.json:
        return JsonLines(sys.stdout)
    if not sys.stdout.isatty():
        return Sentences(sys.stdout, language)
    from rich.console import Console

    from robot.terminal.live_view import LiveView

    return stack.enter_context(LiveView(Console(), rules.board(), language))
