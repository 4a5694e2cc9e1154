"""Solved games as decision processes, one adapter for each family."""
