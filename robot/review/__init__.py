"""What a game looks like afterwards: its summary as data, text and image."""
