"""Games in which one throw counts for all players: Swine Herd and Skunk."""
