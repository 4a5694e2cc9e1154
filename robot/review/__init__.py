"""Review past games: a game's summary as data, text and image."""
