"""Trains the student on labelled positions. See README.md; `python train.py --help` lists the arguments.

One or several runs over one loading of the data. The schedule follows the clock: a run of 200 s has its cosine over
200 s on any machine. The net is the running average of the weights, written every 60 s, at the end, and on SIGTERM.
"""
import argparse
import math
import os
import signal
import time
import traceback

import torch
import torch.nn as nn

START = time.time()
import container
import report
from data import Data
from model import Student, loss_fn
from muon import make

STOP = []  # filled by a signal


def log(text):
    print("%6.1f %s" % (time.time() - START, text), flush=True)


class Run:
    """One training run: the model, its running average, the optimisers."""

    def __init__(self, data, shape, a, init):
        self.d, self.a, self.tag = data, a, "%dx%d" % shape
        self.dev, self.cuda = data.dev, data.dev.type == "cuda"
        self.dtype = torch.bfloat16 if self.cuda else torch.float32
        torch.manual_seed(a.seed)
        self.model = (Student(*shape) if init is None else init).to(self.dev).to(memory_format=torch.channels_last)
        self.fresh = init is None
        if init is not None:
            container.calibrate(self.model, ((b.x, b.g) for b in (self.batch(torch.float32) for _ in range(4))))
        self.ema = Student(*shape).to(self.dev).to(memory_format=torch.channels_last)
        self.ema.load_state_dict(self.model.state_dict())
        self.good = None  # the last average that was all finite
        self.lr = a.lr
        self.begin()

    def begin(self):
        self.opts = make(self.model, self.lr)
        self.params, self.eparams = list(self.model.parameters()), list(self.ema.parameters())
        self.age = 0

    def batch(self, dtype=None):
        return self.d.batch(self.d.pick(self.a.batch), dtype or self.dtype)

    def loss(self, f):
        b = self.batch()
        with torch.autocast(self.dev.type, dtype=torch.bfloat16, enabled=self.cuda):
            out = f(b.x, b.g)
        return loss_fn(out, b)

    def backward(self, f):
        for p in self.params:
            p.grad = None
        loss, parts = self.loss(f)
        loss.backward()
        return parts

    def compiled(self):
        """the compiled model, or the plain one where compiling fails"""
        if not self.a.compile:
            return self.model
        t = time.time()
        try:
            torch._dynamo.reset()
            f = torch.compile(self.model, dynamic=False)
            self.backward(f)
            if self.cuda:
                torch.cuda.synchronize()
            log("%s compiled in %.1f s" % (self.tag, time.time() - t))
            return f
        except Exception as e:
            self.a.compile = False  # the next run would fail alike
            log("%s not compiled, goes on without: %s" % (self.tag, repr(e)[:300]))
            return self.model

    def step(self, f, scale):
        for o in self.opts:
            for g in o.param_groups:
                g["lr"] = g["base"] * scale
        parts = self.backward(f)
        for o in self.opts:
            o.step()
        self.age += 1
        keep = min(0.998, 1 - 1 / (self.age + 1.0)) if self.fresh else 0.998
        with torch.no_grad():
            torch._foreach_lerp_(self.eparams, self.params, 1 - keep)
        return parts

    def train(self, seconds):
        self.model.train()
        f = self.compiled()
        a, t0, steps, acc = self.a, time.time(), 0, None
        told = saved = t0
        while not STOP:
            now = time.time()
            done = max((now - t0) / seconds, steps / a.max_steps)
            if done >= 1:
                break
            scale = min(1.0, (self.age + 1) / a.warm) * (a.floor + (a.lr_from - a.floor) * 0.5 * (1 + math.cos(math.pi * done)))
            try:
                parts = self.step(f, scale)
            except Exception as e:
                if f is self.model:
                    raise
                log("%s the compiled model failed, goes on without: %s" % (self.tag, repr(e)[:300]))
                f, a.compile = self.model, False
                continue
            steps += 1
            acc = parts if acc is None else acc * 0.99 + parts * 0.01
            if steps % 20 and self.cuda:  # asking the device more often would make it wait
                continue
            now = time.time()
            if now - told > 10:
                v = acc.tolist()  # waits for the device
                now = told = time.time()
                log("%s step %d  %.0f samples/s  pol %.4f val %.4f score %.4f own %.4f  lr*%.3f" % (self.tag, steps, steps * a.batch / (now - t0), *v, scale))
                if not math.isfinite(sum(v)):
                    self.recover()
                    acc = None
            if now - saved > a.every:
                self.save(8)
                saved = time.time()
        if self.cuda:
            torch.cuda.synchronize()
        el = max(1e-9, time.time() - t0)
        log("%s trained %d steps of %d in %.1f s, %.0f samples/s" % (self.tag, steps, a.batch, el, steps * a.batch / el))
        self.save(40)

    def recover(self):
        """after numbers that are not finite: the last good average, new optimisers, half the rate"""
        self.lr *= 0.5
        log("%s not finite: goes back, rate %.4g" % (self.tag, self.lr))
        state = self.good or Student(*self.model.shape).state_dict()
        self.model.load_state_dict(state)
        self.ema.load_state_dict(state)
        self.begin()

    def save(self, batches):
        """exports the average, with batch norm statistics measured for it"""
        bns = [m for m in self.ema.modules() if isinstance(m, nn.BatchNorm2d)]
        old = [m.momentum for m in bns]
        for m in bns:
            m.reset_running_stats()
            m.momentum = None  # a plain mean over the batches
        self.ema.train()
        with torch.no_grad(), torch.autocast(self.dev.type, dtype=torch.bfloat16, enabled=self.cuda):
            for _ in range(batches):
                b = self.batch()
                self.ema(b.x, b.g)
        for m, o in zip(bns, old):
            m.momentum = o
        self.ema.eval()
        try:
            n, size = container.export(self.ema, self.path, self.a.note)
            self.good = {k: v.clone() for k, v in self.ema.state_dict().items()}
            log("%s wrote %s: %d parameters, %d bytes" % (self.tag, self.path, n, size))
        except ValueError as e:
            log("%s %s" % (self.tag, e))


