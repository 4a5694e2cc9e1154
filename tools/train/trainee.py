"""The common parts of trainings: steps, averaged weights, checkpoints, and a log of the losses."""

import copy
import io
import math
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, ClassVar

import torch
from torch import Tensor

from robot.files import write_whole
from tools.train.batches import TrainingError

LOGGED = 100
"""Steps between lines of the log."""

TIMED = 5
"""Steps after which the log estimates the time of the training."""

KEPT = 100.0
"""Seconds between checkpoints."""


@dataclass(slots=True)
class Trainee:
    """A net in training, the net with averaged weights (``mean``) that is exported, and the number of steps done.

    The plan has the number of ``steps``, the highest ``rate``, and ``warm``, the steps before that rate.
    """

    checkpoint: ClassVar[str] = "checkpoint.pt"
    plan: Any
    net: Any = field(init=False)
    mean: Any = field(init=False)
    optimizer: torch.optim.Optimizer = field(init=False)
    step: int = field(init=False, default=0)

    @property
    def progress(self) -> float:
        """The share of the plan that is done, 0 to 1."""
        return min(1.0, float(self.step / self.plan.steps))

    def take(self, net: torch.nn.Module, groups: list[dict[str, Any]], beta: float) -> None:
        """Begin with a net; its optimizer is AdamW with these ``groups`` of weights and this second ``beta``."""
        self.net = net
        self.mean = copy.deepcopy(net).eval()
        self.optimizer = torch.optim.AdamW(groups, lr=self.plan.rate, betas=(0.9, beta))

    def descend(self, loss: Tensor, clip: float, memory: float, ramp: float) -> None:
        """Take one step down a loss: the rate rises, then falls as a cosine; ``clip`` limits the norm of gradients.

        The mean keeps a share ``memory`` of itself, and a smaller one at first; a larger ``ramp`` prolongs that.
        """
        plan = self.plan
        rate = plan.rate * min(1.0, (self.step + 1) / plan.warm)
        rate *= 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * self.progress))
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward([loss])
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), clip)
        self.optimizer.step()
        self.step += 1
        memory = min(memory, 1 - 1 / (1 + self.step / ramp))
        with torch.no_grad():
            for mean, now in zip(self.mean.state_dict().values(), self.net.state_dict().values(), strict=True):
                if mean.dtype.is_floating_point:
                    mean.lerp_(now, 1 - memory)
                else:
                    mean.copy_(now)

    def begin_with(self, weights: Mapping[str, Tensor]) -> None:
        """Use these weights as the initial ones."""
        for net in (self.net, self.mean):
            net.load_state_dict(weights)

    def spell_plan(self) -> dict[str, Any]:
        """Return the plan as a checkpoint holds it."""
        return asdict(self.plan)

    def save(self, folder: Path) -> None:
        """Write a checkpoint."""
        folder.mkdir(parents=True, exist_ok=True)
        parts = {name: getattr(self, name).state_dict() for name in ("net", "mean", "optimizer")}
        write_state(folder / self.checkpoint, {"step": self.step, **parts, "plan": self.spell_plan()})

    def load(self, folder: Path) -> bool:
        """Continue from a checkpoint; return False if there is none. Raises TrainingError."""
        path = folder / self.checkpoint
        if not path.is_file():
            return False
        state = read_state(path)
        if state.get("plan") != self.spell_plan():
            raise TrainingError(f"{path} is of another plan: repeat its options, or choose another folder")
        try:
            for name in ("net", "mean", "optimizer"):
                getattr(self, name).load_state_dict(state[name])
        except (RuntimeError, ValueError, KeyError) as error:
            raise TrainingError(f"{path} is of another net: choose another folder") from error
        self.step = int(state["step"])
        return True

    def repeat(
        self,
        learn: Callable[[], Mapping[str, float]],
        folder: Path,
        seconds: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
        report: Callable[[str], None] = lambda _: None,
    ) -> bool:
        """Take steps until the plan is done or ``seconds`` are over, with checkpoints; return whether it is done.

        Ctrl-C and SIGTERM end it after the current step.
        ``learn`` takes one step and returns the parts of its loss; the log has their means.
        """
        begin = saved = clock()
        ready, first, steps = begin, self.step, self.plan.steps
        sums: dict[str, float] = {}
        summed = 0
        with catch_signals() as stops:
            while self.progress < 1 and not stops and clock() - begin < seconds:
                sums = {name: sums.get(name, 0.0) + part for name, part in learn().items()}
                summed += 1
                done, now = self.step - first, clock()
                if done == 1:  # it includes the preparations
                    ready = now
                left = (now - ready) / max(1, done - 1) * (steps - self.step)
                if done == TIMED:
                    report(f"{steps - self.step} steps take {spell_time(left)} on this machine")
                if self.step % LOGGED == 0:
                    means = ", ".join(f"{name} {total / summed:.3f}" for name, total in sums.items())
                    report(f"{self.step}/{steps}: {means}; {spell_time(left)} left")
                    sums, summed = {}, 0
                if now - saved > KEPT:
                    self.save(folder)
                    saved = now
            self.save(folder)
        return self.progress >= 1


@contextmanager
def catch_signals() -> Iterator[list[int]]:
    """Yield a list that collects Ctrl-C and SIGTERM, which do not interrupt."""
    caught: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        for number, handler in before.items():
            if handler != signal.SIG_IGN:
                signal.signal(number, lambda number, _: caught.append(number))
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def read_state(path: Path) -> dict[str, Any]:
    """Return the content of a PyTorch file. Raises TrainingError."""
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, EOFError, UnpicklingError):
        state = None
    if not isinstance(state, dict):
        raise TrainingError(f"{path} cannot be read: it is missing or damaged, or not a PyTorch file")
    return state


def write_state(path: Path, state: Mapping[str, Any]) -> None:
    """Write a PyTorch file; after an error the old one is unchanged. Raises OSError, which PyTorch itself does not."""
    data = io.BytesIO()
    torch.save(state, data)
    write_whole(path, data.getvalue())


def spell_time(seconds: float) -> str:
    """Return a duration as text in a suitable unit."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
