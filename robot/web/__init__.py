"""The page at the table and on phones: what it shows, who may use it, and what taps do."""
