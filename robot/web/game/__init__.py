"""The JSON that draws a game on the page."""
