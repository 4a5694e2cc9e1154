"""Fast simulation of many games on score sheets."""
