"""Training of the net that reads dice. It needs the extra ``train``."""
