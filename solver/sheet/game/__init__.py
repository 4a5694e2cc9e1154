"""Score-sheet games as they are played: sheets, cards, dice, rules."""
