"""Test vectors of the net: drawn positions with their planes by a slow board of sets, and the answers of the numpy reference.

  python3 training/vectors.py crates/engine/data/student-6x96.net fixtures/net/drawn-positions.json fixtures/net/drawn-vectors.bin

Boards of 7 to 19 lines, handicap, kos, passes, both rule sets. The definitions of the planes are those of README.md ("Planes")
and of docs/measurements/net.md; nothing here is shared with the program. Only numpy is needed.
"""
import json
import random
import struct
import sys
import zlib

import numpy as np

from student import forward, load

PASS = 361
MAX_READ = 25000


class Board:
    """Stones in a dict (x, y) -> colour (0 Black, 1 White), the simple ko point, the move numbers are the caller's."""

    def __init__(self, n, stones=None, ko=None):
        self.n, self.stones, self.ko = n, dict(stones or {}), ko

    def copy(self):
        return Board(self.n, self.stones, self.ko)

    def around(self, p):
        x, y = p
        return [(a, b) for a, b in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if 0 <= a < self.n and 0 <= b < self.n]

    def string(self, p):
        """(stones, liberties) of the string at p, as sets"""
        colour, seen, liberties, open_ = self.stones[p], {p}, set(), [p]
        while open_:
            for q in self.around(open_.pop()):
                if q not in self.stones:
                    liberties.add(q)
                elif self.stones[q] == colour and q not in seen:
                    seen.add(q)
                    open_.append(q)
        return seen, liberties

    def play(self, colour, p):
        """False, and nothing changed, where the move is not legal"""
        if p in self.stones or p == self.ko:
            return False
        before = dict(self.stones)
        self.stones[p] = colour
        taken = set()
        for q in self.around(p):
            if self.stones.get(q) == 1 - colour and q not in taken:
                stones, liberties = self.string(q)
                if not liberties:
                    taken |= stones
        for q in taken:
            del self.stones[q]
        own, liberties = self.string(p)
        if not liberties:
            self.stones = before
            return False
        self.ko = next(iter(taken)) if len(taken) == 1 and len(own) == 1 and len(liberties) == 1 else None
        return True


class LadderReader:
    """The ladder search that the training planes were made with."""

    def __init__(self, board):
        self.board, self.count = board, 0

    def caught(self, board, p, owner_moves, depth=0):
        self.count += 1
        if depth >= 1.5 * board.n * board.n:
            return True
        if self.count > MAX_READ:
            return False
        return self.owner(board, p, depth) if owner_moves else self.attacker(board, p, depth)

    def bounds(self, board, p, colour):
        """lower and upper bound of the liberties after colour plays at p"""
        captured, empty, friends, captured_stones = 0, 0, [], 0
        for q in board.around(p):
            if q not in board.stones:
                empty += 1
                continue
            stones, liberties = board.string(q)
            if board.stones[q] == colour:
                friends.append(len(liberties) - 1)
            elif len(liberties) == 1:
                captured += 1
                captured_stones += len(stones)
        return captured + max([empty] + friends), empty + captured_stones + sum(friends)

    def owner(self, board, p, depth):
        stones, liberties = board.string(p)
        colour = board.stones[p]
        if len(liberties) >= 2:
            return False
        if board.ko is not None and depth > 0:
            return False
        if depth == 0:
            board = board.copy()
            board.ko = None
        moves = []
        for s in sorted(stones, key=lambda s: (s[1], s[0])):
            for q in board.around(s):
                if board.stones.get(q) == 1 - colour:
                    lib = board.string(q)[1]
                    if len(lib) == 1:
                        moves += [m for m in lib if m not in moves]
        own = next(iter(liberties))
        moves = [m for m in moves if m != own] + [own]
        low, high = self.bounds(board, own, colour)
        if low >= 3:
            return False
        if len(moves) == 1 and high <= 1:
            return True
        for m in moves:
            after = board.copy()
            if after.play(colour, m) and not self.caught(after, p, False, depth + 1):
                return False
        return True

    def attacker(self, board, p, depth):
        stones, liberties = board.string(p)
        colour = board.stones[p]
        if len(liberties) <= 1:
            return True
        if len(liberties) >= 3:
            return False
        first, second = sorted(liberties, key=lambda s: (s[1], s[0]))
        empties = [sum(q not in board.stones for q in board.around(m)) for m in (first, second)]
        if empties == [0, 0] and self.double_ko(board, p, colour, stones, first, second):
            return True
        moves = [first, second]
        if second not in board.around(first):
            wide = [e >= 3 for e in empties]
            if all(wide):
                return False
            if wide[0]:
                moves = [first]
            elif wide[1]:
                moves = [second]
        for m in moves:
            after = board.copy()
            if after.play(1 - colour, m) and self.caught(after, p, True, depth + 1):
                return True
        return False

    def double_ko(self, board, p, colour, stones, first, second):
        if any(board.stones.get(q) == 1 - colour and len(board.string(q)[1]) == 1 for s in stones for q in board.around(s)):
            return False
        for m in (first, second):
            after = board.copy()
            after.ko = None
            if not after.play(1 - colour, m) or after.ko is None:
                return False
            after = board.copy()
            after.ko = None
            if after.play(colour, m) and len(after.string(p)[1]) > 2:
                return False
        return True


