"""Dice in a live picture: read once, then followed from look to look."""
