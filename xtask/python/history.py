"""The shogi family's repetition rule, over positions and checks that a peer has found."""


class History:
    """The positions of one game and, for each move, whether it gave check."""

    def __init__(self, key):
        self.keys = [key]
        self.checks = []

    def push(self, key, check):
        self.keys.append(key)
        self.checks.append(check)

    def count(self, key):
        return self.keys.count(key)

    def verdict(self):
        """`None` while the last position has occurred fewer than four times, else `"repetition"`,
        or `"perpetual-check"` with 0 or 1: the parity of the plies whose mover loses by it."""
        where = [i for i, key in enumerate(self.keys) if key == self.keys[-1]]
        if len(where) < 4:
            return None
        plies = range(where[0], where[3])
        always = [all(self.checks[p] for p in plies if p % 2 == side) for side in (0, 1)]
        if always[0] != always[1]:
            return ("perpetual-check", 0 if always[0] else 1)
        return ("repetition", None)
