"""The desk where a game asks people: its states, and what the buttons of the panel mean."""
