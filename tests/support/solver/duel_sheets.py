"""Small sheets on which play to win is checked exactly."""

from solver.sheet.game.sheet import Joker, Pays, Sheet
from tests.support.solver.boxes import chance, groups, number

LITTLE = Sheet(
    name="little",
    rule="forced",
    boxes=(number("twos", 2), number("threes", 3), groups("pair", 2, pays=Pays.ALL), groups("alike", 3, pays=12)),
    bonus=6,
    bonus_from=8,
    extra=9,
    joker=Joker.FORCED,
    throws=2,
    dice=3,
    sides=3,
)
TINY = Sheet(
    name="tiny",
    rule="plain",
    boxes=(number("twos", 2), number("threes", 3), groups("pair", 2, pays=Pays.ALL), chance()),
    bonus=4,
    bonus_from=8,
    throws=2,
    dice=2,
    sides=3,
)
