"""Compares the program's planes of labelled games with those of the slow board of vectors.py, ladders included.

  sgmp-go learn planes labels.sgds labels.planes
  python3 training/planes_check.py labels.sgds labels.planes --every 50

Only numpy is needed. Exit status 0 where all planes and numbers are the same.
"""
import argparse
import struct
import zlib

import numpy as np

from vectors import PASS, Position, pack

ROW, PLANE = 844, 46


def games(path):
    """(size, territory, komi, handicap, moves) of each game"""
    with open(path, "rb") as f:
        head, body = f.read(64), f.read()
    _, count, npos, nhandi = struct.unpack_from("<4I", head, 8)
    raw = zlib.decompress(body)
    at = 0

    def col(kind, n):
        nonlocal at
        a = np.frombuffer(raw, kind, n, at)
        at += a.nbytes
        return a.tolist()

    size, rules, komi, handis, _status = col("u1", count), col("u1", count), col("<i2", count), col("u1", count), col("u1", count)
    lengths, _flags, stones, moves = col("<u2", count), col("u1", count), col("<u2", nhandi), col("<u2", npos)
    s = m = 0
    for g in range(count):
        yield size[g], rules[g] == 1, komi[g] / 2, stones[s:s + handis[g]], moves[m:m + lengths[g]]
        s, m = s + handis[g], m + lengths[g]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("labels")
    p.add_argument("planes")
    p.add_argument("--every", type=int, default=50, help="one position of so many")
    a = p.parse_args()
    rows = np.memmap(a.planes, "u1", "r", 64).reshape(-1, ROW)
    point = lambda m: (m % 19, m // 19)
    row = looked = with_ladders = other_ladders = other = 0
    for size, territory, komi, handicap, moves in games(a.labels):
        game = Position(size, territory, komi, [point(m) for m in handicap])
        for m in moves:
            if row % a.every == 0:
                bits = game.inputs()
                ours = [rows[row, k * PLANE:(k + 1) * PLANE].tobytes() == pack(bits[k]) for k in range(18)]
                globs = np.frombuffer(rows[row, 18 * PLANE:].tobytes(), "<f4")
                looked += 1
                with_ladders += bool(bits[15:].any())
                other_ladders += not all(ours[15:])
                other += not (all(ours[:15]) and np.allclose(globs, game.globals(), atol=1e-6))
            if not game.play(None if m == PASS else point(m)):
                raise SystemExit("position %d: an illegal move" % row)
            row += 1
    print("%d of %d positions, %d with ladders: %d differ in ladders, %d in other planes or numbers" % (
        looked, row, with_ladders, other_ladders, other))
    return 1 if other_ladders or other else 0


if __name__ == "__main__":
    raise SystemExit(main())
