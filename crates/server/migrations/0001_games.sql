-- The texts that a variant was made of; games go on by the rules that they began with.
CREATE TABLE definitions (
    id TEXT PRIMARY KEY,
    definition TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    definition TEXT NOT NULL REFERENCES definitions (id),
    -- Milliseconds since 1970.
    created INTEGER NOT NULL,
    -- Whether it goes on by itself: an engine thinks, or a clock runs.
    lively INTEGER NOT NULL,
    over INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX lively_games ON games (lively) WHERE over = 0;

-- A game is the list of its events; they are added, and never changed.
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (number),
    seq INTEGER NOT NULL,
    -- Milliseconds since 1970.
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
