"""Small sheets of one's own: a short one, and some with rules that no table holds, each with another."""

SHORT = """
name = "short"
throws = 2
box = [{ name = "sixes", kind = "number", face = 6 }, { name = "chance", kind = "chance" }]
"""
"""A game of two turns."""

FIRST = """
name = "first"
dice = 3
sides = 3
box = [
    { name = "twos", kind = "number", face = 2 },
    { name = "run", kind = "straight", length = 3, pays = 9, first = 4 },
    { name = "alike", kind = "groups", groups = [3], pays = 12, first = 20 },
]
"""
SAVES = """
name = "saves"
dice = 2
sides = 3
throws = 2
saves = true
bonus = { points = 7, from = 6 }
box = [
    { name = "twos", kind = "number", face = 2 },
    { name = "threes", kind = "number", face = 3 },
    { name = "pair", kind = "groups", groups = [2], pays = "own", first = 1 },
]
"""
COLUMNS = """
name = "columns"
dice = 2
sides = 3
throws = 2
columns = [1, 2]
bonus = { points = 5, from = 4 }
box = [{ name = "twos", kind = "number", face = 2 }, { name = "any", kind = "chance" }]
"""
CONVERTED = """
name = "converted"
dice = 2
sides = 4
throws = 2
totals = [[0, -2], [9, 0], [14, 3]]
box = [
    { name = "fours", kind = "number", face = 4, times = 2, convert = { points = 5, from = 8 } },
    { name = "pair", kind = "groups", groups = [2], pays = "all", plus = 3, convert = { points = 2, each = true } },
    { name = "low", kind = "sum", total = 3, pays = "all", convert = { points = 4 } },
]
"""
JOKERS = """
name = "jokers"
dice = 2
sides = 3
throws = 2
joker = "free"
extra = 6
saves = true
box = [
    { name = "ones", kind = "number", face = 1 },
    { name = "run", kind = "straight", length = 2, pays = 5, first = 2 },
    { name = "both", kind = "groups", groups = [2], pays = 8 },
]
"""
