"""Every verb in a folder that cannot be written, as a service has it that names no folder of its own."""

from pathlib import Path

import pytest

from robot.verbs import VERBS
from tests.support.robot.command import call

NOWHERE = "/proc"
"""A folder in which nobody can write, root neither."""
COMMANDS = {
    "play": ("play pig --players robot:hold20,robot:hold20 --table sim --fast --goal 2 --seed 2", 0),
    "serve": ("serve --table sim --host 192.0.2.7", 1),
    "read": ("read nowhere.jpg", 1),
    "rules": ("rules pig", 0),
    "evaluate": ("evaluate nowhere", 1),
    "advise": ("advise pig --me 15 --opponent 70", 0),
    "coach": ("coach --sessions", 0),
    "solve": ("solve piglet --goal 5", 0),
    "show": ("show pig --goal 10 --out pictures", 1),
    "rate": ("rate piglet --goal 5", 0),
    "learn": ("learn piglet --goal 2", 0),
    "simulate": ("simulate yahtzee --games 2", 0),
    "review": ("review", 1),
    "drill": ("drill pig", 0),
    "fairness": ("fairness plan study", 2),
    "outcomes": ("outcomes", 0),
    "games": ("games", 0),
    "stats": ("stats", 0),
    "export": ("export", 0),
    "record": ("record --table sim --looks 1", 0),
    "replay": ("replay nowhere", 1),
    "calibrate": ("calibrate print", 1),
    "flash": ("flash --port nowhere", 1),
    "exhibit": ("exhibit --table sim --install nowhere", 1),
    "selftest": ("selftest --table /dev/nowhere", 1),
    "doctor": ("doctor --table sim", 0),
    "config": ("config", 0),
    "completion": ("completion man", 0),
    "backup": ("backup table.zip", 1),
    "restore": ("restore nowhere.zip", 1),
    "forget": ("forget --all", 0),
}
"""A short command of each verb, and its exit status."""


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_works_or_says_what_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    monkeypatch.chdir(NOWHERE)
    words, status = COMMANDS[verb]
    done = call(tmp_path, *words.split())
    assert done.returncode == status, done.stderr
    assert status == 0 or done.stderr.strip().splitlines()[-1].startswith("pipsqueak: ")
