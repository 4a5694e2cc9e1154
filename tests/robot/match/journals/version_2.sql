CREATE TABLE games (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, players TEXT NOT NULL, seed INTEGER,
    begun TEXT NOT NULL, ended TEXT, winners TEXT
) STRICT;
CREATE TABLE log (
    game INTEGER NOT NULL REFERENCES games (id), number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('sitting', 'intention', 'void', 'reading', 'booking', 'undo')),
    throw INTEGER, data TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_reading_a_throw ON log (game, throw) WHERE kind = 'reading';
INSERT INTO games VALUES (1, 'pig', '{"goal": 50}', '["you", "robot"]', 7, 'then', NULL, NULL);
INSERT INTO log VALUES
    (1, 1, 'sitting', NULL, '{}', 'a'),
    (1, 2, 'intention', 1, '{"wells": [2], "action": "roll", "keep": {}}', 'b'),
    (1, 3, 'reading', 1, '{"values": [4]}', 'c');
PRAGMA user_version = 2;
