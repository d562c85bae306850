"""When each remark of a discussion was made: a rush at first, then a long tail."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

RUSH = 2.4
"""Exponent that pushes first remarks towards the beginning; 1 would spread them evenly."""

FIRST = timedelta(minutes=3)
"""Nobody has read the post before that."""

LATEST = 0.985
"""Share of the post's age before which everything has been said: nothing comes from the future."""

USUAL_PAUSE = timedelta(minutes=70)
"""Mean time that somebody takes to answer, where the post is old enough for it."""

LONGEST_SHARE = 0.3
"""An answer uses up at most this share of the time that is left, so that deep branches fit."""


def moments(parents: Sequence[int | None], age: timedelta, seed: str) -> list[timedelta]:
    """For each remark the time after its post; always later than what it answers.

    ``parents`` holds, for each remark, the index of the one that it answers; elder siblings come
    first and stay first.
    """
    chance = Random(seed)
    end = age * LATEST
    rush = [chance.random() ** RUSH for parent in parents if parent is None]
    openings = iter(sorted(FIRST + (end - FIRST) * share for share in rush))
    latest_answer: dict[int, timedelta] = {}
    times: list[timedelta] = []
    for parent in parents:
        if parent is None:
            moment = next(openings)
        else:
            start = latest_answer.get(parent, times[parent])
            pause = USUAL_PAUSE * chance.expovariate(1)
            moment = start + min(pause, (end - start) * LONGEST_SHARE * (1 - chance.random() / 2))
            latest_answer[parent] = moment
        times.append(moment)
    return times
