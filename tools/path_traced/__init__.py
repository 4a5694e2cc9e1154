"""Path-traced scenes of dice on a table, of which some lean on something; rendering needs the extra ``train``."""
