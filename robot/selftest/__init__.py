"""The first run, guided: step by step it tries a machine that somebody has built, and names what is wrong with it."""
