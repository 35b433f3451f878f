"""Between the PyTorch model and the container SGMPNET1: export with batch norms folded in, and the way back."""
import os
import struct
import zlib

import numpy as np
import torch
import torch.nn as nn

import student
from model import GLOBALS, HG, HP, HV, PLANES, VH, Student

NOTE = "taught by the public KataGo network g170-b6c96-s175395328-d26788732; architecture, training, code and weights are our own"


def norms(model):
    """(tensor name of the weights, of the bias, convolution, batch norm) of each pair; the heads share one"""
    yield "in.w", "in.b", model.c0, model.b0
    for i, b in enumerate(model.blocks):
        yield "b%d.w1" % i, "b%d.b1" % i, b.c1, b.b1
        yield "b%d.w2" % i, "b%d.b2" % i, b.c2, b.b2
    yield "h.w", "h.b", model.ch, model.bh


def plain(model):
    """(tensor name, parameter) of what is exported as it is"""
    yield "in.g", model.g0.weight
    for i, b in enumerate(model.blocks):
        if b.fc is not None:
            yield "b%d.gp" % i, b.fc.weight
    yield "p.gp", model.pf.weight
    yield "p.o", model.po.weight
    yield "q1.w", model.q1.weight
    yield "q1.b", model.q1.bias
    yield "q2.w", model.q2.weight
    yield "q2.b", model.q2.bias
    yield "v1.w", model.v1.weight
    yield "v1.b", model.v1.bias
    yield "v2.w", model.v2.weight
    yield "v2.b", model.v2.bias
    yield "o.o", model.oo.weight


FLAT = ("p.o", "q2.w", "o.o")  # vectors in the container, more dimensions here
HEADS = (("p", slice(0, HP)), ("g", slice(HP, HP + HG)), ("v", slice(HP + HG, HP + HG + HV)))


def fold(model):
    """the tensors of the container, in its order"""
    t = {}
    for w, b, conv, bn in norms(model):
        s = (bn.weight.double() / torch.sqrt(bn.running_var.double() + bn.eps)).detach()
        t[w] = conv.weight.detach().double() * s.view(-1, 1, 1, 1)
        t[b] = bn.bias.detach().double() - s * bn.running_mean.double()
    t["in.w"] = t["in.w"][:, :PLANES]
    hw, hb = t.pop("h.w")[:, :, 0, 0], t.pop("h.b")
    for k, part in HEADS:
        t[k + ".w"], t[k + ".b"] = hw[part], hb[part]
    for k, p in plain(model):
        t[k] = p.detach().flatten() if k in FLAT else p.detach()
    names = ["in.w", "in.b", "in.g"]
    for i in range(len(model.blocks)):
        names += [k for k in ("b%d.%s" % (i, s) for s in ("w1", "b1", "gp", "w2", "b2")) if k in t]
    names += "p.w p.b g.w g.b v.w v.b p.gp p.o q1.w q1.b q2.w q2.b v1.w v1.b v2.w v2.b o.o".split()
    assert sorted(names) == sorted(t)
    return {k: t[k].cpu().numpy().astype("<f4") for k in names}


def export(model, path, note=NOTE):
    """writes a container of version 2; (parameters, bytes). A net with a number that is not finite is refused."""
    t = fold(model)
    if not all(np.isfinite(v).all() for v in t.values()):
        raise ValueError("not exported: a weight is not finite")
    text = note.encode()
    out = struct.pack("<8s10I", b"SGMPNET1", 2, *model.shape, PLANES, GLOBALS, HP, HG, HV, VH, len(t))
    out += struct.pack("<I", len(text)) + text
    for k, v in t.items():
        name = k.encode()
        out += struct.pack("<I", len(name)) + name + struct.pack("<I", v.ndim) + struct.pack("<%dI" % v.ndim, *v.shape) + v.tobytes()
    out += struct.pack("<I", zlib.crc32(out))
    with open(path + ".part", "wb") as f:
        f.write(out)
    os.replace(path + ".part", path)  # whoever is cut off finds the old net or the new one, never half of one
    return sum(v.size for v in t.values()), len(out)


def restore(path):
    """A model that computes what the net of `path` computes. The folding cannot be undone, so the batch norms start
    as identities (scale 1, mean 0, variance 1 - eps) with the folded weights and biases; see calibrate()."""
    head, t = student.load(path)
    model = Student(head["blocks"], head["channels"])
    t = {k: torch.from_numpy(v.copy()) for k, v in t.items()}
    t["h.w"] = torch.cat([t[k + ".w"] for k, _ in HEADS])[:, :, None, None]
    t["h.b"] = torch.cat([t[k + ".b"] for k, _ in HEADS])
    with torch.no_grad():
        for w, b, conv, bn in norms(model):
            conv.weight.zero_()
            conv.weight[:, :t[w].shape[1]] = t[w]
            bn.weight.fill_(1.0)
            bn.bias.copy_(t[b])
            bn.running_mean.zero_()
            bn.running_var.fill_(1.0 - bn.eps)
        for k, p in plain(model):
            p.copy_(t[k].view_as(p))
    return model


@torch.no_grad()
def calibrate(model, batches):
    """Measures what each batch norm sees and sets it so that the model computes the same in training mode, too:
    an identity would become another function as soon as it normalises by the batch."""
    model.eval()
    bns = [m for m in model.modules() if isinstance(m, nn.BatchNorm2d)]
    seen = {b: [] for b in bns}
    hooks = [b.register_forward_pre_hook(lambda m, a: seen[m].append(torch.stack([a[0].float().mean((0, 2, 3)), a[0].float().pow(2).mean((0, 2, 3))]))) for b in bns]
    for x, g in batches:
        model(x, g)
    for h in hooks:
        h.remove()
    for b in bns:
        mean, square = torch.stack(seen[b]).mean(0)
        var = (square - mean * mean).clamp(min=0.0)
        scale = b.weight / torch.sqrt(b.running_var + b.eps)
        b.bias += scale * (mean - b.running_mean)
        b.weight.copy_(scale * torch.sqrt(var + b.eps))
        b.running_mean.copy_(mean)
        b.running_var.copy_(var)
