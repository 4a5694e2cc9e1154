"""What carries the electronics: the perfboard, or an Uno shield with its routes, files and checks."""
