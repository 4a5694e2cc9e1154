"""Games in which all play on one throw: Swine Herd and Skunk."""
