"""What completes words in a shell: all verbs with all their options."""

import subprocess
from argparse import Namespace
from itertools import product

import pytest

from robot.cli import main
from robot.config import HANDS
from robot.games.registry import PLAYED, make_game
from robot.verbs import VERBS
from robot.verbs.options import FORMS, Dice, HelpOfGame, HouseRule, collect_rules, find_offered, load_game, rule_finder
from robot.verbs.parser import parser_of
from solver.errors import OptionError
from solver.games import GAMES

FAIR = "1/6,1/6,1/6,1/6,1/6,1/6"
GIVEN = {
    "goal": 50, "turns": 3, "last_round": "all", "players": 1,
    **{rule: [HouseRule.read(text)] for rule, text in {
        "rule": "plain", "commit": "commit", "opening": "opening=50", "penalty": "penalty=50"
    }.items()},
    **{rule: [Dice.read(text)] for rule, text in {
        "die": FAIR, "sides": "d6", "dice_of": f"1={';'.join([FAIR] * 6)}"
    }.items()},
}  # fmt: skip
OPTION_OF = {rule: next((option for option, forms in FORMS.items() if rule in forms), rule) for rule in GIVEN}


@pytest.mark.check
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_verbs_options_games_and_tables(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["--completion", shell]) == 0
    script = capsys.readouterr().out
    for words in (*VERBS, "selftest", "tutor", *GAMES, *PLAYED, HANDS):
        assert words in script
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=script.encode(), check=True)


@pytest.mark.parametrize("act", ["advise", "solve", "show", "learn", "rate", "rate --turn", "rate --simulate"])
def test_the_help_of_a_game_shows_the_rules_that_the_verb_does_not_refuse(act: str) -> None:
    parser, _ = parser_of(act.split(maxsplit=1)[0])
    (shown,) = (action for action in parser._actions if isinstance(action, HelpOfGame))
    for name, (rule, value) in product(find_offered(shown.takes, GAMES), GIVEN.items()):
        try:
            load_game(Namespace(**{OPTION_OF[rule]: value}), name, act)
        except OptionError:
            refused = True
        else:
            refused = False
        taken = shown.takes(name)
        notes = [taken[key] for key in {rule, "weights" if rule == "die" else rule} & taken.keys()]
        shows = any(not note or act in note.removeprefix("; only for ").split(" and ") for note in notes)
        assert shows is not (refused or OPTION_OF[rule] not in shown.apart), (name, rule)


@pytest.mark.parametrize("words", ["show skunk", "learn skunk", "learn pig-four", "learn kniffel", "drill swine-herd"])
def test_the_help_of_a_game_that_the_verb_refuses_is_the_refusal(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    verb, game = words.split()
    assert main([verb, game]) == main([verb, game, "--help"]) == 2
    refusal, again = capsys.readouterr().err.splitlines()
    assert refusal == again
    assert game in refusal
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    assert game not in capsys.readouterr().out.replace("-\n" + 22 * " ", "-")


@pytest.mark.parametrize("game", ["farkle", "hog"])
def test_the_help_of_a_game_shows_its_rule_cards_if_it_has_any(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rules", game, "--help"])
    assert ("--card" in capsys.readouterr().out) is (main(["rules", game, "--card"]) == 0)


@pytest.mark.parametrize("name", PLAYED)
def test_the_rules_that_are_shown_of_a_game_at_the_table_are_those_that_it_takes(name: str) -> None:
    shown = rule_finder("play")(name)
    for rule in GIVEN.keys() - {"rule", "players", "sides"}:
        try:
            make_game(name, collect_rules(Namespace(**{OPTION_OF[rule]: GIVEN[rule]})))
        except OptionError:
            assert rule not in shown, rule
        else:
            assert rule in shown, rule
