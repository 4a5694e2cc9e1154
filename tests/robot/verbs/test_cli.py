"""The command line as scripts and people meet it: `pipsqueak`, and `python -m robot`."""

import json
import subprocess
import sys
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

from robot import __main__ as program
from robot.cli import main
from robot.verbs import COMMANDS, VERBS, gone

HEAVY = ("cv2", "numba", "numpy", "rich", "serial", "gpiozero", "sqlite3")
SELFTEST = "machine selftest --fast --yes --table sim"
pytestmark = pytest.mark.usefixtures("home")


def fail(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> str:
    """Run a command that must fail with `status` and one line on stderr; return the line."""
    try:
        result = main(words)
    except SystemExit as stopped:
        result = int(stopped.code or 0)
    out, err = capsys.readouterr()
    assert result == status
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


NOT_FOR_READING = ("fluent", "robot.language", "robot.table.calibration", "solver.game", "vision.calibration.plate_fit")


def test_help_names_every_verb_and_imports_nothing_heavy() -> None:
    printed = printed_with_imports(["--help"], HEAVY)
    assert "  play " in printed
    assert printed.splitlines()[-1] == "[]"


def test_reading_a_picture_imports_only_what_reads(tmp_path: Path) -> None:
    picture = tmp_path / "grey.png"
    cv2.imwrite(str(picture), np.full((64, 64, 3), 128, np.uint8))
    said, imported = printed_with_imports(["read", str(picture)], NOT_FOR_READING).splitlines()
    assert said.endswith("no die read")
    assert imported == "[]"


def printed_with_imports(words: list[str], modules: tuple[str, ...]) -> str:
    """Run a command in a process of its own; return what it prints, then which of the modules it has imported."""
    program = f"import sys, robot.cli; robot.cli.main({words}); print([m for m in {modules} if m in sys.modules])"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("advise pig 1:2 +99999", "no turn can have 99999 points at a score of 1"),
        ("advise pig x:0", "'x' is not a number for a score"),
        ("advise pig-score --spread", "this position of pig-score"),
        ("advise pig goal=50 30:45 --goal 60", "the position has another goal: leave out --goal"),
        ("advise pig --chosen hold", "pipsqueak: 'hold' cannot be made here: give r"),
        ("advise skunk --chosen sit", "the cost of choices is unknown in skunk: leave out --chosen"),
        ("fairness plan --power 0.8 --power 0.9", "--power: it is given twice: give it once"),
        ("data games all\nnow", "unrecognized arguments: all now"),
        ("plai pig", "did you mean 'play'"),
        ("pig", "pig is a game: did you mean 'pipsqueak play pig'?"),
        ("help pig --card", "did you mean 'pipsqueak play pig'?"),
        ("review pig", "give the number of a game ('pipsqueak data games' lists them), a file, a folder, or a line"),
        ("plai\npig", "there is no verb 'plai\\npig'"),
        ("play pig --players robot:optimal,martian", "martian"),
        ("play pig --players robot:optimal", "2"),
        ("play pig --players robot,robot --table sim:gremlins", "gremlins"),
        ("serve --port 70000", "--port: give a number from 0 to 65535, not '70000'"),
        ("serve --host ", "--host: give an address of this machine, or 0.0.0.0 for all of them"),
        ("play pig --players robot,robot --speed x", "--speed: give a number from 0.1 to 20, not 'x'"),
        ("rate yahtzee --games -5 --simulate", "--games: give a number from 1 up, not -5"),
        ("play pig --players robot,robot --seed 99999999999999999999999999", "--seed"),
        ("play pig --players robot,robot --camera . --table sim", "leave out --table"),
        ("play pig --players robot,robot --camera . --seed 3", "simulated"),
        ("play pig --players robot,robot --table /dev/ttyACM0 --fast", "simulated"),
        ("play --resume --goal 50", "journal"),
        ("play pig --players robot,robot --table sim --camera 0", "camera"),
        ("play pig --players robot,robot --rule free", "--rule"),
        ("play yahtzee --players robot,robot,robot,robot,robot,robot,robot,robot,robot", "1 to 8"),
        ("play yahtzee --players robot:gredy", "did you mean greedy"),
        ("play nowhere.toml --players robot", "nowhere.toml"),
        ("show pig-three --line 1 2", "--line"),
        ("solve pig-eleven", "pig for two and pig-three, which are solved exactly, pig-four to pig-ten"),
        ("advise hog 3:4 +500", "has no '+500'"),
        ("solve pig --trace", "use 'pipsqueak learn GAME --method value-iteration'"),
        ("rate pig --strategies optimal,hodl20", "did you mean hold20? choose from optimal, hold<n> as in hold20"),
        ("rate pig --strategies optimal,", "--strategies 'optimal,' lacks a name"),
        ("rate hog --strategies hold20", "dice<n> as in dice6"),
        ("show pig --whole", "a pipe gets all scores"),
        ("show pig --kind surfaces", "did you mean surface?"),
        ("show docs/sheets/generala.toml", "no table can hold the rules of generala"),
        ("rate yahtzee --games 1 --simulate", "1 game has no standard error: play 2 or more"),
        ("rate farkle --turn optimal", "depends on both scores"),
        ("rate pig --turn greedy", "name hold20 or another one, not greedy"),
        ("rate yahtzee --turn child", "child chooses at random"),
        ("solve farkle --die 1=1,1,1,1,1,1", "1 dice are given"),
        ("advise threes --rival 8", "give the position as one line"),
        ("show threes --players 3", "a single turn and two players"),
        ("rate threes --turn win", "depends on the others"),
        ("rate hooligan --games 99999999999 --simulate", "at most"),
        ("rate hooligan --strategies optimal --strategies wim --simulate", "did you mean win?"),
        ("learn pig --epsilon 3", "--epsilon 3 is out of range: give a number from 0 to 1"),
        ("learn piglet --start-value 7", "a start value of 7 is impossible in piglet: give numbers from 0 to 1"),
        ("learn pig --last-round second", "can only be solved, advised and played"),
        ("fairness report --counts 1,2 --expected 1/2", "as many expected chances"),
        ("fairness report --counts 1,2 --expected 1/2,1/3", "the sum 1"),
        ("fairness report --counts 0,0", "not all of them 0"),
        ("fairness report --counts 1,2 --unread -1", "whole numbers"),
        ("fairness plan /proc/study", "/proc/study"),
        ("fairness plan --points 20", "points"),
        ("fairness plan --alpha 0.9", "level"),
        ("fairness plan --throws-an-hour -3", "an hour"),
        ("fairness plan --dice red,Red", "two dice are called"),
        ("fairness plan --dice a/b", "not a die's name"),
        ("fairness report folder --alpha 0.1", "are for --counts"),
        ("fairness plan --table hand", "there is no table 'hand': give sim, twin, hands"),
        ("exhibit --report yesterday", "write a day such as 2026-05-01, not 'yesterday'"),
        ("rate pig --seed 3", "--seed is for --simulate"),
        ("rate pig --turn hold20 --games 3", "leave out --strategies and --games"),
        ("rate pig --simulate --strategies hold20,hold25,optimal", "at most two strategies"),
        ("read a b --labels", "--labels reads one folder"),
        ("read a --jobs 2", "--jobs is for --labels"),
        ("--completion sh", "name a shell behind --completion: bash, zsh, fish"),
        ("machine flush", "there is no part 'flush': did you mean 'flash'?"),
        ("data trousers", "'pipsqueak data --help' lists them"),
        ("fairness plan --reader /nowhere", "in favour of the die"),
        ("coach pig --resume 7", "--resume N without one"),
        ("coach yahtzee --players Ann,", "no name"),
        ("coach yahtzee --players Ann,Ann", "two players are called Ann"),
        ("coach yahtzee --goal 3 --script x --json", "no --goal"),
        ("coach --script x --json", "coach GAME --script FILE --json"),
        ("coach yahtzee --script x --json --picture a.svg", "takes no --picture"),
        ("coach --resume 7 --players A,B", "leave them out"),
        ("coach pig --players A", "2 to 10: write --players A,B"),
        ("play pig-score --players you,robot", "2 players are named, but this game is for 1: write --players you"),
        ("play pig --plain --json", "leave out --json or --plain"),
        ("play pig --resume", "resume"),
        ("play", "game"),
        *((f"play --resume {number}", "--resume") for number in ("0", "-1", "x", "9" * 30)),
        ("rules hog --turns 3", "--turns"),
        ("rules pig --language xx", "there is no language 'xx': choose en, de, es"),
        ("machine flash /dev/ttyACM0", "/dev/ttyACM0"),
        ("solve pig --die half", "give numbers separated by commas, not 'half'"),
        (f"solve pig --goal {'9' * 4300}", f"18 digits at most, not {'9' * 18}…;"),
        *((f"read nowhere --jobs {jobs} --labels", "number") for jobs in ("0", "-2", "many")),
        *((f"record --looks 1 --every={pause}", f"'{pause}'") for pause in ("nan", "inf", "-1", "soon")),
        ("fairness report --counts 1,x", "--counts"),
        ("fairness report --counts 1,2 --expected 1/0,1", "--expected"),
        ("machine calibrate --table hands", "needs no calibration"),
        ("machine calibrate --mat", "machine calibrate print --mat"),
        ("play pig --table hands --camera phone", "pipsqueak serve --table hands"),
        ("serve --table sim --camera phone", "add --table hands"),
        ("play pig --table hands:glare", "no table 'hands:glare'"),
        ("play pig --table hands --film game.mp4", "add --table twin"),
        ("record throws --table hands --throws 1", "add --camera"),
        ("record throws --table sim --throws 1 --dice 2", "leave out --dice"),
        (f"{SELFTEST} --steps motor,wings", "there is no step 'wings': the steps are board, camera"),
        (f"{SELFTEST} --from dice --steps motor", "no step is left from 'dice' on"),
        ("machine selftest --yes --table hands", "the self-test needs a board and a camera"),
        (f"{SELFTEST}:horn-off=9", "wells are digits from 1 to 6"),
        (f"{SELFTEST}:motor-unplug", "did you mean 'motor-unplugged'?"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in fail(capsys, 2, *words.split(" "))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("coach --resume 7", "there is no session 7"),
        ("review", "no game"),
        ("review 7", "no game 7"),
        ("review nowhere", "no recording"),
        ("play pig --players robot,robot --table /dev/nowhere", "/dev/nowhere"),
        ("read pyproject.toml --annotate /proc/nowhere", "/proc/nowhere"),
        ("show pig --goal 10 --out /proc/nowhere", "/proc/nowhere"),
        ("--language de play --resume 3", "Spiel 3 gibt es nicht: ‚pipsqueak data games‘ zeigt die, "),
        ("--language=de play --resume", "kein Spiel ist unterbrochen: Beginne eines mit ‚pipsqueak play SPIEL‘"),
        ("read --labels " + 300 * "n", "File name too long"),
        ("record " + 300 * "n", "File name too long"),
        ("replay no\nwhere", "no where holds no recording"),
    ],
)
def test_a_failure_is_one_line_and_status_1(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in fail(capsys, 1, *words.split(" "))


def test_a_file_of_typed_games_is_reviewed_one_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = tmp_path / "games.txt"
    typed.write_text("# two games\npig 0:0 | 4 6 h 3\n\nfarkle 0:0 | 113456 1>25564 5h\n", encoding="utf-8")
    assert main(["review", str(typed), "--json"]) == 0
    assert [json.loads(line)["game"] for line in capsys.readouterr().out.splitlines()] == ["pig", "farkle"]
    typed.write_text("# none", encoding="utf-8")
    assert "holds no game" in fail(capsys, 2, "review", str(typed))
    assert "'pig 0:0' has no moves" in fail(capsys, 2, "review", "pig 0:0")


def test_a_game_that_cannot_begin_is_not_in_the_journal(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "pig", "--players", "robot,robot", "--table", "/dev/nowhere"])
    assert "no unfinished game" in (main(["play", "--resume"]), capsys.readouterr().err)[1]


