"""Show the game in a terminal: the live view, plain screens, and the notice of a long wait."""
