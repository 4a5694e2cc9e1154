"""A fast estimate, without numba, of everybody's win probability on a score sheet."""
