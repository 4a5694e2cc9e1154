"""Play to win: the actions that win most games against everybody's sheets."""
