"""The page at the table and on phones: what is shown, who is let in, and what their taps do."""
