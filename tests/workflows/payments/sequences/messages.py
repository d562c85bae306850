"""Checks that mails and notifications agree with the money."""

from collections import Counter
from datetime import datetime, timedelta
from uuid import UUID

from sqlmodel import col, select

from community.core.db.sessions import read_session
from community.domain.notifications.kinds import NotificationKind
from community.domain.subscriptions import UNFINISHED_STATUSES
from community.models import Mail, Notification, Payment, User, UserSubscription
from tests.workflows.payments.buyers import get_mail_kind
from tests.workflows.payments.sequences.simulation import Simulation

# Two steps at the same time can read the clock in another order than they commit.
SAME_TIME = timedelta(minutes=1)


async def check_messages(
    simulation: Simulation, payments: list[Payment], rows: list[UserSubscription]
) -> None:
    users = await simulation.list_users()
    mails = await _load_mails(users)
    _check_receipts(simulation, payments, users, mails)
    _check_failed_renewals(payments, rows, users, mails)
    await _check_notifications(simulation, payments, users)
    trials = sum(row.origin == "trial" for row in rows)
    gifts = sum(item.kind == "gift" and item.succeeded_at is not None for item in payments)
    trial_mails = sum(subject.startswith("Your free trial of") for _, subject, _ in mails)
    gift_mails = sum(" gave you “" in subject for _, subject, _ in mails)
    assert trial_mails <= trials
    assert gift_mails <= gifts
    if not simulation.closed:  # closed accounts get no mails
        assert (trial_mails, gift_mails) == (trials, gifts)


def _check_receipts(
    simulation: Simulation,
    payments: list[Payment],
    users: dict[int, User],
    mails: list[tuple[str, str, str]],
) -> None:
    """Each payment has one receipt, and each return one mail, unless the account was closed.

    Money can be returned after an account was closed and before its payments are moved to another.
    """
    sent = Counter(
        (get_mail_kind(subject), str(item.id))
        for _recipient, subject, text in mails
        for item in payments
        if str(item.id) in text
    )
    for item in payments:
        receipts, returned = sent["receipt", str(item.id)], sent["returned", str(item.id)]
        user = users.get(item.user_id or 0)
        is_returned = item.refunded >= item.amount
        assert receipts <= (item.succeeded_at is not None), "a receipt without a payment"
        assert returned <= is_returned, "a mail without a return"
        if item.succeeded_at and _was_open(simulation, users, item, item.succeeded_at):
            assert receipts == 1, "a receipt is missing"
        is_open = user is not None and user.deleted_at is None
        if is_returned and is_open and item.id not in simulation.moved:
            assert returned == 1, "the mail about a return is missing"


def _check_failed_renewals(
    payments: list[Payment],
    rows: list[UserSubscription],
    users: dict[int, User],
    mails: list[tuple[str, str, str]],
) -> None:
    ended = [
        item
        for item in payments
        if item.kind == "renewal" and item.status in {"failed", "canceled"}
    ]
    sent = Counter(
        recipient for recipient, subject, _ in mails if get_mail_kind(subject) == "failed"
    )
    asked = Counter(
        recipient for recipient, subject, _ in mails if get_mail_kind(subject) == "confirm"
    )
    assert sum(sent.values()) <= len(ended)
    for row in rows:
        if row.status == "past_due" and not any(user.deleted_at for user in users.values()):
            email = users[row.user_id].email
            assert sent[email] + asked[email] > 0


async def _check_notifications(
    simulation: Simulation, payments: list[Payment], users: dict[int, User]
) -> None:
    """The buyer has one notification of each payment that has ended, and of no other."""
    ids = [item.id for item in payments]
    query = select(Notification.payment_id).where(
        col(Notification.payment_id).in_(ids),
        Notification.kind == NotificationKind.SUBSCRIPTION_PAYMENT,
    )
    async with read_session() as session:
        found: Counter[UUID | None] = Counter(await session.scalars(query))
    for item in payments:
        if item.status in UNFINISHED_STATUSES:
            # The bank asks the buyer to confirm a renewal.
            assert found[item.id] <= (item.kind == "renewal" and item.needs_action)
        elif item.ended_at and _was_open(simulation, users, item, item.ended_at):
            assert found[item.id] == 1


async def _load_mails(users: dict[int, User]) -> list[tuple[str, str, str]]:
    """Return the recipient, the subject and the text of each mail."""
    emails = [user.email for user in users.values()]
    query = select(Mail.recipient, Mail.subject, Mail.text).where(
        Mail.kind == "payment", col(Mail.recipient).in_(emails)
    )
    async with read_session() as session:
        return [(row[0], row[1], row[2]) for row in await session.execute(query)]


def _was_open(
    simulation: Simulation, users: dict[int, User], payment: Payment, time: datetime
) -> bool:
    """Return whether the account of the buyer was open, and what it has received is not erased."""
    user = users.get(payment.user_id or 0)
    if user is None or (user.deleted_at and time >= user.deleted_at - SAME_TIME):
        return False
    source_id = simulation.moved.get(payment.id)
    closed_at = users[source_id].deleted_at if source_id is not None else None
    return closed_at is None or abs(time - closed_at) > SAME_TIME
