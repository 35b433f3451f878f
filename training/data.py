"""Labels (.sgds) and planes (.planes) of games, kept packed on the device; batches are unpacked there."""
import concurrent.futures
import os
import struct
import sys
import time
import types
import zlib

import numpy as np
import torch
import torch.nn.functional as F

from model import PLANES, WIDE

ROW = 844  # bytes of a position: 18 planes of 46 bytes, 4 f32
BITS = PLANES * 46
SIZES = (19, 13, 9, 0)  # 0: every other size
SHARE = {19: 0.72, 13: 0.13, 9: 0.09, 0: 0.06}  # of a batch


def unpack(bits, c):
    """uint8[N, c*46] -> uint8[N, c, 19, 19] of 0 and 1"""
    n = bits.shape[0]
    sh = torch.arange(8, device=bits.device, dtype=torch.uint8)
    x = (bits.reshape(n, c, 46, 1) >> sh) & 1
    return x.view(n, c, 368)[:, :, :361].reshape(n, c, 19, 19)


def read_sgds(path):
    """dict of columns, those of games repeated for each position"""
    with open(path, "rb") as f:
        head = f.read(64)
        body = f.read()
    if head[:8] != b"SGMPDS01":
        raise ValueError("%s: no labels" % path)
    version, games, npos, nhandi, npol, nown, raw_len, zip_len, crc = struct.unpack_from("<6I2QI", head, 8)
    if version != 1:
        raise ValueError("%s: version %d" % (path, version))
    raw = zlib.decompress(memoryview(body)[:zip_len], bufsize=max(1, raw_len))
    if len(raw) != raw_len or zlib.crc32(raw) != crc:
        raise ValueError("%s: wrong checksum" % path)
    at = 0

    def col(kind, n):
        nonlocal at
        a = np.frombuffer(raw, kind, n, at).copy()  # a copy, because columns are not aligned
        at += a.nbytes
        return a

    size, _rules, _komi, _nh, _status = col("u1", games), col("u1", games), col("<i2", games), col("u1", games), col("u1", games)
    nmoves, flags = col("<u2", games).astype(np.int64), col("u1", games)
    at += 2 * nhandi + 2 * npos  # handicap stones and the moves are in the planes already
    win, score = col("<u2", npos), col("<i2", npos)
    at += 2 * npos  # lead
    ownflag, count = col("u1", npos), col("u1", npos)
    pidx, pprob = col("<i2", npol), col("u1", npol)
    if int(nmoves.sum()) != npos or int(count.sum(dtype=np.int64)) != npol or int((ownflag != 0).sum()) != nown:
        raise ValueError("%s: columns disagree" % path)
    sizes = np.repeat(size, nmoves)
    held = np.repeat((flags & 1 != 0) | (np.arange(games) % 64 == 0), nmoves)
    area = np.where(ownflag != 0, sizes.astype(np.int64) ** 2, 0)
    own = col("i1", int(area.sum()))
    if at != raw_len:
        raise ValueError("%s: %d bytes left over" % (path, raw_len - at))
    return dict(size=sizes, held=held, win=win.astype(np.float32) / 65535.0, score=score.astype(np.float32) / 16.0,
                count=count, pidx=pidx, pprob=pprob, own=own,
                pstart=np.cumsum(count, dtype=np.int64) - count,
                ostart=np.where(ownflag != 0, np.cumsum(area) - area, -1))


def map_planes(path):
    """the rows of a .planes file as a memory map"""
    with open(path, "rb") as f:
        head = f.read(64)
    if head[:8] != b"SGMPPL01" or struct.unpack_from("<I", head, 8)[0] != 1:
        raise ValueError("%s: no planes" % path)
    n = struct.unpack_from("<I", head, 12)[0]
    if os.path.getsize(path) != 64 + n * ROW:
        raise ValueError("%s: %d rows of %d bytes expected" % (path, n, ROW))
    return np.memmap(path, "u1", "c", 64, (n, ROW))


