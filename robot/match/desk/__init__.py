"""The desk at which a game asks people: its states, and what the buttons of the panel mean there."""
