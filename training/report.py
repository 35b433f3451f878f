"""How a net does on held-out games, by board size."""
import math

import torch

NAMES = ("top1", "top5", "policy_ce", "teacher_entropy", "value_ce", "value_entropy", "value_rmse", "score_mae", "own_mse")


@torch.no_grad()
def evaluate(model, data, log=print, tag="", most=40000, step=4096):
    """{size: {name: figure}} and a line of it for each size; the same rows every time"""
    model.eval()
    res = {}
    for size, rows in data.test.items():
        if not len(rows):
            continue
        pick = torch.randperm(len(rows), generator=torch.Generator().manual_seed(1))[:most]
        rows = rows[pick.to(rows.device)]
        tot = torch.zeros(12, dtype=torch.float64, device=data.dev)
        for idx in rows.split(step):
            b = data.batch(idx, turn=False)
            p, v, s, o = model(b.x, b.g)
            lp, lv = torch.log_softmax(p, 1), torch.log_softmax(v, 1)
            known = (b.pol.sum(1) > 0)
            best = b.pol.argmax(1)
            top = p.topk(5, 1).indices
            m = b.x[:, 0].flatten(1)
            own = (((torch.tanh(o) - b.own) ** 2) * m).sum(1) / m.sum(1)
            w = b.win
            cols = [(top[:, 0] == best) & known, (top == best[:, None]).any(1) & known, -(b.pol * lp).sum(1), -(b.pol * (b.pol + 1e-12).log()).sum(1),
                    -(w * lv[:, 0] + (1 - w) * lv[:, 1]), -(w * (w + 1e-7).log() + (1 - w) * (1 - w + 1e-7).log()), (lv[:, 0].exp() - w) ** 2,
                    (s * 20 - b.score).abs(), own * b.owned, known, torch.ones_like(w), b.owned]
            tot += torch.stack([c.double().sum() for c in cols])
        t = tot.tolist()
        known, n, owned = (max(1.0, k) for k in t[9:])
        r = dict(zip(NAMES, [k / known for k in t[:4]] + [k / n for k in t[4:8]] + [t[8] / owned]))
        r["value_rmse"] = math.sqrt(r["value_rmse"])
        r["n"] = len(rows)
        res[size] = r
        log("%s held out %s n %d top-1 %.4f top-5 %.4f policy CE %.4f (teacher entropy %.4f) value CE %.4f (entropy %.4f) rmse %.4f score MAE %.2f own MSE %.4f" % (
            tag, "%dx%d" % (size, size) if size else "other", len(rows), *(r[k] for k in NAMES)))
    if not res:
        log("%s no held-out games in the data" % tag)
    return res
