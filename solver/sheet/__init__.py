"""Score-sheet games such as Yahtzee: rules, exact values, strategies and advice."""
