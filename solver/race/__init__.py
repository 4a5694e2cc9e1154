"""Races for two: rules, the exact kernel, strategies, and how often each wins."""