def planes(board, mover, last):
    """bool[18, n, n]; last: the moves before, latest first"""
    n = board.n
    out = np.zeros((18, n, n), bool)
    out[0] = True

    def put(plane, p):
        out[plane, p[1], p[0]] = True

    seen = set()
    for p in sorted(board.stones):
        if p in seen:
            continue
        stones, liberties = board.string(p)
        seen |= stones
        own = board.stones[p] == mover
        caught, starts = False, []
        if len(liberties) == 1:
            caught = LadderReader(board).caught(board.copy(), p, True)
        elif len(liberties) == 2:
            for m in liberties:
                after = board.copy()
                # Before the owner of a string has the move, the ko of the position counts.
                if after.play(1 - board.stones[p], m) and LadderReader(after).caught(after, p, True):
                    starts.append(m)
            caught = bool(starts)
        for s in stones:
            put(1 if own else 2, s)
            if len(liberties) <= 3:
                put((2 if own else 5) + len(liberties), s)
            if caught:
                put(15 if own else 16, s)
        for m in starts if not own else []:
            put(17, m)
    if board.ko is not None:
        put(9, board.ko)
    for i, move in enumerate(last[:5]):
        if move is not None:
            put(10 + i, move)
    return out


class Position:
    """A game with its moves, drawn."""

    def __init__(self, n, territory, komi, handicap):
        self.n, self.territory, self.komi, self.handicap = n, territory, komi, handicap
        self.board = Board(n, {p: 0 for p in handicap})
        self.moves = []
        self.turn = 1 if handicap else 0
        self.placed = [len(handicap), 0]

    def play(self, p):
        if p is None:
            self.board.ko = None
        elif not self.board.play(self.turn, p):
            return False
        else:
            self.placed[self.turn] += 1
        self.moves.append(p)
        self.turn = 1 - self.turn
        return True

    def is_own_eye(self, p):
        around = self.board.around(p)
        return all(self.board.stones.get(q) == self.turn for q in around)

    def draw(self, rng, want_capture):
        """a move: a capture where there is one and it is wanted, else near stones, else anywhere"""
        empty = [(x, y) for y in range(self.n) for x in range(self.n) if (x, y) not in self.board.stones]
        rng.shuffle(empty)
        if want_capture:
            empty.sort(key=lambda p: -sum(
                q in self.board.stones and self.board.stones[q] != self.turn and len(self.board.string(q)[1]) <= 2
                for q in self.board.around(p)))
        for p in empty:
            if not self.is_own_eye(p) and self.play(p):
                return
        self.play(None)

    def globals(self):
        w = self.komi
        if self.territory:
            w += self.placed[0] - self.placed[1]
        elif len(self.handicap) >= 2:
            w += len(self.handicap)
        own = w if self.turn == 1 else -w
        passes = [len(self.moves) >= k and all(m is None for m in self.moves[-k:]) for k in (1, 2)]
        return np.array([own / 20.0, self.territory, *passes], np.float32)

    def inputs(self):
        return planes(self.board, self.turn, self.moves[::-1])


def drawn(rng):
    """the positions: every size with many stones, then kos, passes, handicap"""
    for n in range(7, 20):
        for kind in ("ko", "ladder", "pass", "handicap"):
            if kind == "ladder" and n % 3 or kind == "pass" and n % 2 or kind == "handicap" and n % 4 == 1:
                continue
            yield n, kind, position(rng, n, kind)


def position(rng, n, kind):
    while True:
        handicap = []
        if kind == "handicap":
            points = [(x, y) for x in (2, n - 3) for y in (2, n - 3)]
            handicap = points[:rng.choice((2, 3, 4))]
        game = Position(n, rng.randrange(2), rng.choice((0.5, 5.5, 6.5, 7.5, -4.5, 12.0)), handicap)
        for _ in range(rng.randrange(n, n * n)):
            game.draw(rng, rng.random() < 0.4)
        if kind == "pass":
            for _ in range(rng.choice((1, 2))):
                game.play(None)
            if rng.random() < 0.3:
                game.draw(rng, True)
        if kind == "ko" and game.board.ko is None:
            continue
        if kind == "ladder" and not game.inputs()[15:].any():
            continue
        return game


def pack(plane):
    bits = np.zeros(46 * 8, np.uint8)
    for y, x in zip(*np.nonzero(plane)):
        bits[y * 19 + x] = 1
    return np.packbits(bits, bitorder="little").tobytes()


def main():
    net, positions, vectors = sys.argv[1:]
    rng = random.Random(20261126)
    net_tensors = load(net)
    rows, out = [], []
    for n, kind, game in drawn(rng):
        bits = game.inputs()
        packed = b"".join(pack(plane) for plane in bits)
        extra = game.globals()
        answer = forward(net_tensors, bits.astype(np.float32), extra)
        place = lambda p: PASS if p is None else p[1] * 19 + p[0]
        rows.append({"size": n, "kind": kind, "territory": game.territory, "komi": game.komi,
                     "handicap": [place(p) for p in game.handicap], "moves": [place(p) for p in game.moves],
                     "planes_hex": packed.hex(), "globals": [float(g) for g in extra]})
        policy, value, score, owners = answer
        out.append(struct.pack("<2I", n, len(game.moves)) + packed + extra.tobytes()
                   + b"".join(np.asarray(a, "<f4").tobytes() for a in (policy, value, [score], owners.reshape(-1))))
        print(n, kind, len(game.moves), "ladder points", [int(p.sum()) for p in bits[15:]], "ko", int(bits[9].sum()))
    with open(positions, "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    body = b"SGMPTV01" + struct.pack("<2I", 1, len(out)) + b"".join(out)
    with open(vectors, "wb") as f:
        f.write(body + struct.pack("<I", zlib.crc32(body)))


if __name__ == "__main__":
    main()
