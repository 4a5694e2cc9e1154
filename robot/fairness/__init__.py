"""Studies of dice: how many throws they need, what the counts show, and how sure that is."""
