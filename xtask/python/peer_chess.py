"""python-chess as a peer: chess and Chess960, complete."""

import chess

import positions


class Peer:
    """A game on python-chess's board, with all its claims and ends."""

    text = "algebraic"
    unplayable = frozenset()

    def __init__(self, variant):
        self.shuffled = variant == "chess960"
        self.reset(None)

    def random_start(self, rng):
        if self.shuffled and rng.random() < 0.8:
            return chess.Board.from_chess960_pos(rng.randrange(960)).fen()
        board = chess.Board(positions.sparse_chess(rng))
        return board.fen(en_passant="legal") if board.is_valid() else None

    def reset(self, position):
        self.board = chess.Board(position or chess.STARTING_FEN, chess960=self.shuffled)

    def key_of(self, position):
        return " ".join(position.split(" ")[:4])

    def moves(self):
        return {move.uci() for move in self.board.legal_moves}

    def in_check(self):
        return self.board.is_check()

    def gives_check(self, move):
        return self.board.gives_check(chess.Move.from_uci(move))

    def push(self, move):
        self.board.push_uci(move)

    def position(self):
        return self.board.fen(en_passant="legal")

    def is_over(self):
        """Whether it knows an end that we do not."""
        return False

    def expected(self, our_result):
        board = self.board
        mover, other = ("first", "second") if board.turn else ("second", "first")
        if board.is_checkmate():
            return {"status": "checkmate", "winner": other}
        for status, over in self._draws():
            if over:
                return {"status": status, "winner": "draw"}
        if our_result["status"] == "dead-position":
            return self._locked()
        claims = set()
        if board.is_repetition(3):
            claims.add("repetition")
        if board.is_fifty_moves():
            claims.add("move-limit")
        return {"status": "ongoing", "winner": None, "claims": claims}

    def _draws(self):
        board = self.board
        return [
            ("stalemate", board.is_stalemate()),
            ("repetition", board.is_fivefold_repetition()),
            ("move-limit", board.is_seventyfive_moves()),
            ("dead-position", board.is_insufficient_material()),
        ]

    def _locked(self):
        """python-chess knows dead positions by material alone. One that it does not know must have
        pawns of both sides, and no pawn may have a move now."""
        board = self.board
        both = all(board.pieces(chess.PAWN, side) for side in chess.COLORS)
        pawns = board.pieces(chess.PAWN, board.turn)
        stuck = not any(move.from_square in pawns for move in board.legal_moves)
        return {"status": "dead-position" if both and stuck else "ongoing", "winner": "draw"}
