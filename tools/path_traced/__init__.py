"""Path-traced scenes of dice on a table, some of which lean; rendering needs the extra ``train``."""
