"""Play one game at a table: its players, questions and journal, and the rules of what counts."""
