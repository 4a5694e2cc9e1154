"""What files may hold, and how they are read: every room reads its TOML by this."""
