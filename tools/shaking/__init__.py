"""Throws of the simulated machine without firmware and board, and whether thousands of them are random."""
