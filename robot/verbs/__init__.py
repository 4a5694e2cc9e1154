"""The verbs of the command line in groups, with a short description of each; some verbs have parts.

The module of a verb, or of a part, has its name.
"""

GROUPS = {
    "Play": {
        "play": "play a game",
        "coach": "get advice on your own game",
        "drill": "practise past mistakes",
        "serve": "play on a page in a browser",
        "exhibit": "play all day unattended",
        "rules": "read the rules of a game",
    },
    "Understand": {
        "solve": "compute exact values",
        "advise": "find the best choice",
        "rate": "compare strategies",
        "show": "draw or print a strategy",
        "learn": "train a learner",
        "review": "look back on a game",
        "stats": "count games and mistakes",
    },
    "Your table": {
        "read": "read the dice in pictures",
        "record": "record throws or pictures",
        "replay": "read a recording again",
        "doctor": "check every device",
        "fairness": "test whether a die is fair",
        "machine": "calibrate, selftest, flash",
    },
    "Your data": {"data": "backup, restore, export, forget, games, config, samples"},
}
VERBS = {verb: what for group in GROUPS.values() for verb, what in group.items()}
PARTS = {
    "machine": {
        "calibrate": "calibrate camera, plate, wells and light, or print the board",
        "selftest": "try the machine step by step, and write a report",
        "flash": "write the firmware to the board, and check it",
    },
    "data": {
        "backup": "save settings, calibration, journal and more in one file",
        "restore": "restore what such a file holds",
        "export": "export the journal for other programs",
        "forget": "remove people's names from all stored data",
        "games": "list the games in the journal, or give up unfinished ones",
        "config": "print all settings, or set or reset one",
        "samples": "copy sample photographs and a recording, to try the reader",
    },
}
COMMANDS = tuple(f"{verb} {part}".rstrip() for verb in VERBS for part in PARTS.get(verb, [""]))
"""The commands that people type: a verb, or a verb and a part."""


def module_of(command: str) -> str:
    """Return the module that runs a command."""
    return f"{__name__}.{command.rsplit(maxsplit=1)[-1]}"
