"""One game at a table: who plays, what is asked, what is journaled, and what counts."""
