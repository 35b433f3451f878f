"""Checks the training code on a CPU in about half a minute; exit status 0 and "all is well" if it holds.

Made-up positions, a net of 2 blocks and 16 channels, some steps; then the exported net has to give the same numbers in
numpy and in PyTorch. With --teacher and --vectors the teacher's server and a given net are checked, too.
"""
import argparse
import os
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np
import torch
import torch.nn.functional as F

import container
import student
import train
from data import BITS, ROW, Data, unpack
from model import PLANES, WIDE

SIDES = (19, 13, 9, 7)


def positions(rng, side, n):
    """n made-up rows of `side` lines as planes [n,18,19,19], globals, labels. The policy points at the last move, so
    that there is something to learn."""
    pl = np.zeros((n, PLANES, 19, 19), np.uint8)
    pl[:, 0, :side, :side] = 1
    stones = rng.integers(0, 4, (n, side, side))
    pl[:, 1, :side, :side] = stones == 1
    pl[:, 2, :side, :side] = stones == 2
    at = rng.integers(0, side, (2, n))
    pl[np.arange(n), 10, at[0], at[1]] = 1
    g = np.stack([rng.uniform(-0.4, 0.4, n), rng.integers(0, 2, n), np.zeros(n), np.zeros(n)], 1).astype("<f4")
    return pl, g, at[0] * 19 + at[1]


