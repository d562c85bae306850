"""What must be true after every sequence: money, access and mails agree with the provider."""

from collections import Counter, defaultdict
from uuid import UUID

from sqlmodel import col, select

from community.core import clock
from community.core.db.sessions import read_session
from community.domain import subscriptions
from community.models import (
    Mail,
    MoneyMovement,
    Payment,
    PlanVersion,
    SandboxPayment,
    User,
    UserSubscription,
)
from tests.payment_processing.buyers import SANDBOX, get_mail_kind
from tests.payment_processing.simulation import LIVE, Simulation

Amounts = dict[tuple[str, str], int]


async def check_invariants(simulation: Simulation) -> None:
    payments = await simulation.list_payments()
    rows = await simulation.list_subscriptions()
    journal = await _load_journal(payments)
    await _check_money(payments, journal)
    _check_payments(payments, rows)
    with clock.travel(simulation.time):
        _check_subscriptions(rows, payments)
        await _check_features(simulation, rows)
    await _check_mails(simulation, payments, rows)


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


async def _check_money(payments: list[Payment], journal: dict[UUID, Amounts]) -> None:
    """Each movement at the provider is in the journal once, and no other is."""
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


def _check_payments(payments: list[Payment], rows: list[UserSubscription]) -> None:
    """What was paid was given, once, to the right user."""
    owners = {row.id: row.user_id for row in rows}
    periods: list[tuple[int | None, int | None]] = []
    for payment in payments:
        if payment.succeeded_at is None:
            continue
        owner_id = payment.recipient_id if payment.kind == "gift" else payment.user_id
        assert payment.subscription_id is not None
        assert owners[payment.subscription_id] == owner_id
        if payment.kind == "renewal":
            periods.append((payment.subscription_id, payment.period_number))
    assert len(periods) == len(set(periods))
    for row in rows:  # the price of an upgrade is not enough for a new subscription
        kinds = {payment.kind for payment in payments if payment.subscription_id == row.id}
        assert kinds != {"upgrade"}
    unfinished = Counter(
        payment.user_id
        for payment in payments
        if payment.status in subscriptions.UNFINISHED_STATUSES and payment.kind != "renewal"
    )
    assert all(count == 1 for count in unfinished.values())


def _check_subscriptions(rows: list[UserSubscription], payments: list[Payment]) -> None:
    live = Counter(row.user_id for row in rows if row.status in LIVE)
    assert all(count == 1 for count in live.values())
    for row in rows:
        own = {
            item.succeeded_at: item
            for item in payments
            if item.subscription_id == row.id and item.succeeded_at
        }
        assert own, "a subscription was given without a payment"
        if row.status not in LIVE:
            assert row.next_charge_at is None
            continue
        # The payments that the current period depends on: back to the last one of a full price.
        for _time, payment in sorted(own.items(), reverse=True):
            assert payment.status == "succeeded", "the access was kept after a return"
            if payment.kind != "upgrade" and payment.credit == 0:
                break
        else:
            raise AssertionError("no payment of a full price pays the access")
        if row.status == "canceled":
            assert row.next_charge_at is None
        if row.next_charge_at is None or row.status == "canceled":
            assert clock.now() < row.access_until, "a subscription was not ended"


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


async def _check_mails(
    simulation: Simulation, payments: list[Payment], rows: list[UserSubscription]
) -> None:
    """One receipt for each payment, one mail for each return, one for each failed renewal."""
    async with read_session() as session:
        emails = {
            row.email: row.id
            for row in await session.scalars(select(User).where(col(User.id).in_(simulation.ids)))
        }
        mails = select(Mail.recipient, Mail.subject).where(
            Mail.kind == "payment", col(Mail.recipient).in_(emails)
        )
        sent = Counter(
            (emails[recipient], get_mail_kind(subject))
            for recipient, subject in await session.execute(mails)
        )
    for user_id in simulation.ids:
        own = [payment for payment in payments if payment.user_id == user_id]
        assert sent[user_id, "receipt"] == sum(item.succeeded_at is not None for item in own)
        is_returned = [item.refunded >= item.amount for item in own]
        assert sent[user_id, "returned"] == sum(is_returned)
        failed = [item for item in own if item.kind == "renewal" and item.status == "failed"]
        canceled = [item for item in own if item.kind == "renewal" and item.status == "canceled"]
        assert sent[user_id, "failed"] <= len(failed) + len(canceled)
        is_past_due = any(row.user_id == user_id and row.status == "past_due" for row in rows)
        assert sent[user_id, "failed"] > 0 or not is_past_due
