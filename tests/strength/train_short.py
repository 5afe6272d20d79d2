"""Teaches the net for short nardy the chances that a stronger net gives (see short_data.py).

python -m tests.strength.train_short MINUTES FILE ...
"""

from __future__ import annotations

import sys
import time

import numpy as np

from tests.strength.nets import FOLDER, Trained, inputs

HIDDEN = 40


def main() -> None:
    """Learn for so many minutes, then write the weights."""
    end = time.monotonic() + 60 * float(sys.argv[1])
    kept = [np.load(path) for path in sys.argv[2:]]
    boards = np.concatenate([each["boards"] for each in kept])
    wanted = np.concatenate([each["chances"] for each in kept])
    rng, net = np.random.default_rng(1), Trained(HIDDEN)
    if (FOLDER / "short.json").exists():
        net.read("short")
    order = rng.permutation(len(boards))
    boards, wanted = boards[order], wanted[order]
    held = len(boards) // 20
    start, begun = time.monotonic(), 0
    while time.monotonic() < end:
        order = held + rng.permutation(len(boards) - held)
        for at in range(0, len(order), 512):
            gone = (time.monotonic() - start) / (end - start)
            if gone >= 1:
                break
            chosen = order[at : at + 512]
            rate = 0.001 * (0.03 ** min(1.0, gone))
            net.learn(inputs(boards[chosen]), wanted[chosen], rate)
        begun += 1
        off = net.chances(boards[:held]) - wanted[:held]
        print(begun, f"win off by {np.sqrt((off[:, 0] ** 2).mean()):.4f}", flush=True)
    net.write("short")


if __name__ == "__main__":
    main()
