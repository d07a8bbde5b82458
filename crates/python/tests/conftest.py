"""Random games, which the tests share."""

import random

import pytest

import komadai


@pytest.fixture
def rng():
    return random.Random(20)


def random_game(variant, rng, plies):
    """The positions of a random game, the start included."""
    positions = [komadai.Position(variant)]
    while len(positions) <= plies and not positions[-1].is_over:
        legal = positions[-1].legal_moves()
        if not legal:
            break
        positions.append(positions[-1].play(rng.choice(legal)))
    return positions
