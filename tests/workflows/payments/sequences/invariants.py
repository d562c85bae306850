"""What must be true after every sequence: money, access, trials and codes agree with the provider.

`messages.py` compares the mails and notifications.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from sqlmodel import col, select

from community.core import clock
from community.core.db.sessions import read_session
from community.domain import subscriptions
from community.domain.subscriptions import vat
from community.models import (
    CreditBalance,
    CreditEntry,
    MoneyMovement,
    Payment,
    PaymentRefund,
    PlanVersion,
    PromoCode,
    SandboxPayment,
    User,
    UserSubscription,
)
from tests.workflows.payments.buyers import SANDBOX
from tests.workflows.payments.sequences.documents import check_documents
from tests.workflows.payments.sequences.messages import check_messages
from tests.workflows.payments.sequences.simulation import LIVE, Simulation

Amounts = dict[tuple[str, str], int]
# Two steps at the same time can read the clock in another order than they commit.
SAME_TIME = timedelta(minutes=1)


async def check_invariants(simulation: Simulation) -> None:
    payments = await simulation.list_payments()
    rows = await simulation.list_subscriptions()
    await check_money(payments)
    await check_documents(payments)
    await _check_refunds(payments)
    _check_payments(simulation, payments, rows)
    changes = await _find_changes_for_credit(simulation, payments, rows)
    with clock.travel(simulation.time):
        _check_subscriptions(rows, payments, changes)
        await _check_features(simulation, rows)
    await _check_trials(simulation, rows, payments)
    await _check_codes(simulation, payments)
    await _check_bans(simulation, payments)
    await check_credit(simulation.ids)
    await check_messages(simulation, payments, rows)


async def _load_journal(payments: list[Payment]) -> dict[UUID, Amounts]:
    journal: dict[UUID, Amounts] = defaultdict(dict)
    ids = [payment.id for payment in payments]
    async with read_session() as session:
        query = select(MoneyMovement).where(col(MoneyMovement.payment_id).in_(ids))
        for row in await session.scalars(query):
            journal[row.payment_id][row.kind, row.reference] = row.amount
    return journal


async def _load_movements(payments: list[Payment]) -> dict[UUID, Amounts]:
    """Return what the provider knows, also of payments whose answers were lost."""
    movements: dict[UUID, Amounts] = defaultdict(dict)
    ids = [str(payment.id) for payment in payments]
    async with read_session() as session:
        query = select(SandboxPayment.id).where(col(SandboxPayment.payment_id).in_(ids))
        references = (await session.scalars(query)).all()
    for reference in references:
        reported = await SANDBOX.fetch_payment(reference)
        for item in reported.movements:
            assert reported.payment_id is not None
            movements[reported.payment_id][item.kind, item.reference] = item.amount
    return movements


async def check_money(payments: list[Payment]) -> None:
    """Each movement at the provider is in the journal once, and no other is."""
    journal = await _load_journal(payments)
    at_provider = await _load_movements(payments)
    for payment in payments:
        own = journal.get(payment.id, {})
        assert own == at_provider.get(payment.id, {})
        assert sum(kind == "charge" for kind, _ in own) <= 1
        if payment.status == "succeeded":
            assert 0 < sum(own.values()) == payment.amount - payment.refunded
        else:  # The site has no money of a payment that gave nothing.
            assert sum(own.values()) == 0
        assert payment.refund_due == 0


async def _check_refunds(payments: list[Payment]) -> None:
    """Each refund by an administrator has ended, and has returned its money once."""
    ids = [payment.id for payment in payments]
    async with read_session() as session:
        query = select(PaymentRefund).where(col(PaymentRefund.payment_id).in_(ids))
        refunds = (await session.scalars(query)).all()
        keys = [str(refund.id) for refund in refunds]
        made = select(MoneyMovement).where(col(MoneyMovement.reference).in_(keys))
        movements = {row.reference: row.amount for row in await session.scalars(made)}
    for refund in refunds:
        assert refund.status in {"succeeded", "failed"}, "a refund was not continued"
        is_made = refund.status == "succeeded"
        assert movements.get(str(refund.id)) == (-refund.amount if is_made else None)


def _check_payments(
    simulation: Simulation, payments: list[Payment], rows: list[UserSubscription]
) -> None:
    """What was paid was given, once, to the right user."""
    owners = {row.id: row.user_id for row in rows}
    periods: list[tuple[int | None, int | None]] = []
    for payment in payments:
        if payment.succeeded_at is None or payment.id in simulation.erased:
            continue
        owner_id = payment.recipient_id if payment.kind == "gift" else payment.user_id
        assert payment.subscription_id is not None
        assert owners[payment.subscription_id] == owner_id
        if payment.kind == "renewal" and payment.period_number is not None:
            periods.append((payment.subscription_id, payment.period_number))
    assert len(periods) == len(set(periods))
    for row in rows:  # the price of an upgrade is not enough for a new subscription
        kinds = {payment.kind for payment in payments if payment.subscription_id == row.id}
        assert kinds != {"upgrade"}
    unfinished = Counter(
        payment.user_id
        for payment in payments
        if payment.status in subscriptions.UNFINISHED_STATUSES
        and payment.kind != "renewal"
        and payment.id not in simulation.erased
    )
    assert all(count == 1 for count in unfinished.values())


async def _find_changes_for_credit(
    simulation: Simulation, payments: list[Payment], rows: list[UserSubscription]
) -> dict[int, datetime]:
    """Return when subscriptions were last changed or given for credit, by their ids."""
    # The rest of the old plan also becomes credit after the success of a payment for another one.
    created = {row.id: row.created_at for row in rows}
    paid = [
        (item.succeeded_at, created[item.subscription_id])
        for item in payments
        if item.succeeded_at and item.subscription_id in created
    ]
    changes: dict[int, datetime] = {}
    async with read_session() as session:
        entries = await session.scalars(
            select(CreditEntry)
            .where(
                col(CreditEntry.user_id).in_(simulation.ids),
                col(CreditEntry.kind).in_(("used", "plan_change")),
                col(CreditEntry.payment_id).is_(None),
            )
            .order_by(col(CreditEntry.created_at))
        )
        for entry in entries:
            if any(start <= entry.created_at <= end for start, end in paid):
                continue
            user_id = entry.user_id or 0
            changes[simulation.merged.get(user_id, user_id)] = entry.created_at
    return {
        row.id: changed_at
        for row in rows
        if (changed_at := changes.get(row.user_id)) is not None and changed_at >= row.created_at
    }


def _check_subscriptions(
    rows: list[UserSubscription], payments: list[Payment], changes: Mapping[int, datetime]
) -> None:
    live = Counter(row.user_id for row in rows if row.status in LIVE)
    assert all(count == 1 for count in live.values())
    for row in rows:
        own = {
            item.succeeded_at: item
            for item in payments
            if item.subscription_id == row.id and item.succeeded_at
        }
        changed_at = changes.get(row.id)
        is_unpaid = row.origin == "trial" or changed_at is not None
        assert own or is_unpaid, "a subscription was given without a payment"
        if row.status not in LIVE:
            assert row.next_charge_at is None
            continue
        if row.origin == "trial":
            assert clock.now() < row.access_until, "a trial was not ended"
            continue
        # The payments that the current period depends on: back to the last one of a full price, or
        # to the first one, of which credit can have paid a part.
        for succeeded_at, payment in sorted(own.items(), reverse=True):
            if payment.period_number is None:
                continue  # it was returned before its period began
            if changed_at is not None and succeeded_at <= changed_at:
                break  # Credit pays the access, from which the money was withdrawn.
            assert payment.status == "succeeded", "the access was kept after a return"
            if payment.kind == "purchase" or (payment.kind != "upgrade" and payment.credit == 0):
                break
        else:
            assert changed_at is not None, "no payment of a full price pays the access"
        waiting = [item for item in payments if item.subscription_id == row.id and _waits(item)]
        assert len(waiting) <= (row.status == "past_due"), "a payment waits in vain"
        if row.status == "canceled":
            assert row.next_charge_at is None
        if row.next_charge_at is None or row.status == "canceled":
            assert clock.now() < row.access_until, "a subscription was not ended"


def _waits(payment: Payment) -> bool:
    return payment.kind == "renewal" and payment.status == "pending" and payment.needs_action


async def _check_features(simulation: Simulation, rows: list[UserSubscription]) -> None:
    """The site gives the features of the live subscription, and no others."""
    expected: dict[int, frozenset[str]] = {}
    async with read_session() as session:
        for row in rows:
            if row.status in LIVE and clock.now() < row.access_until:
                version = await session.get_one(PlanVersion, row.plan_version_id)
                expected[row.user_id] = frozenset(version.features)
        users = await session.scalars(select(User).where(col(User.id).in_(simulation.ids)))
        for user in users:
            assert user.features == expected.get(user.id, frozenset())


async def _check_trials(
    simulation: Simulation, rows: list[UserSubscription], payments: list[Payment]
) -> None:
    """Each person has had one trial, and none after a payment."""
    trials = [row for row in rows if row.origin == "trial"]
    count = Counter(row.user_id for row in trials)
    for user_id, number in count.items():
        # Those of merged accounts are moved.
        assert number <= 1 + [*simulation.merged.values()].count(user_id), "a trial was given twice"
    for row in trials:
        if row.user_id in simulation.merged.values():
            continue
        for payment in payments:
            if payment.user_id == row.user_id and payment.kind != "gift" and payment.succeeded_at:
                assert row.created_at <= payment.succeeded_at, "a trial came after a payment"


async def _check_codes(simulation: Simulation, payments: list[Payment]) -> None:
    """A promo code is used at most as often as allowed, and once by each buyer."""
    async with read_session() as session:
        ids = [code.id for code in simulation.codes]
        codes = (await session.scalars(select(PromoCode).where(col(PromoCode.id).in_(ids)))).all()
        prices = {row.id: row.price for row in await session.scalars(select(PlanVersion))}
    for code in codes:
        used = [item for item in payments if item.promo_code_id == code.id and item.succeeded_at]
        assert code.uses == len(used)
        assert code.max_uses is None or len(used) <= code.max_uses, "a code was used too often"
        for user_id, number in Counter(item.user_id for item in used if item.user_id).items():
            merged = [*simulation.merged.values()].count(user_id)
            assert number <= 1 + merged, "a buyer has used a code twice"
        for item in used:
            price = prices[item.plan_version_id]
            paid = vat.get_price_part(item, item.amount)
            assert paid == max(-(-price * (100 - code.percent) // 100), 1)


async def _check_bans(simulation: Simulation, payments: list[Payment]) -> None:
    """No renewal of a banned user has begun."""
    for user in (await simulation.list_users()).values():
        if user.banned_at is None:
            continue
        for payment in payments:
            if payment.user_id == user.id and payment.kind == "renewal":
                is_earlier = payment.created_at < user.banned_at + SAME_TIME
                is_later = user.banned_until and payment.created_at >= user.banned_until
                assert is_earlier or is_later, "a banned user was charged"


async def check_credit(user_ids: Collection[int]) -> None:
    """The credit of each user is the sum of its changes."""
    async with read_session() as session:
        balances = await session.scalars(
            select(CreditBalance).where(col(CreditBalance.user_id).in_(user_ids))
        )
        entries = await session.scalars(
            select(CreditEntry).where(col(CreditEntry.user_id).in_(user_ids))
        )
        totals: Counter[int | None] = Counter()
        for entry in entries:
            totals[entry.user_id] += entry.amount
        assert {row.user_id: row.amount for row in balances} == dict(totals)
