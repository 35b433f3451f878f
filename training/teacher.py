"""The teacher: reader of KataGo's .bin.gz nets (model version 8, ordinary and gpool blocks) into PyTorch.

Our own code, written from a description of the file: ASCII tokens, each array of numbers as '@BIN@' and little-endian f32.
forward(planes[N,22,19,19], globals[N,19]) -> policy [N,362] logits, value [N,3] logits (win, loss, no result),
misc [N,4] (score mean, its spread before softplus, lead, time; as the head gives them), ownership [N,361] (tanh applied),
all for the player to move.
"""
import gzip
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader:
    def __init__(self, path):
        with gzip.open(path, "rb") as f:
            self.b = f.read()
        self.p = 0

    def tok(self):
        while self.b[self.p] in b" \n\r\t":
            self.p += 1
        e = self.p
        while self.b[e] not in b" \n\r\t":
            e += 1
        s = self.b[self.p:e].decode()
        self.p = e
        return s

    def i(self):
        return int(self.tok())

    def floats(self, n):
        e = self.b.index(b"@BIN@", self.p)
        assert e - self.p < 50
        self.p = e + 5
        a = np.frombuffer(self.b, "<f4", n, self.p).copy()
        self.p += 4 * n
        return torch.from_numpy(a)

    def conv(self):
        self.tok()
        y, x, ic, oc, dy, dx = (self.i() for _ in range(6))
        assert dy == dx == 1
        return self.floats(y * x * ic * oc).view(y, x, ic, oc).permute(3, 2, 0, 1).contiguous()

    def bn(self):
        self.tok()
        n = self.i()
        eps = float(self.tok())
        hs, hb = self.i(), self.i()
        mean, var = self.floats(n), self.floats(n)
        sc = self.floats(n) if hs else torch.ones(n)
        bi = self.floats(n) if hb else torch.zeros(n)
        s = sc / torch.sqrt(var + eps)
        return s, bi - s * mean

    def act(self):
        self.tok()

    def mat(self):
        self.tok()
        ic, oc = self.i(), self.i()
        return self.floats(ic * oc).view(ic, oc).t().contiguous()

    def bias(self):
        self.tok()
        return self.floats(self.i())


