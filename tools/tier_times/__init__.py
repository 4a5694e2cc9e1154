"""Where a tier of the tests takes its time and memory: `python -m tools.tier_times`."""
