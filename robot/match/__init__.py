"""Plays one game at a table: its players, its questions, its journal, and its rules of what counts."""
