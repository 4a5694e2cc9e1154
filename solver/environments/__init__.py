"""Solved games as environments for learners; importing this registers them with Gymnasium."""

from solver.environments.register import register_environments

register_environments()
