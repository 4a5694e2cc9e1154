CREATE TABLE games (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, goal INTEGER NOT NULL, players TEXT NOT NULL, seed INTEGER,
    begun TEXT NOT NULL, ended TEXT, winner INTEGER
) STRICT;
CREATE TABLE log (
    game INTEGER NOT NULL REFERENCES games (id), number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('sitting', 'intention', 'void', 'reading', 'hold')),
    throw INTEGER, data TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_reading_a_throw ON log (game, throw) WHERE kind = 'reading';
INSERT INTO games VALUES
    (1, 'pig', 50, '["you", "robot:hold20"]', 7, '2026-01-02T03:04:05.678+00:00', NULL, NULL),
    (2, 'pig', 100, '["robot", "robot"]', NULL, '2026-01-03T03:04:05.678+00:00', '2026-01-03T04:00:00+00:00', 1);
INSERT INTO log VALUES
    (1, 1, 'sitting', NULL, '{}', 'a'),
    (1, 2, 'intention', 1, '{"wells": [2]}', 'b'),
    (1, 3, 'reading', 1, '{"values": [4]}', 'c'),
    (1, 4, 'intention', 2, '{"wells": [2]}', 'd'),
    (1, 5, 'void', 2, '{"reason": "reset"}', 'e'),
    (1, 6, 'hold', NULL, '{}', 'f'),
    (1, 7, 'intention', 2, '{"wells": [2]}', 'g'),
    (2, 1, 'sitting', NULL, '{}', 'h');
PRAGMA user_version = 1;