@pytest.mark.parametrize(
    "redirection",
    ["> /dev/full", pytest.param(">&-", marks=pytest.mark.check), pytest.param("<&-", marks=pytest.mark.check)],
)
def test_a_closed_or_full_output_is_no_traceback(redirection: str) -> None:
    command = f"{sys.executable} -m robot advise pig {redirection}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stderr.count("\n")) == ((1, 1) if "full" in redirection else (0, 0))


@pytest.mark.check
def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m robot solve pig pig pig pig --json | head -c 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


class InterruptedModule(ModuleType):
    """A module whose import somebody stops."""

    def __getattr__(self, name: str) -> object:
        raise KeyboardInterrupt


def test_ctrl_c_while_the_command_line_is_imported_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "robot.cli", InterruptedModule("robot.cli"))
    assert program.main() == 1
    assert capsys.readouterr().err == "pipsqueak: stopped\n"


@pytest.mark.parametrize(
    ("words", "then"),
    [
        ("play pig", "nothing was thrown"),
        ("play --fast --resume=3", "resume an unfinished game with 'pipsqueak play --resume'"),
        ("coach --resume 3", "'pipsqueak coach' lists what is kept"),
    ],
)
def test_ctrl_c_before_a_game_goes_on_says_what_waits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, then: str
) -> None:
    monkeypatch.setattr("robot.cli._run", InterruptedModule("robot.cli").__getattr__)
    assert main(words.split()) == 1
    assert capsys.readouterr().err == f"pipsqueak: stopped; {then}\n"


