"""The guided first run: test a newly built machine step by step, and say what is wrong with it."""
