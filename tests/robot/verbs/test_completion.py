"""What completes words in a shell: all verbs with all their options."""

import subprocess

import pytest

from robot.cli import main
from robot.config import HANDS
from robot.games.registry import PLAYED, make_game
from robot.verbs import VERBS
from robot.verbs.completion import OFFERED
from robot.verbs.options import FORMS, HelpOfGame, rule_finder
from robot.verbs.parser import parser_of
from solver.errors import OptionError
from solver.games import GAMES, find_game

FAIR = "1/6,1/6,1/6,1/6,1/6,1/6"


@pytest.mark.check
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_verbs_options_games_and_tables(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["--completion", shell]) == 0
    script = capsys.readouterr().out
    for words in (*VERBS, "selftest", "tutor", *GAMES, *PLAYED, HANDS):
        assert words in script
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=script.encode(), check=True)


@pytest.mark.parametrize("verb", ["advise", "solve", "show", "rate", "learn"])
def test_a_verb_shows_what_its_games_take_and_nothing_else(verb: str) -> None:
    """Each rule that it declares one of its games takes, and it declares each that one takes."""
    parser, _ = parser_of(verb)
    (shown,) = (action for action in parser._actions if isinstance(action, HelpOfGame))
    games = [game for game in map(find_game, GAMES) if getattr(game, OFFERED[verb]) is not None]
    option_of = {name: option for option, forms in FORMS.items() for name in forms} | {"solo": "players"}
    taken = {option_of.get(name, name) for game in games for name in shown.takes(game.name)} - {"cache"}
    declared = {action.dest for action in parser._actions} & shown.apart
    assert declared - {"turns"} <= taken
    assert taken - {"players"} <= declared


@pytest.mark.parametrize("name", PLAYED)
def test_the_rules_that_are_shown_of_a_game_at_the_table_are_those_that_it_takes(name: str) -> None:
    given = {"goal": 50, "opening": 50, "penalty": 50, "turns": 3, "last_round": "all", "commit": True}
    given |= {"die": FAIR, "dice_of": f"1={FAIR};{FAIR};{FAIR};{FAIR};{FAIR};{FAIR}"}
    shown = rule_finder("play")(name)
    for rule, value in given.items():
        try:
            make_game(name, {rule: value})
        except OptionError:
            assert rule not in shown, rule
        else:
            assert rule in shown, rule
