"""Games of one round at the table: each player has one turn, and the best score wins."""
