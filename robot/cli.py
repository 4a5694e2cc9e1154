"""The command line."""


def main() -> int:
    """Run the verb that the command line names."""
    return 0
