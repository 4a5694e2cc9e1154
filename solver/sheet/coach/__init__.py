"""What to do in a score-sheet game, why, and what was done: advice, reviews, levels."""
