"""Property-based test: whatever happens in which order, money and access agree with the provider.

Each sequence consists of clicks, answers of banks, refunds and disputes, trials, promo codes, gifts
and new cards, changes by administrators, closed, erased and merged accounts, bans, moves of the
clock, scheduled runs by several workers, lost answers and processes that stop. Two steps can happen
at the same time. In half of the sequences, the provider cannot cancel a payment.

`PAYMENT_SEQUENCES=10000 pytest -n 4 tests/workflows/payments/test_sequences.py` runs more sequences
than `make check`, which always runs the same ones. They are divided into shards, each with an empty
database.
`--hypothesis-show-statistics` prints how often each action was done or rejected.
"""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, Phase, example, given, note, settings, strategies as st

from community.workflows import payments as payment_workflow
from tests.workflows.payments.sequences import (
    payment_actions as payments,
    subscription_actions as subscriptions,
)
from tests.workflows.payments.sequences.faults import FaultKind, use_unreliable_sandbox
from tests.workflows.payments.sequences.invariants import check_invariants
from tests.workflows.payments.sequences.simulation import Action, Step, create_simulation
from tests.workflows.payments.sequences.value import ValueCheck

EXAMPLES = int(os.environ.get("PAYMENT_SEQUENCES", "15"))
IS_SEARCH = "PAYMENT_SEQUENCES" in os.environ
# Shortening a failed sequence takes minutes, so `make check` prints it as it is.
PHASES = set(Phase) if IS_SEARCH else {Phase.explicit, Phase.generate}
SHARD_SIZE = 250

# How often each action happens.
ACTIONS: dict[Action, int] = {
    payments.buy: 3,
    payments.buy_with_code: 2,
    payments.share_code: 1,
    payments.give: 1,
    payments.start: 1,
    payments.start_with_code: 1,
    payments.start_gift: 1,
    payments.pay: 2,
    payments.pay_earlier: 1,
    payments.pay_late: 2,
    payments.answer_bank: 1,
    payments.answer_renewal: 3,
    payments.confirm: 1,
    payments.repeat_confirm: 1,
    payments.cancel_payment: 1,
    payments.refund: 2,
    payments.refund_part: 1,
    payments.return_money: 2,
    payments.reconcile: 1,
    payments.dispute: 1,
    payments.change_price: 1,
    payments.change_vat: 2,
    subscriptions.start_trial: 2,
    subscriptions.cancel: 1,
    subscriptions.resume: 1,
    subscriptions.replace_card: 1,
    subscriptions.remove_card: 1,
    subscriptions.pay_overdue: 1,
    subscriptions.pay_with_other_card: 1,
    subscriptions.renew: 4,
    subscriptions.check: 1,
    subscriptions.revoke: 1,
    subscriptions.extend: 2,
    subscriptions.move_to_current_price: 2,
    subscriptions.delete_account: 1,
    subscriptions.purge_accounts: 1,
    subscriptions.merge_accounts: 1,
    subscriptions.ban: 1,
}
BY_NAME = {action.__name__: action for action in ACTIONS}
NAMES = [
    "clock",
    "clock",
    *(name for name, action in BY_NAME.items() for _ in range(ACTIONS[action])),
]
FAULTS: tuple[FaultKind, ...] = ("stop_before", "stop_after", "no_answer_before", "no_answer_after")
NUMBERS = st.integers(0, 35)
GRACE = st.sampled_from((0, 0, 3, 7))
ANY_STEP = st.builds(
    Step,
    action=st.sampled_from(NAMES),
    number=NUMBERS,
    fault=st.sampled_from(("", "", "", "", "", "", *FAULTS)),
    working_calls=st.integers(0, 5),
)
# Most actions need a subscriber, so a sequence begins with a purchase or a trial.
STEPS = st.builds(
    lambda first, others: [first, *others],
    st.builds(Step, action=st.sampled_from(("buy", "buy", "start_trial")), number=NUMBERS),
    st.lists(ANY_STEP, min_size=3, max_size=20),
)


# A plan that credit has paid, a change for credit after a payment that is disputed later, a period
# that begins when a gift ends, and a plan of which credit has paid a part.
FOR_CREDIT = [
    *(Step("buy", 13), Step("buy", 0), Step("dispute", 0)),
    *(Step("clock", 5), Step("clock", 0), Step("start", 0)),
]
DISPUTED = [Step("buy", 0), Step("buy", 1), Step("dispute", 0), Step("buy", 0)]
AFTER_GIFT = [Step("give", 6), Step("buy", 9)]
PARTLY_FOR_CREDIT = [
    Step("pay_late", 11),
    Step("pay_late", 21),
    Step("clock", 4),
    Step("pay_late", 11),
]


@pytest.fixture
async def ledger(db: None) -> AsyncIterator[None]:
    """Compare the whole journal with the provider after all sequences of a shard."""
    with use_unreliable_sandbox():
        yield
    assert await payment_workflow.reconcile_payments() == []


@pytest.mark.parametrize("shard", range(-(-EXAMPLES // SHARD_SIZE)))
@settings(
    max_examples=min(EXAMPLES, SHARD_SIZE),
    deadline=None,
    phases=PHASES,
    derandomize=not IS_SEARCH,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS, in_pairs=st.booleans(), can_cancel=st.booleans(), grace_days=GRACE)
@example(steps=FOR_CREDIT, in_pairs=False, can_cancel=False, grace_days=0)
@example(steps=DISPUTED, in_pairs=False, can_cancel=False, grace_days=0)
@example(steps=AFTER_GIFT, in_pairs=False, can_cancel=False, grace_days=0)
@example(steps=PARTLY_FOR_CREDIT, in_pairs=False, can_cancel=False, grace_days=0)
async def test_money_and_access_agree_with_the_provider(
    ledger: None, shard: int, steps: list[Step], in_pairs: bool, can_cancel: bool, grace_days: int
) -> None:
    note(f"{in_pairs=} {can_cancel=} {grace_days=} {steps}")
    simulation = await create_simulation(can_cancel=can_cancel, grace_days=grace_days)
    value = ValueCheck(simulation)
    size = 2 if in_pairs else 1
    for first in range(0, len(steps), size):
        together = steps[first : first + size]
        await asyncio.gather(*(simulation.act(BY_NAME, step) for step in together))
        await value.run([step.action for step in together])
    await simulation.catch_up()
    await check_invariants(simulation)
    await simulation.close()
