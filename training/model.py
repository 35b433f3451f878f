"""The student net in PyTorch and its loss. Inputs and outputs are those of student.py, on a masked 19x19 board."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES, GLOBALS = 18, 4
HP, HG, HV, VH = 32, 32, 32, 64  # channels of the policy, pooled and value heads; hidden units of the value
WIDE = 24  # input planes as trained: 6 empty ones, because tensor cores like multiples of 8; the export has 18


def pool3(x, area, side):
    """x is masked and never negative, so the maximum needs no mask"""
    m = x.sum((2, 3), dtype=torch.float32) / area
    return torch.cat([m, m * ((side - 14.0) * 0.1), x.amax((2, 3)).float()], 1)


class Block(nn.Module):
    def __init__(self, c, gp):
        super().__init__()
        self.c1 = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.b1 = nn.BatchNorm2d(c, momentum=0.02)
        self.c2 = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.b2 = nn.BatchNorm2d(c, momentum=0.02)
        self.fc = nn.Linear(3 * c, c, bias=False) if gp else None
        nn.init.constant_(self.b2.weight, 0.3)  # a block begins as a small change to its input
        if gp:
            nn.init.normal_(self.fc.weight, std=0.3 / math.sqrt(3 * c))

    def forward(self, x, mask, area, side):
        h = self.b1(self.c1(x))
        if self.fc is not None:
            h = h + self.fc(pool3(x, area, side))[:, :, None, None].to(h.dtype)
        h = F.relu(h) * mask
        return F.relu(x + self.b2(self.c2(h))) * mask


class Student(nn.Module):
    def __init__(self, blocks=6, channels=64):
        super().__init__()
        self.shape = (blocks, channels)
        self.c0 = nn.Conv2d(WIDE, channels, 3, padding=1, bias=False)
        self.b0 = nn.BatchNorm2d(channels, momentum=0.02)
        self.g0 = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList([Block(channels, i % 2 == 1) for i in range(blocks)])
        self.ch = nn.Conv2d(channels, HP + HG + HV, 1, bias=False)
        self.bh = nn.BatchNorm2d(HP + HG + HV, momentum=0.02)
        self.pf = nn.Linear(3 * HG, HP, bias=False)
        self.po = nn.Conv2d(HP, 1, 1, bias=False)
        self.q1 = nn.Linear(3 * HG, HG)
        self.q2 = nn.Linear(HG, 1)
        self.v1 = nn.Linear(3 * HV, VH)
        self.v2 = nn.Linear(VH, 3)
        self.oo = nn.Conv2d(HV, 1, 1, bias=False)

    def forward(self, x, g):
        """x[N,24,19,19], g[N,4] -> policy logits [N,362] (off the board -1e4), value logits [N,2],
        score/20 [N], ownership before tanh [N,361]"""
        mask = x[:, 0:1]
        area = mask.sum((2, 3), dtype=torch.float32)
        side = area.sqrt()
        t = self.b0(self.c0(x)) + self.g0(g)[:, :, None, None].to(x.dtype)
        t = F.relu(t) * mask
        for b in self.blocks:
            t = b(t, mask, area, side)
        h = self.bh(self.ch(t))
        gv = F.relu(h[:, HP:]) * mask
        gp, v = gv[:, :HG], gv[:, HG:]
        pl = pool3(gp, area, side)
        p = F.relu(h[:, :HP] + self.pf(pl)[:, :, None, None].to(h.dtype))
        p = (p.float() * self.po.weight).sum(1).flatten(1)
        p = torch.where(mask.flatten(1) > 0, p, torch.full_like(p, -1e4))
        q = self.q2(F.relu(self.q1(pl))).float()
        m = v.sum((2, 3), dtype=torch.float32) / area
        s = side - 14.0
        u = torch.cat([m, m * (s * 0.1), m * (s * s * 0.01 - 0.1)], 1)
        o = self.v2(F.relu(self.v1(u))).float()
        own = (v.float() * self.oo.weight).sum(1).flatten(1)
        return torch.cat([p, q], 1), o[:, :2], o[:, 2], own


def loss_fn(out, b):
    """(loss, its four parts without gradient) for the outputs `out` of a data.Batch"""
    p, v, s, o = out
    known = (b.pol.sum(1) > 0).float()  # a label may have no policy
    l_pol = -(b.pol * torch.log_softmax(p, 1)).sum() / known.sum().clamp(min=1.0)
    lv = torch.log_softmax(v, 1)
    l_val = -(b.win * lv[:, 0] + (1 - b.win) * lv[:, 1]).mean()
    l_sc = F.huber_loss(s, b.score / 20.0, delta=1.0)
    m = b.x[:, 0].flatten(1).float()
    l_own = ((((torch.tanh(o) - b.own) ** 2) * m).sum(1) / m.sum(1) * b.owned).sum() / b.owned.sum().clamp(min=1.0)
    return l_pol + l_val + 0.05 * l_sc + 0.15 * l_own, torch.stack([l_pol, l_val, l_sc, l_own]).detach()
