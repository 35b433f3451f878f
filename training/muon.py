"""The optimisers: orthogonalised momentum (Muon, Jordan 2024) for the 3x3 convolutions, AdamW for the rest."""
import torch


def newton_schulz(g, steps=5):
    """roughly the nearest orthogonal matrix, for a stack of matrices"""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g.bfloat16() if g.is_cuda else g.float()
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        y = x @ x.transpose(-1, -2)
        x = a * x + (b * y + c * (y @ y)) @ x
    return x


class Muon(torch.optim.Optimizer):
    """Weights of equal shape are done together: one matrix product for all blocks."""

    def __init__(self, params, lr=0.02, momentum=0.95, wd=0.01):
        super().__init__(params, dict(lr=lr, momentum=momentum, wd=wd))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            shapes = {}
            for p in group["params"]:
                if p.grad is None:
                    continue
                st = self.state[p]
                if "m" not in st:
                    st["m"] = torch.zeros_like(p)
                st["m"].lerp_(p.grad, 1 - group["momentum"])
                u = p.grad.lerp(st["m"], group["momentum"])
                shapes.setdefault((p.shape[0], p[0].numel()), []).append((p, u.reshape(p.shape[0], -1)))
            for (r, c), same in shapes.items():
                o = newton_schulz(torch.stack([u for _, u in same]))
                for k, (p, _) in enumerate(same):
                    p.mul_(1 - group["lr"] * group["wd"])
                    p.add_(o[k].view_as(p).to(p.dtype), alpha=-group["lr"] * max(1.0, r / c) ** 0.5)


def make(model, lr):
    """a list of optimisers; group["base"] keeps the rate that the schedule scales"""
    conv, wd, free = [], [], []
    for p in model.parameters():
        if p.dim() == 4 and p.shape[2] == 3:
            conv.append(p)
        else:
            (wd if p.dim() > 1 else free).append(p)
    groups = [dict(params=wd, weight_decay=0.02), dict(params=free, weight_decay=0.0)]
    opts = [torch.optim.AdamW(groups, lr=lr * 0.1, betas=(0.9, 0.98), fused=wd[0].is_cuda), Muon(conv, lr=lr)]
    for o in opts:
        for g in o.param_groups:
            g["base"] = g["lr"]
    return opts
