"""How fast one processor plays games for data: ``ray_price.py GAME`` plays for a minute.

Prints a line of JSON: how many games, and how many seconds they took.
"""

import json
import sys
import tempfile
import time

import komadai.ray as work

SECONDS = 60


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        games, begun = 0, time.monotonic()
        for _ in work.self_play(sys.argv[1], 20_000, folder, per_chunk=1, pool="local", workers=1):
            games, seconds = games + 1, time.monotonic() - begun
            if seconds >= SECONDS:
                break
    print(json.dumps({"games": games, "seconds": seconds}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
