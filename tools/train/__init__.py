"""Training of the net that reads dice; it needs the extra ``train``."""
