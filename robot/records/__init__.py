"""Records of games: recordings, corrections, statistics, exports."""
