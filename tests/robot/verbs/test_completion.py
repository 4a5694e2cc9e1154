"""What completes words in a shell, and the man page: all verbs with all their options."""

import subprocess

import pytest

from robot.cli import main
from robot.config import HANDS
from robot.games.registry import PLAYED
from robot.verbs import VERBS
from solver.games import GAMES
from tests.support.requirements import needs_package


def printed(capsys: pytest.CaptureFixture[str], kind: str) -> str:
    assert main(["completion", kind]) == 0
    return capsys.readouterr().out


def test_the_man_page_has_every_verb_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "man")
    assert [line.removeprefix(".SS ") for line in page.splitlines() if line.startswith(".SS")] == [*VERBS]
    assert r"\-\-tutor" in page
    wordy = [line for line in page.splitlines() if not line.startswith((".", r"\&"))]
    assert len(wordy) == 2, wordy


@pytest.mark.check
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_verbs_options_games_and_tables(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    needs_package("shtab")
    script = printed(capsys, shell)
    for words in (*VERBS, "tutor", *GAMES, *PLAYED, HANDS):
        assert words in script
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=script.encode(), check=True)
