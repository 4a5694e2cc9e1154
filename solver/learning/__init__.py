"""Games for two learned by the tabular methods of reinforcement learning, beside their exact values."""
