"""The games that can be played at the table: what the table asks of each, and the answers."""
