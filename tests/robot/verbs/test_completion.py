"""What completes words in a shell, and the man page: all verbs with all their options."""

import shutil
import subprocess

import pytest

from robot.cli import main
from robot.verbs import VERBS


def printed(capsys: pytest.CaptureFixture[str], kind: str) -> str:
    assert main(["completion", kind]) == 0
    return capsys.readouterr().out


def test_the_man_page_has_every_verb_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "man")
    assert [line.removeprefix(".SS ") for line in page.splitlines() if line.startswith(".SS")] == [*VERBS]
    assert r"\-\-tutor" in page
    wordy = [line for line in page.splitlines() if not line.startswith((".", r"\&"))]
    assert len(wordy) == 2, wordy


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff sets man pages")
def test_groff_sets_the_man_page_without_a_complaint(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "man")
    done = subprocess.run(
        ["groff", "-k", "-man", "-ww", "-Tutf8"], input=page.encode(), capture_output=True, check=True
    )
    assert not done.stderr
    assert b"--tutor" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_verbs_and_options(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    pytest.importorskip("shtab", reason="the extra complete brings it")
    script = printed(capsys, shell)
    for words in (*VERBS, "tutor"):
        assert words in script
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=script.encode(), check=True)
