"""Exact values of score-sheet games, and of one turn."""
