"""Throws of the simulated machine without firmware and board, and statistics of their randomness."""
