"""Pig and its relatives at the table: races, Hog, the games for one player, and those in which all throw together."""
