"""Nets as they are trained: the same sums as `controller.engines.nardy.net`, by numpy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from controller.engines.nardy.net import UNIT

FOLDER = Path(__file__).parents[2] / "controller" / "engines" / "nardy"
Array = Any


def inputs(boards: Array) -> Array:
    """Four for each place of each board: one checker, two, three, half of those beyond."""
    counts = boards.astype(np.float32)
    units = (counts >= 1, counts >= 2, counts >= 3, np.maximum(counts - 3, 0) / 2)
    return np.stack(units, axis=2).astype(np.float32).reshape(len(boards), -1)


class Trained:
    """One hidden layer, learning by Adam."""

    def __init__(self, hidden: int, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.parts = [
            rng.normal(0, 0.15, (208, hidden)).astype(np.float32),
            np.zeros(hidden, dtype=np.float32),
            rng.normal(0, 0.1, (hidden, 5)).astype(np.float32),
            np.array([0, -1.5, -4, -1.5, -4], dtype=np.float32),
        ]
        self._first = [np.zeros_like(part) for part in self.parts]
        self._second = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def forward(self, x: Array) -> tuple[Array, Array]:
        """The hidden layer and the five chances."""
        hidden = np.maximum(x @ self.parts[0] + self.parts[1], 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ self.parts[2] + self.parts[3])))

    def chances(self, boards: Array) -> Array:
        """The five chances of each board."""
        return self.forward(inputs(boards))[1]

    def learn(self, x: Array, wanted: Array, rate: float) -> float:
        """One step towards what was wanted; how far off it was (squares)."""
        hidden, found = self.forward(x)
        # Cross entropy: the gradient at the sums is simply the difference.
        off = (found - wanted) / len(x)
        back = (off @ self.parts[2].T) * (hidden > 0)
        slopes = [x.T @ back, back.sum(0), hidden.T @ off, off.sum(0)]
        self._steps += 1
        for at, slope in enumerate(slopes):
            self._first[at] += 0.1 * (slope - self._first[at])
            self._second[at] += 0.001 * (slope * slope - self._second[at])
            first = self._first[at] / (1 - 0.9**self._steps)
            second = self._second[at] / (1 - 0.999**self._steps)
            self.parts[at] -= rate * first / (np.sqrt(second) + 1e-8)
        return float(((found - wanted) ** 2).mean())

    def read(self, name: str) -> None:
        """Begin with the weights that the package has for a game."""
        told = json.loads((FOLDER / f"{name}.json").read_text(encoding="ascii"))
        kept = [np.array(told[key], dtype=np.float32) for key in ("inputs", "bias", "out")]
        last = np.array(told["out_bias"], dtype=np.float32)
        self.parts = [
            (each / UNIT).astype(np.float32) for each in (kept[0], kept[1], kept[2].T, last)
        ]

    def write(self, name: str) -> None:
        """Keep the weights as the package has them."""
        rows, bias, out, out_bias = (np.rint(part * UNIT).astype(int) for part in self.parts)
        told = {
            "inputs": rows.tolist(),
            "bias": bias.tolist(),
            "out": out.T.tolist(),
            "out_bias": out_bias.tolist(),
        }
        text = json.dumps(told, separators=(",", ":")).replace("],[", "],\n[")
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="ascii")
