"""Solved games as environments for learners; importing this registers them with Gymnasium, if that is installed."""

from solver.environments.register import register_environments

register_environments()
