"""What every training has: a log that says how long it takes, and checkpoints that are whole."""

import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")

from tools.train.batches import TrainingError  # noqa: E402
from tools.train.trainee import Trainee  # noqa: E402

pytestmark = pytest.mark.check


@dataclass(frozen=True)
class Plan:
    steps: int
    rate: float = 0.1
    warm: int = 1


def begin(steps: int) -> Trainee:
    torch.manual_seed(1)
    trainee = Trainee(Plan(steps))
    net = torch.nn.Linear(2, 1)
    trainee.take(net, [{"params": list(net.parameters()), "weight_decay": 0.0}], beta=0.99)
    return trainee


def run(trainee: Trainee, folder: Path) -> Iterator[str]:
    """Yield the log of a training whose steps take 72 seconds each, but for the first; each loss is its step."""
    lines: list[str] = []
    first = trainee.step

    def learn() -> dict[str, float]:
        trainee.descend(trainee.net(torch.ones(1, 2)).sum(), clip=1, memory=0.9, ramp=1)
        return {"loss": float(trainee.step)}

    def clock() -> float:
        return (1000 if trainee.step > first else 0) + 72.0 * (trainee.step - first)

    trainee.repeat(learn, folder, 1e9, clock, lines.append)
    yield from lines


def test_the_log_says_how_long_it_takes_and_the_means_of_each_hundred_steps(tmp_path: Path) -> None:
    first, *others = run(begin(255), tmp_path)
    assert first == "250 steps take 5.0 h on this machine"
    assert others == ["100/255: loss 50.500; 3.1 h left", "200/255: loss 150.500; 66 min left"]


def test_the_rate_rises_and_falls_and_the_mean_follows() -> None:
    trainee = begin(10)
    rates = []
    for _ in range(10):
        trainee.descend(trainee.net(torch.ones(1, 2)).sum(), clip=1, memory=0.9, ramp=1)
        rates.append(trainee.optimizer.param_groups[0]["lr"])
    assert rates[0] == pytest.approx(0.1)
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] < 0.01
    now, mean, then = (float(net.bias.detach()) for net in (trainee.net, trainee.mean, begin(10).net))
    assert now < mean < then


def test_a_damaged_checkpoint_is_told_in_one_line(tmp_path: Path) -> None:
    trainee = begin(5)
    trainee.save(tmp_path)
    path = tmp_path / trainee.checkpoint
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(TrainingError, match=rf"^{path} cannot be read: [^\n]*$"):
        begin(5).load(tmp_path)
    assert [*tmp_path.iterdir()] == [path]


def test_a_checkpoint_that_the_disk_does_not_hold_leaves_the_last_one(tmp_path: Path) -> None:
    trainee = begin(5)
    trainee.save(tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            trainee.save(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert begin(5).load(tmp_path)
