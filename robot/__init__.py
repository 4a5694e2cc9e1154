"""A game at a table: players, match, journal, screens and the command line."""