def make_data(folder, rng, games=66, moves=8):
    """a pair of files: FORMAT of the labels and of the planes as README.md says"""
    rows, sizes = [], [SIDES[g % len(SIDES)] for g in range(games)]
    cols = {k: [] for k in ("win", "score", "own", "pidx", "pprob")}
    for side in sizes:
        pl, g, m = positions(rng, side, moves)
        bits = np.packbits(np.pad(pl.reshape(moves, PLANES, 361), ((0, 0), (0, 0), (0, 7))), axis=2, bitorder="little")
        rows.append(np.concatenate([bits.reshape(moves, BITS), g.view("u1").reshape(moves, 16)], 1))
        more = pl[:, 1].sum((1, 2)).astype(int) > pl[:, 2].sum((1, 2))
        cols["win"].append(np.where(more, 60000, 5000))
        cols["score"].append(np.where(more, 160, -160))
        cols["own"].append((pl[::4, 1, :side, :side].astype("i1") - pl[::4, 2, :side, :side].astype("i1")) * 100)
        cols["pidx"].append(np.stack([m, np.full(moves, 361)], 1))
        cols["pprob"].append(np.tile([242, 81], (moves, 1)))
    npos = games * moves
    raw = b"".join(np.concatenate([np.asarray(c).ravel() for c in col]).astype(kind).tobytes() if col else b"" for kind, col in (
        ("u1", [sizes]), ("u1", [[1] * games]), ("<i2", [[13] * games]), ("u1", [[0] * games]), ("u1", [[0] * games]), ("<u2", [[moves] * games]), ("u1", [[0] * games]),
        ("<u2", []), ("<u2", [[361] * npos]), ("<u2", cols["win"]), ("<i2", cols["score"]), ("<i2", cols["score"]),
        ("u1", [[1, 0, 0, 0] * (npos // 4)]), ("u1", [[2] * npos]), ("<u2", cols["pidx"]), ("u1", cols["pprob"]), ("i1", cols["own"])))
    body = zlib.compress(raw)
    a, b = os.path.join(folder, "t.sgds"), os.path.join(folder, "t.planes")
    with open(a, "wb") as f:
        head = struct.pack("<8s6I2QI", b"SGMPDS01", 1, games, npos, 0, 2 * npos, npos // 4, len(raw), len(body), zlib.crc32(raw))
        f.write(head.ljust(64, b"\0") + body)
    with open(b, "wb") as f:
        f.write(struct.pack("<8s2I", b"SGMPPL01", 1, npos).ljust(64, b"\0"))
        np.concatenate(rows).tofile(f)
    assert os.path.getsize(b) == 64 + npos * ROW
    return a, b


def both(net, model, planes, glob, side):
    """the outputs of numpy and of PyTorch for one position, flat"""
    a = student.forward(net, planes[:, :side, :side], glob)
    x = F.pad(torch.from_numpy(planes[None].astype(np.float32)), (0, 0, 0, 0, 0, WIDE - PLANES))
    with torch.no_grad():
        p, v, s, o = (t[0].numpy() for t in model(x, torch.from_numpy(np.array(glob, np.float32)[None])))
    cut = lambda t: t[:361].reshape(19, 19)[:side, :side].ravel()
    b = [np.append(cut(p), p[361]), v, np.array([s * 20.0]), np.tanh(cut(o))]
    return [np.asarray(t).ravel() for t in a], b


def agree(path, model, rng):
    """numpy against PyTorch: the worst difference"""
    net, worst = student.load(path), 0.0
    for side in SIDES:
        pl, g, _ = positions(rng, side, 3)
        for i in range(3):
            for a, b in zip(*both(net, model.eval(), pl[i], g[i], side)):
                assert np.isfinite(a).all(), "%s: not finite" % path
                worst = max(worst, float(np.abs(a - b).max()))
    assert worst < 1e-4, "%s: numpy and PyTorch differ by %g" % (path, worst)
    return worst


def check_training(folder, rng):
    a, b = make_data(folder, rng)
    out = os.path.join(folder, "net.bin")
    common = ["--data", a, b, "--device", "cpu", "--batch", "64", "--seconds", "1e6", "--warm", "5", "--eval-most", "64"]
    before = container.NOTE
    seen = []
    keep, train.report.evaluate = train.report.evaluate, lambda m, *r: seen.append((m, keep(m, *r)))
    try:
        assert train.main(common + ["--out", out, "--blocks", "2", "--channels", "16", "--max-steps", "40"]) == 0
        model, res = seen.pop()
        print("trained and exported: worst difference %.1e" % agree(out, model, rng))
        head = student.load(out)[0]
        assert head["version"] == 2 and head["note"] == before and (head["blocks"], head["channels"]) == (2, 16)
        ce = np.mean([r["policy_ce"] for r in res.values()])
        assert ce < 3.0, "nothing learned: policy CE %.3f" % ce  # 4.9 at random

        # version 1 is the same without the note
        with open(out, "rb") as f:
            v = f.read()[:-4]
        n = 4 + len(before.encode())
        v = v[:8] + struct.pack("<I", 1) + v[12:48] + v[48 + n:]
        old = os.path.join(folder, "old.bin")
        with open(old, "wb") as f:
            f.write(v + struct.pack("<I", zlib.crc32(v)))
        print("version 1 restored: worst difference %.1e" % agree(old, container.restore(old), rng))

        # going on from a net must not lose what it knows, and a plan names its nets by shape
        assert train.main(common + ["--out", out, "--plan", "2x16:1e6,1x16:1e6", "--init", old, "--max-steps", "3"]) == 0
        assert len(seen) == 2 and np.mean([r["policy_ce"] for r in seen[0][1].values()]) < ce + 0.3
        for (m, _), shape in zip(seen, ("2x16", "1x16")):
            agree(os.path.join(folder, "net-%s.bin" % shape), m, rng)
        print("went on from a net, and planned runs: well")
    finally:
        train.report.evaluate = keep
    data = Data([(a, b)], "cpu", lambda *_: None)
    x = data.batch(torch.arange(data.n), turn=True)
    same = (x.x[:, 10].flatten(1).argmax(1) == x.pol[:, :361].argmax(1)).all()
    assert same, "planes and policy are turned differently"
    assert ((x.x[:, 1] - x.x[:, 2]).flatten(1)[x.owned > 0] * 100 / 127 - x.own[x.owned > 0]).abs().max() < 1e-6, "ownership is turned differently"


def check_vectors(net, path):
    """a net against its test vectors"""
    model, net, worst = container.restore(net).eval(), student.load(net), 0.0
    with open(path, "rb") as f:
        b = f.read()
    assert b[:8] == b"SGMPTV01" and struct.unpack("<I", b[-4:])[0] == zlib.crc32(b[:-4])
    at = 16
    for _ in range(struct.unpack_from("<I", b, 12)[0]):
        side = struct.unpack_from("<I", b, at)[0]
        planes = unpack(torch.from_numpy(np.frombuffer(b, "u1", BITS, at + 8).copy())[None], PLANES)[0].numpy()
        glob = np.frombuffer(b, "<f4", 4, at + 8 + BITS)
        at += 8 + BITS + 16
        want = np.frombuffer(b, "<f4", 2 * side * side + 4, at)
        at += want.nbytes
        for got in both(net, model, planes, glob, side):
            worst = max(worst, float(np.abs(np.concatenate(got) - want).max()))
    assert at == len(b) - 4 and worst < 1e-3, "vectors differ by %g" % worst
    print("test vectors: worst difference %.1e" % worst)


def check_teacher(net):
    """the server on an empty 19x19 board, territory rules, komi 6.5"""
    server = os.path.join(os.path.dirname(os.path.abspath(__file__)), "teacher_server.py")
    p = subprocess.Popen([sys.executable, server, "--net", net, "--device", "cpu", "--batch", "4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert p.stdout.read(12) == b"SGMPEV01" + struct.pack("<I", 4)
    full = b"\xff" * 45 + b"\x01"
    glob = np.zeros(19, "<f4")
    glob[[5, 9, 10]] = -6.5 / 20, 1, 1
    p.stdin.write(struct.pack("<I", 6) + (full + bytes(46 * 21) + full + glob.tobytes()) * 6 + bytes(4))
    p.stdin.flush()
    r = p.stdout.read()
    assert p.wait() == 0 and len(r) == 4 + 6 * 439 and r[:4] == struct.pack("<I", 6)
    for k in range(6):
        idx = np.frombuffer(r, "<u2", 24, 4 + 439 * k)
        root = np.frombuffer(r, "u1", 24, 52 + 439 * k)
        win, score, lead = struct.unpack_from("<H2h", r, 76 + 439 * k)
        assert abs(win / 65535 - 0.4775) < 2e-3 and abs(score) <= 4 and abs(lead - 7) <= 4, (win, score, lead)
        assert (np.diff(root.astype(int)) <= 0).all() and len(set(idx)) == 24 and idx.max() < 361
    print("teacher: win %.4f score %.2f lead %.2f on the empty board" % (win / 65535, score / 16, lead / 16))


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--teacher", metavar="NET", help="the teacher's .bin.gz")
    p.add_argument("--vectors", nargs=2, metavar=("NET", "VECTORS"))
    a = p.parse_args()
    torch.set_num_threads(1)  # two threads that wait for each other on a busy machine take ten times as long
    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        check_training(folder, rng)
    if a.vectors:
        check_vectors(*a.vectors)
    if a.teacher:
        check_teacher(a.teacher)
    print("all is well")


if __name__ == "__main__":
    main()
