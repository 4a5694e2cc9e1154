"""Throws by hand before a scripted camera, counted by the table of dice of one's own."""
