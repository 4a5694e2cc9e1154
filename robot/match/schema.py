"""The journal's tables, and the migration of older journals."""

VERSION = 3

TABLES = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,               -- JSON object
        players TEXT NOT NULL,             -- JSON list
        seed INTEGER,
        begun TEXT NOT NULL,               -- ISO 8601, UTC
        ended TEXT,
        winners TEXT,                      -- JSON list of seats, from 0
        first INTEGER                      -- the seat that begins; NULL while it is thrown for
    ) STRICT
    """,
    """
    CREATE TABLE log (
        game INTEGER NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (
            kind IN ('sitting', 'first', 'intention', 'void', 'reading', 'booking', 'undo', 'leave')
        ),
        throw INTEGER,                     -- of intention, void and reading
        data TEXT NOT NULL,                -- JSON object
        at TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX one_reading_a_throw ON log (game, throw) WHERE kind = 'reading'",
)

# Version 1 knew no game but Pig; its games had a goal and a winner, and their only move without a throw was the hold.
FROM_VERSION_1 = (
    "ALTER TABLE games RENAME TO games_1",
    "ALTER TABLE log RENAME TO log_1",
    "DROP INDEX one_reading_a_throw",
    *TABLES,
    """
    INSERT INTO games SELECT id, game, json_object('goal', goal), players, seed, begun, ended,
        iif(winner IS NULL, NULL, json_array(winner)), 0 FROM games_1
    """,
    """
    INSERT INTO log SELECT game, number, iif(kind = 'hold', 'booking', kind), throw,
        CASE kind
            WHEN 'intention' THEN json_patch(data, '{"action": "roll", "keep": {}}')
            WHEN 'hold' THEN json_patch(data, '{"action": "hold"}')
            ELSE data
        END,
        at FROM log_1
    """,
    "DROP TABLE log_1",
    "DROP TABLE games_1",
)

# In version 2 the first player that was named always began, and nobody left.
FROM_VERSION_2 = (
    "ALTER TABLE games ADD COLUMN first INTEGER",
    "UPDATE games SET first = 0",
    "ALTER TABLE log RENAME TO log_2",
    "DROP INDEX one_reading_a_throw",
    *TABLES[1:],
    "INSERT INTO log SELECT game, number, kind, throw, data, at FROM log_2",
    "DROP TABLE log_2",
)

STEPS = {0: TABLES, 1: FROM_VERSION_1, 2: FROM_VERSION_2}
"""The SQL that migrates a journal, by the version found."""
