"""Evaluates positions with the teacher: requests on stdin, replies on stdout, both binary (README.md has the format).

A reader thread, the main thread, which feeds the device, and a writer thread hand on a ring of slots, so reading the next
request and writing the last reply go on while the device works. Every chunk is padded to one of three sizes: the device
sees few shapes, for which the fastest convolutions are chosen once.
"""
import argparse
import os
import queue
import sys
import threading
import time

import numpy as np
import torch
import torch.nn.functional as F

from data import unpack
from teacher import Teacher, finish

IN, OUT, TOP = 1134, 439, 24
LEGAL = 22 * 46
GLOBALS = LEGAL + 46
SLOTS = 4


def log(*text):
    print(*text, file=sys.stderr, flush=True)


def words(x):
    """numbers 0..65535 or -32768..32767 as the bytes of 16-bit integers"""
    x = x.to(torch.int32)
    return torch.where(x > 32767, x - 65536, x).to(torch.int16).contiguous().view(torch.uint8)


class Evaluator:
    def __init__(self, path, device, batch, compile_):
        self.dev = torch.device(device)
        self.cuda = self.dev.type == "cuda"
        self.net = Teacher(path).prepare(self.dev, torch.float16 if self.cuda else torch.float32)
        self.forward = self.net
        torch.set_float32_matmul_precision("high")
        while True:
            self.sizes = sorted({max(1, batch >> k) for k in (0, 2, 4)}) if self.cuda else [batch]
            try:
                for n in self.sizes:
                    self.pack(torch.zeros(n, IN, dtype=torch.uint8, device=self.dev)).cpu()
                break
            except torch.OutOfMemoryError:
                if batch <= 64:
                    raise
                batch //= 2
                log("not enough memory, batch", batch)
                torch.cuda.empty_cache()
        self.batch = batch
        if compile_:
            self.compile()

    def compile(self):
        t = time.time()
        try:
            raw = torch.randint(0, 256, (self.batch, GLOBALS), dtype=torch.uint8, device=self.dev)
            raw = torch.cat([raw, torch.zeros(self.batch, IN - GLOBALS, dtype=torch.uint8, device=self.dev)], 1)
            raw[:, :46] = 255
            plain = self.pack(raw)
            f = torch.compile(self.net, dynamic=False)
            self.forward = lambda p, g: f(p, g) if len(p) == self.batch else self.net(p, g)
            if self.gap(plain, self.pack(raw)) > 300:  # half a per cent of win probability is more than rounding
                raise ValueError("other numbers than before")
            log("compiled in %.1f s" % (time.time() - t))
        except Exception as e:
            self.forward = self.net
            log("not compiled, goes on without:", repr(e)[:300])

    @staticmethod
    def gap(a, b):
        """mean distance of the win probabilities, in 65535ths"""
        a, b = (x[:, 72:74].cpu().numpy().copy().view("<u2").astype(np.int64) for x in (a, b))
        return float(np.abs(a - b).mean())

    @torch.inference_mode()
    def pack(self, raw):
        """uint8 [n,1134] on the device -> uint8 [n,439]"""
        n = len(raw)
        torch.backends.cudnn.benchmark = self.cuda and n == self.sizes[-1]
        planes = unpack(raw[:, :LEGAL], 22)
        legal = unpack(raw[:, LEGAL:GLOBALS], 1).view(n, 361)
        glob = raw[:, GLOBALS:].contiguous().view(torch.float32)
        policy, value, misc, own = self.forward(planes, glob)
        legal = F.pad(legal, (0, 1), value=1) != 0
        p = torch.softmax(torch.where(legal, policy.float(), -1e30), 1)
        p, idx = p.topk(TOP, 1)
        root = torch.round(255.0 * p.sqrt())
        idx = torch.where(root > 0, idx, 65535)
        prob, score, _, lead = finish(value, misc.float())
        win = torch.round(65535.0 * (prob[:, 0] + 0.5 * prob[:, 2])).clamp(0, 65535)
        score, lead = (torch.round(16.0 * t).clamp(-32767, 32767) for t in (score, lead))
        three = torch.nan_to_num(torch.stack([win, score, lead], 1))
        own = torch.round(127.0 * own.float()) * planes[:, 0].reshape(n, 361)
        return torch.cat([words(idx), root.to(torch.uint8), words(three), own.to(torch.int8).view(torch.uint8)], 1)


