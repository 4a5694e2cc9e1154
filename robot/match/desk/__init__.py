"""The desk where a game asks people."""
