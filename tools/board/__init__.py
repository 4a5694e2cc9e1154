"""The board of the electronics: a perfboard, or a shield for an Uno with its routes, files and checks."""
