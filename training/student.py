"""The student net in numpy: reader of the container and reference inference.

Exact board size, no mask, f32. This file needs numpy only; everything else is measured against it.
"""
import struct
import zlib

import numpy as np

FIELDS = ("version", "blocks", "channels", "planes", "globals", "policy", "pooled", "value", "hidden", "tensors")


def load(path):
    """(header, tensors by name) of a container of version 1 or 2; header["note"] is "" in version 1"""
    with open(path, "rb") as f:
        b = f.read()
    if len(b) < 52 or b[:8] != b"SGMPNET1":
        raise ValueError("%s: no net" % path)
    if struct.unpack("<I", b[-4:])[0] != zlib.crc32(b[:-4]):
        raise ValueError("%s: wrong checksum" % path)
    head = dict(zip(FIELDS, struct.unpack_from("<10I", b, 8)))
    at = 48
    head["note"] = ""
    if head["version"] == 2:
        n = struct.unpack_from("<I", b, at)[0]
        head["note"] = b[at + 4:at + 4 + n].decode()
        at += 4 + n
    elif head["version"] != 1:
        raise ValueError("%s: version %d" % (path, head["version"]))
    tensors = {}
    for _ in range(head["tensors"]):
        n = struct.unpack_from("<I", b, at)[0]
        name = b[at + 4:at + 4 + n].decode()
        at += 4 + n
        dims = struct.unpack_from("<I", b, at)[0]
        shape = struct.unpack_from("<%dI" % dims, b, at + 4)
        at += 4 + 4 * dims
        k = int(np.prod(shape))
        tensors[name] = np.frombuffer(b, "<f4", k, at).reshape(shape)
        at += 4 * k
    if at != len(b) - 4:
        raise ValueError("%s: %d bytes left over" % (path, len(b) - 4 - at))
    return head, tensors


def conv3(x, w, b):
    """x[C,n,n] with zeros around it, w[O,C,3,3]: w[:, :, dy+1, dx+1] meets x at (y+dy, x+dx)"""
    c, n, _ = x.shape
    p = np.zeros((c, n + 2, n + 2), np.float32)
    p[:, 1:-1, 1:-1] = x
    cols = np.stack([p[:, dy:dy + n, dx:dx + n] for dy in range(3) for dx in range(3)], 1).reshape(c * 9, n * n)
    return (w.reshape(w.shape[0], -1) @ cols + b[:, None]).reshape(-1, n, n)


def pool(x):
    """mean, mean scaled by the board's side, maximum"""
    c, n, _ = x.shape
    flat = x.reshape(c, -1)
    m = flat.mean(1)
    return np.concatenate([m, m * ((n - 14.0) * 0.1), flat.max(1)]).astype(np.float32)


def relu(x):
    return np.maximum(x, 0)


def forward(net, planes, glob):
    """planes [18,n,n], glob [4] -> policy logits [n*n+1] (pass last), value logits [2] (win, loss),
    score in points, ownership [n,n]; all for the player to move"""
    head, t = net
    n = planes.shape[1]
    x = conv3(planes.astype(np.float32), t["in.w"], t["in.b"])
    x = relu(x + (t["in.g"] @ np.asarray(glob, np.float32))[:, None, None])
    for i in range(head["blocks"]):
        h = conv3(x, t["b%d.w1" % i], t["b%d.b1" % i])
        if "b%d.gp" % i in t:
            h = h + (t["b%d.gp" % i] @ pool(x))[:, None, None]
        x = relu(x + conv3(relu(h), t["b%d.w2" % i], t["b%d.b2" % i]))
    f = x.reshape(x.shape[0], -1)
    g = relu(t["g.w"] @ f + t["g.b"][:, None])
    v = relu(t["v.w"] @ f + t["v.b"][:, None])
    gp = pool(g.reshape(-1, n, n))
    p = relu(t["p.w"] @ f + t["p.b"][:, None] + (t["p.gp"] @ gp)[:, None])
    policy = t["p.o"] @ p
    last = t["q2.w"] @ relu(t["q1.w"] @ gp + t["q1.b"]) + t["q2.b"][0]
    m = v.mean(1)
    s = n - 14.0
    u = np.concatenate([m, m * (s * 0.1), m * (s * s * 0.01 - 0.1)]).astype(np.float32)
    o = t["v2.w"] @ relu(t["v1.w"] @ u + t["v1.b"]) + t["v2.b"]
    own = np.tanh(t["o.o"] @ v).reshape(n, n)
    return np.append(policy, last), o[:2], float(o[2] * 20.0), own