class Teacher(nn.Module):
    def __init__(self, path):
        super().__init__()
        r = Reader(path)
        self.name = r.tok()
        self.version = r.i()
        assert self.version == 8, self.version
        self.nin, self.nglob = r.i(), r.i()
        r.tok()
        nb = r.i()
        self.ch = r.i()
        for _ in range(4):
            r.i()
        self._n = 0

        def reg(t):
            self._n += 1
            nm = "w%d" % self._n
            self.register_buffer(nm, t)
            return nm

        self.w0 = reg(r.conv())
        self.wg = reg(r.mat())
        self.blocks = []
        for _ in range(nb):
            kind = r.tok()
            r.tok()
            if kind == "ordinary_block":
                s, b = r.bn(); r.act()
                w1 = r.conv()
                s2, b2 = r.bn(); r.act()
                w2 = r.conv()
                self.blocks.append(("o", reg(s), reg(b), reg(w1 * s2.view(-1, 1, 1, 1)), reg(b2), reg(w2)))
            elif kind == "gpool_block":
                s, b = r.bn(); r.act()
                w1 = r.conv()
                wg = r.conv()
                sg, bg = r.bn(); r.act()
                m = r.mat()
                s2, b2 = r.bn(); r.act()
                w2 = r.conv()
                # one convolution for both branches, the batch norms folded in
                wcat = torch.cat([w1 * s2.view(-1, 1, 1, 1), wg * sg.view(-1, 1, 1, 1)])
                self.blocks.append(("g", reg(s), reg(b), reg(wcat), reg(bg), reg(m * s2.view(-1, 1)), reg(b2), reg(w2)))
            else:
                raise ValueError(kind)
        s, b = r.bn(); r.act()
        self.ts, self.tb = reg(s), reg(b)
        # policy head
        r.tok()
        p1 = r.conv()
        g1 = r.conv()
        sg, bg = r.bn(); r.act()
        m = r.mat()
        sp, bp = r.bn(); r.act()
        p2 = r.conv()
        ps = r.mat()
        r.tok()  # value head
        v1 = r.conv()
        sv, bv = r.bn(); r.act()
        self.np1, self.ng1, self.nv1 = p1.shape[0], g1.shape[0], v1.shape[0]
        assert p1.shape[2] == g1.shape[2] == v1.shape[2] == 1
        self.wh = reg(torch.cat([p1 * sp.view(-1, 1, 1, 1), g1 * sg.view(-1, 1, 1, 1), v1 * sv.view(-1, 1, 1, 1)]))
        self.bh = reg(torch.cat([bg, bv]))
        self.pm, self.pb, self.p2, self.pp = reg(m * sp.view(-1, 1)), reg(bp), reg(p2), reg(ps)
        self.v2, self.v2b = reg(r.mat()), reg(r.bias())
        r.act()
        self.v3, self.v3b = reg(r.mat()), reg(r.bias())
        self.sv, self.svb = reg(r.mat()), reg(r.bias())
        self.wo = reg(r.conv())
        assert not r.b[r.p:].strip(), "bytes left over"

    def prepare(self, device, dtype):
        """Convolution weights in dtype, channels_last; matrices and biases stay f32."""
        self.to(device)
        if device != "cpu" and str(device) != "cpu":  # 22 -> 24 input planes for the tensor cores
            setattr(self, self.w0, F.pad(self.g(self.w0), (0, 0, 0, 0, 0, 2)))
        for n, t in list(self.named_buffers()):
            if t.dim() == 4:
                t = t.to(dtype).contiguous(memory_format=torch.channels_last)
            setattr(self, n, t)
        self.dtype = dtype
        return self

    def g(self, n):
        return getattr(self, n)

    @staticmethod
    def pool(x, mask, area, sq):
        xf = x.float()
        mean = xf.sum((2, 3)) / area
        mx = (xf + (mask.float() - 1.0)).amax((2, 3))
        return torch.cat([mean, mean * ((sq - 14.0) * 0.1), mx], 1)

    @torch.no_grad()
    def forward(self, planes, glob):
        dt = self.dtype
        g = self.g
        x = planes.to(dt)
        k = g(self.w0).shape[1]
        if x.shape[1] < k:
            x = F.pad(x, (0, 0, 0, 0, 0, k - x.shape[1]))
        x = x.contiguous(memory_format=torch.channels_last)
        mask = x[:, 0:1].contiguous()
        area = mask.float().sum((2, 3))
        sq = area.sqrt()

        def v(t):
            return t.to(dt).view(1, -1, 1, 1)

        def act(t, b):  # in place relu(t + b) * mask
            return t.add_(b).relu_().mul_(mask)

        def pre(t, s, b):
            return torch.addcmul(v(g(b)), t, v(g(s))).relu_().mul_(mask)

        x = F.conv2d(x, g(self.w0), padding=g(self.w0).shape[2] // 2)
        x.add_(F.linear(glob.float(), g(self.wg)).to(dt)[:, :, None, None])
        for bl in self.blocks:
            if bl[0] == "o":
                _, s, b, w1, b2, w2 = bl
                h = act(F.conv2d(pre(x, s, b), g(w1), padding=1), v(g(b2)))
            else:
                _, s, b, wc, bg, m, b2, w2 = bl
                h = F.conv2d(pre(x, s, b), g(wc), padding=1)
                c = g(b2).numel()
                gp = act(h[:, c:].contiguous(memory_format=torch.channels_last), v(g(bg)))
                bias = F.linear(self.pool(gp, mask, area, sq), g(m)) + g(b2)
                h = h[:, :c].contiguous(memory_format=torch.channels_last)
                h = act(h, bias.to(dt)[:, :, None, None])
            x = x.add_(F.conv2d(h, g(w2), padding=1))
        x = pre(x, self.ts, self.tb)
        h = F.conv2d(x, g(self.wh))
        a, b_ = self.np1, self.np1 + self.ng1
        gv = act(h[:, a:].contiguous(memory_format=torch.channels_last), v(g(self.bh)))
        gp, hv = gv[:, :self.ng1], gv[:, self.ng1:]
        pl = self.pool(gp, mask, area, sq)
        p = h[:, :a].float() + (F.linear(pl, g(self.pm)) + g(self.pb))[:, :, None, None]
        p = (p.relu() * g(self.p2).float().view(1, -1, 1, 1)).sum(1)
        policy = torch.cat([p.flatten(1), F.linear(pl, g(self.pp))], 1)
        hvf = hv.float()
        mean = hvf.sum((2, 3)) / area
        t = (sq - 14.0)
        vp = torch.cat([mean, mean * (t * 0.1), mean * (t * t * 0.01 - 0.1)], 1)
        h2 = (F.linear(vp, g(self.v2)) + g(self.v2b)).relu()
        value = F.linear(h2, g(self.v3)) + g(self.v3b)
        misc = F.linear(h2, g(self.sv)) + g(self.svb)
        own = torch.tanh((hvf * g(self.wo).float().view(1, -1, 1, 1)).sum(1)).flatten(1)
        return policy, value, misc, own


def finish(value, misc):
    """winrate (mover), loss, no result, score mean, stdev, lead as KataGo reports them"""
    p = torch.softmax(value.float(), 1)
    nr = 1.0 - p[:, 2]
    return p, misc[:, 0] * 20.0 * nr, F.softplus(misc[:, 1]) * 20.0, misc[:, 2] * 20.0 * nr
