-- Trees of variations that somebody has kept.
CREATE TABLE analyses (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- The hash of the token by which its owner is known.
    seal TEXT NOT NULL,
    definition TEXT NOT NULL REFERENCES definitions (id),
    -- Milliseconds since 1970.
    changed INTEGER NOT NULL,
    -- Grows by one with every change.
    version INTEGER NOT NULL,
    -- What a list of them shows.
    title TEXT NOT NULL,
    variant TEXT NOT NULL,
    moves INTEGER NOT NULL,
    document TEXT NOT NULL
);

-- What the engine has found in games that are over.
CREATE TABLE reviews (
    game INTEGER PRIMARY KEY REFERENCES games (number),
    -- Milliseconds for each move.
    ms INTEGER NOT NULL,
    over INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX open_reviews ON reviews (over) WHERE over = 0;

-- What it has found after so many moves.
CREATE TABLE findings (
    game INTEGER NOT NULL REFERENCES reviews (game),
    ply INTEGER NOT NULL,
    finding TEXT NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
