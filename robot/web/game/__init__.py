"""What a game looks like on the page."""
