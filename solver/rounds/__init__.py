"""Games of one round: each player has one turn, and the best score wins: Threes, Midnight, Shut the Box and others."""
