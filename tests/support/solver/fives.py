"""A sheet of five boxes with a bonus and Jokers, played with the usual dice: Yahtzee, but solved in no time."""

from solver.sheet.game.sheet import Joker, Pays, Sheet
from tests.support.solver.boxes import chance, groups, number

FIVES = Sheet(
    name="fives",
    rule="forced",
    boxes=(
        number("fives", 5),
        number("sixes", 6),
        groups("three-of-a-kind", 3, pays=Pays.ALL),
        groups("yahtzee", 5, pays=50),
        chance(),
    ),
    bonus=35,
    bonus_from=33,
    extra=100,
    joker=Joker.FORCED,
)