def test_the_command_line_runs_and_its_status_is_passed_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["pipsqueak", "nonsense"])
    assert program.main() == 2
    assert "there is no verb 'nonsense'" in capsys.readouterr().err


def test_what_has_gone_is_said_with_what_to_use_instead(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gone, "OPTIONS", {("play", "--socks"): "use --name", ("data games", "--hats"): "use --name"})
    assert fail(capsys, 2, "play", "pig", "--socks=2") == "pipsqueak: 'play --socks' was removed: use --name\n"
    assert fail(capsys, 2, "data", "games", "--hats") == "pipsqueak: 'data games --hats' was removed: use --name\n"
    assert "unrecognized" in fail(capsys, 2, "data", "config", "--hats")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("outcomes --hold 20", "rate pig --turn hold20"),
        ("outcomes yahtzee --strategy=greedy --json", "rate yahtzee --turn greedy --json"),
        ("outcomes farkle", "rate farkle --turn"),
        ("simulate pig --against hold20", "rate pig --strategies optimal --strategies hold20 --simulate"),
        ("evaluate DIR --jobs 2", "read DIR --jobs 2 --labels"),
        ("calibrate print --mat", "machine calibrate print --mat"),
        ("completion bash", "--completion bash"),
        ("solve pig --die-counts 1,2,1,1,1,1", "solve pig --die 1,2,1,1,1,1"),
        ("data backup {}", "data backup {}"),
    ],
)
def test_old_names_stand_for_new_ones(old: str, new: str) -> None:
    assert gone.update_names(old.split()) == new.split()


