"""Judgements of the machine's clock for tests."""

from robot.records.wall_clock import ClockJudgement, ClockTrust


def sound_clock(now: float) -> ClockJudgement:
    """Return the judgement of a clock that says `now`, in seconds since 1970, and has always been right."""
    return ClockJudgement(now, ClockTrust.SOUND, 0.0)