class Slot:
    """Memory for one chunk on its way. Pinned memory lets the copies go on beside the device's work."""

    def __init__(self, ev):
        self.inp = torch.zeros(ev.batch, IN, dtype=torch.uint8, pin_memory=ev.cuda)
        self.out = torch.zeros(ev.batch, OUT, dtype=torch.uint8, pin_memory=ev.cuda)
        self.done = torch.cuda.Event(blocking=True) if ev.cuda else None
        self.n = self.first = 0


def fill(src, view):
    """reads until `view` is full; False at the end of the file"""
    at = 0
    while at < len(view):
        k = src.readinto(view[at:])
        if not k:
            return False
        at += k
    return True


def reader(src, free, todo, batch):
    head = bytearray(4)
    try:
        while fill(src, memoryview(head)):
            n = int.from_bytes(head, "little")
            if not n:
                break
            for at in range(0, n, batch):
                slot = free.get()
                slot.n, slot.first = min(batch, n - at), n if at == 0 else 0
                if not fill(src, memoryview(slot.inp.numpy()).cast("B")[:slot.n * IN]):
                    log("the request ends too early")
                    todo.put(None)
                    return
                todo.put(slot)
    except Exception as e:
        log("reader:", repr(e))
    todo.put(None)


def write(dst, view):
    while len(view):
        view = view[dst.write(view):]


def writer(dst, free, ready):
    try:
        while (slot := ready.get()) is not None:
            if slot.done:
                slot.done.synchronize()
            if slot.first:
                write(dst, memoryview(slot.first.to_bytes(4, "little")))
            write(dst, memoryview(slot.out.numpy()).cast("B")[:slot.n * OUT])
            free.put(slot)
    except BrokenPipeError:
        os._exit(0)  # whoever asked is gone
    except Exception as e:
        log("writer:", repr(e))
        os._exit(1)


def feed(ev, slot):
    """puts the work on one chunk into the device's queue"""
    size = next(s for s in ev.sizes if s >= slot.n)
    try:
        raw = slot.inp[:size].to(ev.dev, non_blocking=True)
        slot.out[:slot.n].copy_(ev.pack(raw)[:slot.n], non_blocking=True)
    except RuntimeError as e:  # mostly memory: again, in small pieces
        log("again in pieces:", repr(e)[:200])
        if ev.cuda:
            torch.cuda.empty_cache()
        ev.forward = ev.net
        for at in range(0, slot.n, ev.sizes[0]):
            end = min(slot.n, at + ev.sizes[0])
            slot.out[at:end].copy_(ev.pack(slot.inp[at:end].to(ev.dev)))
    if slot.done:
        slot.done.record()


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--net", required=True)
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--batch", type=int, help="positions evaluated at once (8192, on a CPU 64)")
    p.add_argument("--compile", action="store_true", help="try torch.compile; takes half a minute")
    p.add_argument("--bench", type=int, default=0, metavar="N", help="only print the speed of N batches")
    a = p.parse_args()
    # nothing but replies may reach the real stdout, whatever a library prints
    dst = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    src = os.fdopen(0, "rb", buffering=0)
    for f in (src, dst):
        try:
            import fcntl
            fcntl.fcntl(f.fileno(), 1031, 1 << 20)  # F_SETPIPE_SZ: fewer wake-ups
        except (ImportError, OSError):
            pass  # no pipe, or no Linux
    t = time.time()
    ev = Evaluator(a.net, a.device, a.batch or (8192 if a.device.startswith("cuda") else 64), a.compile)
    log("%s on %s, batch %d, ready in %.1f s" % (ev.net.name, ev.dev, ev.batch, time.time() - t))
    slots = [Slot(ev) for _ in range(SLOTS)]
    if a.bench:
        for k in range(a.bench + 2):
            if k == 2:
                if ev.cuda:
                    torch.cuda.synchronize()
                t = time.time()
            slots[k % SLOTS].n = ev.batch
            feed(ev, slots[k % SLOTS])
        if ev.cuda:
            torch.cuda.synchronize()
        log("%.0f positions/s" % (a.bench * ev.batch / (time.time() - t)))
        return
    free, todo, ready = queue.Queue(), queue.Queue(), queue.Queue()
    for s in slots:
        free.put(s)
    write(dst, memoryview(b"SGMPEV01" + ev.batch.to_bytes(4, "little")))
    threading.Thread(target=reader, args=(src, free, todo, ev.batch), daemon=True).start()
    w = threading.Thread(target=writer, args=(dst, free, ready), daemon=True)
    w.start()
    while (slot := todo.get()) is not None:
        feed(ev, slot)
        ready.put(slot)
    ready.put(None)
    w.join()


if __name__ == "__main__":
    try:
        main()
    except Exception:
        import traceback
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)  # at once; a reader still waiting on stdin would hold the end up
