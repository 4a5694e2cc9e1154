"""Compiled code that plays many games of score sheets in which some of the players play to win."""

import numpy as np
from numpy.typing import NDArray

from solver.jit import compiled
from solver.sheet.simulation.throws import Luck, stream, throw
from solver.sheet.win.lead_kernels import WinGame
from solver.sheet.win.turn_kernels import best_turn, end_of
from solver.sheet.win.win_chance_kernels import A_POINT, weigh_ends


@compiled
def play_match(
    game: WinGame,
    luck: Luck,
    tracks: NDArray[np.int64],
    eager: NDArray[np.bool_],
    hopes: NDArray[np.float64],
) -> None:
    """Play games in which those seats that are `eager` play to win, and the others by their `tracks`.

    `tracks[seat, turn, i]` are filled, flag, total and points before that turn in game i of these, and after the last;
    those of eager seats are filled in here. `hopes[seat, turn, i]` becomes the chance to win that an eager seat sees
    before its turn.
    """
    plan = game.plan
    boxes = len(plan.first) - 1
    seats = len(tracks)
    others = np.empty((seats - 1, 4), np.int64)
    for number in range(tracks.shape[2]):
        for turn in range(boxes):
            for seat in range(seats):
                if not eager[seat]:
                    continue
                for i in range(seats - 1):
                    other = i + (i >= seat)
                    for n in range(4):
                        others[i, n] = tracks[other, turn + (other < seat), number, n]
                sheet = tracks[seat, turn, number]
                chances, rows, gains = weigh_ends(game, sheet, others)
                for i in range(len(chances)):
                    if rows[i] >= 0:
                        chances[i] += A_POINT * (gains[i] + game.starts.points[rows[i]])
                choice = best_turn(game, sheet[0], chances)
                hopes[seat, turn, number] = choice.value
                numbers = stream(luck.seed, luck.first + number, luck.seat + seat)
                held = 0
                for left in range(plan.throws - 1, -1, -1):
                    held = throw(luck.cup, numbers, turn * plan.throws + plan.throws - 1 - left, held)
                    if left:
                        held = choice.keep[left - 1, held]
                        if held >= luck.cup.first_roll:
                            break
                end = choice.end[held - luck.cup.first_roll]
                filled, flag, total, points = end_of(plan, sheet, end)
                after = tracks[seat, turn + 1, number]
                after[0], after[1], after[2], after[3] = filled, flag, total, points