class Data:
    """all positions of several pairs of files"""

    def __init__(self, pairs, device, log=print):
        self.dev = torch.device(device)
        t = time.time()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:  # zlib works outside the interpreter's lock
            jobs = [pool.submit(read_sgds, a) for a, _ in pairs]
            parts, maps = [], []
            for (a, b), j in zip(pairs, jobs):
                try:
                    m, c = map_planes(b), j.result()
                    if len(m) != len(c["win"]):
                        raise ValueError("%s has %d positions, %s %d" % (a, len(c["win"]), b, len(m)))
                except Exception as e:  # the other files are worth more than a stop
                    print("LEFT OUT %s: %s" % (a, e), file=sys.stderr, flush=True)
                    continue
                parts.append(c)
                maps.append(m)
        if not parts:
            raise SystemExit("no data")
        p0 = np.cumsum([0] + [len(c["pidx"]) for c in parts])
        o0 = np.cumsum([0] + [len(c["own"]) for c in parts])
        for c, p, o in zip(parts, p0, o0):
            c["pstart"] += p
            c["ostart"][c["ostart"] >= 0] += o
        for k in parts[0]:
            a = parts[0][k] if len(parts) == 1 else np.concatenate([c[k] for c in parts])
            if not len(a):  # an empty column is never used, but gathered from
                a = np.zeros(1, a.dtype)
            setattr(self, k, torch.from_numpy(a).to(self.dev))
        self.n = len(self.win)
        self.rows = torch.empty(self.n, ROW // 4, dtype=torch.int32, device=self.dev)
        at = 0
        for m in maps:
            for i in range(0, len(m), 1 << 18):
                a = torch.from_numpy(m[i:i + (1 << 18)]).view(torch.int32)
                self.rows[at:at + len(a)] = a.to(self.dev)
                at += len(a)
        y, x = torch.arange(361, device=self.dev) // 19, torch.arange(361, device=self.dev) % 19
        self.y, self.x = y, x
        cls = torch.where((self.size == 19) | (self.size == 13) | (self.size == 9), self.size, torch.zeros_like(self.size))
        self.train = {k: torch.nonzero((cls == k) & ~self.held).squeeze(1) for k in SIZES}
        self.test = {k: torch.nonzero((cls == k) & self.held).squeeze(1) for k in SIZES}
        if not sum(len(r) for r in self.train.values()):
            raise SystemExit("no positions to train on: every game is held out")
        log("%d positions (%d held out; train %s) from %d files in %.1f s" % (
            self.n, int(self.held.sum()), " ".join("%s %d" % (k or "other", len(r)) for k, r in self.train.items()), len(parts), time.time() - t))

    def pick(self, n):
        """n random rows to train on, by the shares of the board sizes that are there"""
        ks = [k for k in SIZES if len(self.train[k])]
        total = sum(SHARE[k] for k in ks)
        out, left = [], n
        for k in ks:
            m = left if k == ks[-1] else min(left, int(round(n * SHARE[k] / total)))
            left -= m
            r = self.train[k]
            out.append(r[torch.randint(len(r), (m,), device=self.dev)])
        idx = torch.cat(out)
        return idx[torch.randperm(n, device=self.dev)]

    def batch(self, idx, dtype=torch.float32, turn=True):
        """x, g, pol, win, score, own, owned of the rows idx; `turn` gives each eighth another symmetry"""
        n = len(idx)
        raw = self.rows[idx].view(torch.uint8)
        x = F.pad(unpack(raw[:, :BITS], PLANES).to(dtype), (0, 0, 0, 0, 0, WIDE - PLANES))
        g = raw[:, BITS:].contiguous().view(torch.float32)
        k = torch.arange(24, device=self.dev)
        on = k < self.count[idx][:, None]
        at = (self.pstart[idx][:, None] + k).clamp(max=len(self.pidx) - 1)
        prob = (self.pprob[at].float() / 255.0) ** 2 * on
        prob = prob / prob.sum(1, keepdim=True).clamp(min=1e-9)
        pol = torch.zeros(n, 362, device=self.dev).scatter_add_(1, torch.where(on, self.pidx[at].long(), 0), prob)
        start, side = self.ostart[idx], self.size[idx].long()[:, None]
        inside = (self.x < side) & (self.y < side) & (start >= 0)[:, None]
        at = torch.where(inside, start[:, None] + self.y * side + self.x, 0)
        own = (self.own[at].float() / 127.0 * inside).view(n, 19, 19)
        board = pol[:, :361].reshape(n, 19, 19)
        if turn:
            e = n // 8
            cuts = [slice(i * e, (i + 1) * e if i < 7 else n) for i in range(8)]
            x, board, own = (torch.cat([sym(t[s], i) for i, s in enumerate(cuts)]) for t in (x, board, own))
        pol = torch.cat([board.reshape(n, 361), pol[:, 361:]], 1)
        return types.SimpleNamespace(x=x.contiguous(memory_format=torch.channels_last), g=g, pol=pol, win=self.win[idx],
                                     score=self.score[idx], own=own.reshape(n, 361), owned=(start >= 0).float())


def sym(t, k):
    """t[...,19,19] under symmetry 0..7"""
    if k & 1:
        t = t.flip(-1)
    if k & 2:
        t = t.flip(-2)
    if k & 4:
        t = t.transpose(-1, -2)
    return t
