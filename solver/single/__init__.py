"""Games for one player, solved exactly."""
