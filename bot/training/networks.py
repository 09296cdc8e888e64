"""Fits a network to numbers by gradient descent with Adam."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bot.games.my_city.opponents.ground import Floats
from bot.games.my_city.opponents.values import Network

HIDDEN = (32, 16)
"""The sizes of the layers between."""
_BATCH = 512
_DECAY = 1e-3
_SPREAD = 0.05
"""What never differs is not divided by nothing."""
_CLIP = 10


@dataclass(frozen=True, slots=True)
class Examples:
    """Inputs, as half-precision lines, and what should come out."""

    inputs: NDArray[np.float16]
    wanted: Floats


def fresh(inputs: int, rng: np.random.Generator) -> Network:
    """A network that says nearly nothing."""
    sizes = (inputs, *HIDDEN, 1)
    shapes = list(pairwise(sizes))
    weights = [rng.normal(0, (2 / shape[0]) ** 0.5, shape).astype(np.float32) for shape in shapes]
    weights[-1] /= 10
    return Network(tuple([(each, np.zeros(each.shape[1], dtype=np.float32)) for each in weights]))


def fitted(
    start: Network | None, some: Examples, passes: int, rate: float, rng: np.random.Generator
) -> Network:
    """A network that has seen the examples so many times; `start` None: one of its own."""
    every = some.inputs.astype(np.float32)
    mean, spread = every.mean(axis=0), every.std(axis=0) + np.float32(_SPREAD)
    layers = (start or fresh(every.shape[1], rng)).layers
    (weights, biases), rest = layers[0], layers[1:]
    if start:  # what it knew of inputs as they are, told of inputs around their mean
        weights, biases = weights * spread[:, None], biases + mean @ weights
    descent = _Descent([weights, *[each for each, _ in rest]], [biases, *[each for _, each in rest]])
    count = passes * -(-len(every) // _BATCH)
    for number in range(passes):
        order = rng.permutation(len(every))
        for place in range(0, len(every), _BATCH):
            done = (number * len(every) + place) / (_BATCH * count)
            lines = order[place : place + _BATCH]
            slower = np.float32(rate * (np.cos(np.pi * min(done, 1)) + 1.04) / 2)
            descent.step((every[lines] - mean) / spread, some.wanted[lines], slower)
    weights = descent.weights[0] / spread[:, None]
    first = weights, descent.biases[0] - mean @ weights
    return Network((first, *zip(descent.weights[1:], descent.biases[1:], strict=True)))


class _Descent:
    def __init__(self, weights: list[Floats], biases: list[Floats]) -> None:
        self.weights, self.biases = [each.copy() for each in weights], [each.copy() for each in biases]
        numbers = [*self.weights, *self.biases]
        self._slopes = [np.zeros_like(each) for each in numbers]
        self._squares = [np.zeros_like(each) for each in numbers]
        self._steps = 0

    def step(self, inputs: Floats, wanted: Floats, rate: np.float32) -> None:
        """Against the mean square of the errors."""
        self._steps += 1
        outputs = [inputs]
        for weights, biases in zip(self.weights, self.biases, strict=True):
            last = len(outputs) == len(self.weights)
            sums = outputs[-1] @ weights + biases
            outputs.append(sums if last else np.maximum(sums, 0))
        errors = np.clip(outputs[-1][:, 0] - wanted, -_CLIP, _CLIP)
        back: Floats = (errors * np.float32(2 / len(errors)))[:, None]
        for layer in reversed(range(len(self.weights))):
            weights = self.weights[layer]
            onwards = (back @ weights.T) * (outputs[layer] > 0)
            weights *= 1 - rate * np.float32(_DECAY)
            self._descend(layer, weights, outputs[layer].T @ back, rate)
            self._descend(layer + len(self.weights), self.biases[layer], back.sum(axis=0), rate)
            back = onwards

    def _descend(self, number: int, values: Floats, slope: Floats, rate: np.float32) -> None:
        mean, square = self._slopes[number], self._squares[number]
        mean += (slope - mean) / 10
        square += (slope * slope - square) / 1000
        steady = mean / np.float32(1 - 0.9**self._steps)
        values -= rate * steady / (np.sqrt(square / np.float32(1 - 0.999**self._steps)) + np.float32(1e-8))
