"""Score-sheet games at the table."""
