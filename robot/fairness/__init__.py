"""Studies of a die: how many throws they need, what the counts say, and with what certainty."""