def arguments(argv):
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--data", nargs=2, action="append", required=True, metavar=("SGDS", "PLANES"), help="labels and planes of the same positions; more than once")
    p.add_argument("--out", default="net.bin", help="the net; with --plan the shape is put into the name")
    p.add_argument("--blocks", type=int)
    p.add_argument("--channels", type=int)
    p.add_argument("--seconds", type=float, default=200.0)
    p.add_argument("--plan", help="several runs instead, as 6x64:200,6x96:200")
    p.add_argument("--until", type=float, help="seconds after the start when all runs have to be over; they are shortened")
    p.add_argument("--init", help="a net to go on from (runs of its shape)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--batch", type=int, default=4096)
    p.add_argument("--max-steps", type=int, default=1 << 60)
    p.add_argument("--lr", type=float, default=0.02, help="of Muon; AdamW has a tenth of it")
    p.add_argument("--lr-from", type=float, default=None, help="where the cosine begins, as a share of the rate (1, or 0.3 with --init)")
    p.add_argument("--floor", type=float, default=0.01, help="where it ends")
    p.add_argument("--warm", type=int, default=200, help="steps of warming up")
    p.add_argument("--every", type=float, default=60.0, help="seconds between two exports")
    p.add_argument("--note", default=container.NOTE)
    p.add_argument("--eval-most", type=int, default=40000, help="held-out positions of a board size")
    p.add_argument("--no-compile", dest="compile", action="store_false")
    p.add_argument("--compile-cpu", action="store_true", help="compile on the CPU, too")
    p.add_argument("--report", action="store_true", help="only measure the net of --init on the held-out games")
    return p.parse_args(argv)


def shapes(a, init):
    """[(shape, seconds, path)]"""
    if not a.plan:
        b, c = init.shape if init else (6, 64)
        return [((a.blocks or b, a.channels or c), a.seconds, a.out)]
    stem, end = os.path.splitext(a.out)
    jobs, names = [], set()
    for part in a.plan.split(","):
        shape, _, secs = part.strip().partition(":")
        b, c = shape.split("x")
        name, k = stem + "-" + shape + end, 1
        while name in names:
            k += 1
            name = "%s-%s-%d%s" % (stem, shape, k, end)
        names.add(name)
        jobs.append(((int(b), int(c)), float(secs or a.seconds), name))
    return jobs


def main(argv=None):
    a = arguments(argv)
    for s in (signal.SIGTERM, signal.SIGINT):
        signal.signal(s, lambda *_: STOP.append(1))
    dev = torch.device(a.device)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    a.compile = a.compile and (dev.type == "cuda" or a.compile_cpu)
    init = container.restore(a.init) if a.init else None
    jobs = shapes(a, init)
    data = Data(a.data, dev, log)
    if a.report:
        report.evaluate(init.to(dev), data, log, a.init, a.eval_most)
        return 0
    if a.lr_from is None:
        a.lr_from = 0.3 if init else 1.0
    failed = 0
    for i, (shape, seconds, path) in enumerate(jobs):
        if STOP:
            break
        if a.until:  # what is left, shared by the planned seconds; 25 s a run for compiling and measuring
            left = a.until - (time.time() - START) - 25 * (len(jobs) - i)
            seconds = min(seconds, max(5.0, left * seconds / sum(j[1] for j in jobs[i:])))
        own = container.restore(a.init) if init and init.shape == shape else None
        if init and own is None:
            log("%dx%d is not the shape of %s: begins anew" % (*shape, a.init))
        log("%dx%d for %.0f s on %s" % (*shape, seconds, dev))
        run = None
        try:
            run = Run(data, shape, a, own)
            run.path = path
            run.train(seconds)
            report.evaluate(run.ema, data, log, run.tag, a.eval_most)
        except Exception:  # the next run of the plan may work
            failed += 1
            traceback.print_exc()
        run = None
        if dev.type == "cuda":
            torch.cuda.empty_cache()
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
