"""Property-based test: whatever happens in which order, money and access agree with the provider.

Each sequence consists of clicks, answers of banks, refunds and disputes, changes by administrators,
moves of the clock, scheduled runs by several workers, lost answers and processes that stop. Two
steps can happen at the same time.

`PAYMENT_SEQUENCES=10000 pytest -n 4 tests/payment_processing/test_sequences.py` runs more sequences
than `make check`. They are divided into shards, each with an empty database.
`--hypothesis-show-statistics` prints how often each action was done or rejected.
"""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from community import payment_processing
from tests.payment_processing.invariants import check_invariants
from tests.payment_processing.simulation import (
    Fault,
    Step,
    create_simulation,
    use_unreliable_sandbox,
)

EXAMPLES = int(os.environ.get("PAYMENT_SEQUENCES", "15"))
SHARD_SIZE = 250

# What happens often on a real site is listed several times.
ACTIONS = (
    *("buy", "buy", "buy", "start", "start", "gift", "pay", "pay", "answer_bank", "confirm"),
    *("repeat_confirm", "cancel_payment", "cancel", "resume", "refund", "refund_part", "dispute"),
    *("clock", "renew", "renew", "renew", "check", "revoke", "change_price"),
)
FAULTS: tuple[Fault, ...] = ("stop_before", "stop_after", "no_answer_before", "no_answer_after")
NUMBERS = st.integers(0, 35)
ANY_STEP = st.builds(
    Step,
    action=st.sampled_from(ACTIONS),
    number=NUMBERS,
    fault=st.sampled_from(("", "", "", "", "", "", *FAULTS)),
)
# Most actions need a subscriber, so a sequence begins with a purchase.
STEPS = st.builds(
    lambda first, others: [first, *others],
    st.builds(Step, action=st.just("buy"), number=NUMBERS),
    st.lists(ANY_STEP, min_size=3, max_size=20),
)


@pytest.fixture
async def ledger(db: None) -> AsyncIterator[None]:
    """Compare the whole journal with the provider after all sequences of a shard."""
    with use_unreliable_sandbox():
        yield
    assert await payment_processing.reconcile_payments() == []


@pytest.mark.parametrize("shard", range(-(-EXAMPLES // SHARD_SIZE)))
@settings(
    max_examples=min(EXAMPLES, SHARD_SIZE),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS, in_pairs=st.booleans())
async def test_money_and_access_agree_with_the_provider(
    ledger: None, shard: int, steps: list[Step], in_pairs: bool
) -> None:
    simulation = await create_simulation()
    if in_pairs:
        for pair in zip(steps[::2], steps[1::2], strict=False):
            await asyncio.gather(*map(simulation.act, pair))
    else:
        for step in steps:
            await simulation.act(step)
    await simulation.catch_up()
    await check_invariants(simulation)
    await simulation.close()
