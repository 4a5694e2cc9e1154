"""The games that can be played at the table, and the interface that they share."""
