"""Play to win: the actions that win most games, given everybody's sheets."""