def test_an_old_name_works_and_says_the_new_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["outcomes", "--hold", "2", "--json"]) == main(["advise", "pig", "--sides", "6"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out.splitlines()[0])["hold"] == 2
    name, option = told.err.splitlines()
    assert name == "pipsqueak: that is an old name: write 'pipsqueak rate pig --turn hold2 --json'"
    assert option == "pipsqueak: that is an old option: write 'pipsqueak advise pig --die d6'"


@pytest.mark.parametrize("words", [[], ["help"], ["--language", "de"]])
def test_the_bare_command_fits_a_terminal_and_says_what_to_type(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("Type 'pipsqueak play' to play")
    assert len(lines) <= 17
    assert max(map(len, [first, *lines])) <= 80
    told = " ".join(lines).split()
    assert {word for command in COMMANDS for word in command.split()} <= {word.strip(",") for word in told}


def test_help_of_a_verb_is_the_same_by_either_name(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("rate pig", "machine selftest"):
        told = []
        for words in (["help", *command.split()], [*command.split(), "--help"]):
            with pytest.raises(SystemExit):
                main(words)
            told.append(capsys.readouterr().out)
        assert told[0] == told[1]
        assert f"usage: pipsqueak {command}" in told[0]
    assert main(["help", "data"]) == 0
    assert "restore" in capsys.readouterr().out


def test_nothing_that_has_gone_is_still_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert not gone.MOVED.keys() & VERBS.keys()
    for verb, options in groupby(sorted(gone.OPTIONS), itemgetter(0)):
        with pytest.raises(SystemExit):
            main([*verb.split(), "--help"])
        there = capsys.readouterr().out.replace(",", " ").replace("[", " ").split()
        assert not {option for _, option in options} & set(there)
