"""What is kept of games: recordings, corrections, statistics, exports."""
