"""How good a reader is: labels, scores, curves and their page."""
