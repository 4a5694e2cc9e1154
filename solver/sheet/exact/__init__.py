"""Exact values of score-sheet games, and one turn solved on the spot."""
