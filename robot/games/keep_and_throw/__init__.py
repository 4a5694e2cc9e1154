"""Games in which dice that score are set aside and the others are thrown, at the table."""
