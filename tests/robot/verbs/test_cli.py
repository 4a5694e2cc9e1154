"""The command line as scripts and people meet it: `pipsqueak`, and `python -m robot`."""

import subprocess
import sys
from types import ModuleType

import pytest

from robot import __main__ as program
from robot.cli import main
from robot.verbs import VERBS, gone
from robot.verbs.options import OPTIONS

HEAVY = ("cv2", "numba", "numpy", "rich", "serial", "gpiozero", "sqlite3")
pytestmark = pytest.mark.usefixtures("home")


def refused(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> str:
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


def test_help_names_every_verb_and_imports_nothing_heavy() -> None:
    program = f"import sys, robot.cli; robot.cli.main(['--help']); print([m for m in {HEAVY} if m in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert all(f"  {verb} " in printed for verb in VERBS)
    assert printed.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("advise pig --me -1 --opponent 0", "-1"),
        ("advise pig --me 1 --opponent 2 --turn 99999", "no turn comes to 99999 at a score of 1"),
        ("advise pgi --me 0 --opponent 0", "did you mean pig"),
        ("advise pig --me x --opponent 0", "--me"),
        ("advise pig --me 0 --opponent 0 --opponent 5", "--opponent: it is given twice: give it once"),
        ("advise yahtzee --dice 1 1 --dice 2 3 4", "--dice: it is given twice: give it once"),
        ("fairness plan --power 0.8 --power 0.9", "--power: it is given twice: give it once"),
        ("games all\nnow", "unrecognized arguments: all now"),
        ("plai pig", "did you mean 'play'"),
        ("plai\npig", "there is no verb 'plai\\npig'"),
        ("play chess", "chess"),
        ("play pig --players robot:optimal,martian", "martian"),
        ("play pig --players robot:optimal,robot:hold", "hold"),
        ("play pig --players robot:optimal", "2"),
        ("play pig --players robot,robot --faults gremlins", "gremlins"),
        ("play pig --players robot,robot --speed 0", "--speed: give a number from 0.1 to 20, not '0'"),
        ("play pig --players robot,robot --speed nan", "--speed: give a number from 0.1 to 20, not 'nan'"),
        ("play pig --players robot,robot --speed 1e-300", "--speed: give a number from 0.1 to 20, not '1e-300'"),
        ("serve --port 70000", "--port: give a number from 0 to 65535, not '70000'"),
        ("serve --host ", "--host: give an address of this machine, or 0.0.0.0 for every one"),
        ("serve --port -1", "--port: give a number from 0 to 65535, not '-1'"),
        ("play pig --players robot,robot --speed x", "--speed: give a number from 0.1 to 20, not 'x'"),
        ("play pig --players robot,robot --seed -3", "--seed"),
        ("simulate yahtzee --games -5", "--games: give a number from 1 up, not -5"),
        ("play pig --players robot,robot --seed 99999999999999999999999999", "--seed"),
        ("play pig --players robot,robot --camera . --table sim", "leave out --table"),
        ("play pig --players robot,robot --camera . --seed 3", "simulated"),
        ("play pig --players robot,robot --table /dev/ttyACM0 --fast", "simulated"),
        ("play --resume --goal 50", "journal"),
        ("play pig --players robot,robot --table sim --camera 0", "camera"),
        ("play pig --players robot,robot --rule free", "--rule"),
        ("play yahtzee --players robot,robot --goal 100", "--goal"),
        ("play kniffel --players robot --rule free", "plain"),
        ("play yahtze --players robot", "did you mean yahtzee"),
        ("play yahtzee --players robot,robot,robot,robot,robot,robot,robot,robot,robot", "1 to 8"),
        ("play yahtzee --players robot:gredy", "did you mean greedy"),
        ("play nowhere.toml --players robot", "nowhere.toml"),
        ("play --resume --rule free", "journal"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in refused(capsys, 2, *words.split(" "))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play --resume", "no unfinished game is waiting"),
        ("play pig --players robot,robot --table /dev/nowhere", "/dev/nowhere"),
        ("read pyproject.toml --annotate /proc/nowhere", "/proc/nowhere"),
        ("evaluate " + 300 * "n", "File name too long"),
        ("record " + 300 * "n", "File name too long"),
    ],
)
def test_a_failure_is_one_line_and_status_1(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in refused(capsys, 1, *words.split())


def test_a_path_with_a_line_break_fails_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no where holds no recording" in refused(capsys, 1, "replay", "no\nwhere")


def test_a_game_that_cannot_begin_is_not_in_the_journal(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "pig", "--players", "robot,robot", "--table", "/dev/nowhere"])
    assert "no unfinished game" in (main(["play", "--resume"]), capsys.readouterr().err)[1]


@pytest.mark.parametrize(
    "redirection",
    ["> /dev/full", pytest.param(">&-", marks=pytest.mark.check), pytest.param("<&-", marks=pytest.mark.check)],
)
def test_a_closed_or_full_output_is_no_traceback(redirection: str) -> None:
    command = f"{sys.executable} -m robot advise pig --me 0 --opponent 0 {redirection}"
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


def test_the_command_line_runs_and_its_status_is_passed_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["pipsqueak", "nonsense"])
    assert program.main() == 2
    assert "there is no verb 'nonsense'" in capsys.readouterr().err


def test_what_has_gone_is_said_with_what_to_use_instead(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gone, "VERBS", {"knit": "use 'play'"})
    monkeypatch.setattr(gone, "OPTIONS", {"play": {"--socks": "use --name"}})
    monkeypatch.setattr(gone, "OF_ALL", {"--hats": "use --name"})
    monkeypatch.setattr(gone, "VALUES", {"purl=": "use 'win'"})
    assert refused(capsys, 2, "knit", "pig") == "pipsqueak: 'knit' went in 0.4.0: use 'play'\n"
    assert refused(capsys, 2, "play", "pig", "--socks=2") == "pipsqueak: 'play --socks' went in 0.4.0: use --name\n"
    assert refused(capsys, 2, "play", "pig", "--hats") == "pipsqueak: 'play --hats' went in 0.4.0: use --name\n"
    assert refused(capsys, 2, "play", "pig", "--players", "robot:purl=3") == (
        "pipsqueak: 'purl=' went in 0.4.0: use 'win'\n"
    )


def test_nothing_that_has_gone_is_still_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert not gone.VERBS.keys() & VERBS.keys()
    assert not {option.removeprefix("--") for option in gone.OF_ALL} & OPTIONS.keys()
    for verb, options in gone.OPTIONS.items():
        with pytest.raises(SystemExit):
            main([verb, "--help"])
        there = capsys.readouterr().out.replace(",", " ").replace("[", " ").split()
        assert not options.keys() & set(there)
