"""Advice, reviews and levels of play for score-sheet games."""
