"""The credit of users: what they have paid and not used, in each currency.

The next purchase or renewal uses it first. It has no end, and is lost when the account is erased.
The functions expect that the user is locked (`lock_user`).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from sqlalchemy import func, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.statements import insert
from community.core.errors import make_unauthenticated_error
from community.core.money import format_amount
from community.core.read_models import ReadModel, Timestamp
from community.domain.subscriptions.statuses import is_unfinished
from community.i18n import gettext as _, noop
from community.models import CreditBalance, CreditEntry, Payment

EntryKind = Literal["plan_change", "used", "restored", "withdrawn", "moved"]

# The settings and the HTTP API show the newest changes. The archive of a user contains all.
MAX_SHOWN_ENTRIES: Final = 50
_KINDS: Final[dict[str, str]] = {
    "plan_change": noop("What was left of a plan"),
    "used": noop("Used for a plan"),
    "restored": noop("Given back after a refund"),
    "withdrawn": noop("Refunded to your card"),
    "moved": noop("Moved between merged accounts"),
}


async def get_balance(session: AsyncSession, user_id: int, currency: str) -> int:
    """Return the credit of a user, in minor units."""
    amount: int | None = await session.scalar(
        select(CreditBalance.amount).where(
            CreditBalance.user_id == user_id, CreditBalance.currency == currency
        )
    )
    return amount or 0


async def list_balances(session: AsyncSession, user_id: int) -> dict[str, int]:
    """Return the credit of a user, in minor units by currency."""
    rows = await session.execute(
        select(CreditBalance.currency, CreditBalance.amount)
        .where(CreditBalance.user_id == user_id, col(CreditBalance.amount) > 0)
        .order_by(col(CreditBalance.currency))
    )
    return {row[0]: row[1] for row in rows}


async def describe_balances(session: AsyncSession, user_id: int) -> str:
    """Return the credit of a user as text, for example `89.72 €`, or "" if they have none."""
    balances = await list_balances(session, user_id)
    return ", ".join(format_amount(amount, currency) for currency, amount in balances.items())


async def list_available(
    session: AsyncSession, user_id: int, *, is_renewal: bool = False
) -> dict[str, int]:
    """Return the credit that a new payment can use, in minor units by currency.

    An unfinished payment reserves the credit that it uses. An unfinished purchase does not count
    for another one, because it ends before the other one begins. In the same way, a renewal that
    has no result continues when the next one begins.
    """
    available = await list_balances(session, user_id)
    if not available:
        return available
    reserved = await list_reserved(session, user_id, by_renewals=not is_renewal)
    for currency, amount in reserved.items():
        available[currency] = max(available.get(currency, 0) - amount, 0)
    return available


async def list_reserved(
    session: AsyncSession, user_id: int, *, by_renewals: bool = True
) -> dict[str, int]:
    """Return the credit that unfinished payments reserve, in minor units by currency.

    Args:
        by_renewals: Whether to count renewals. Otherwise what the user has begun to buy counts.
    """
    is_counted = col(Payment.kind) == "renewal" if by_renewals else col(Payment.kind) != "renewal"
    rows = await session.execute(
        select(Payment.currency, func.sum(Payment.credit))
        .where(Payment.user_id == user_id, is_unfinished, is_counted, Payment.credit > 0)
        .group_by(col(Payment.currency))
    )
    return {currency: int(amount) for currency, amount in rows}


async def change_balance(
    session: AsyncSession,
    user_id: int,
    currency: str,
    amount: int,
    kind: EntryKind,
    *,
    payment_id: UUID | None = None,
) -> None:
    """Add an amount in minor units to the credit of a user, or deduct a negative one.

    Raise `IntegrityError` if the user has less credit.
    """
    if not amount:
        return
    await session.execute(
        insert(session, CreditBalance)
        .values(user_id=user_id, currency=currency, amount=0)
        .on_conflict_do_nothing()
    )
    await session.execute(
        update(CreditBalance)
        .where(col(CreditBalance.user_id) == user_id, col(CreditBalance.currency) == currency)
        .values(amount=col(CreditBalance.amount) + amount)
        .execution_options(synchronize_session=False)
    )
    session.add(
        CreditEntry(
            user_id=user_id, currency=currency, amount=amount, kind=kind, payment_id=payment_id
        )
    )
    await session.flush()


async def use_for_payment(session: AsyncSession, payment: Payment) -> None:
    if payment.user_id is not None:
        await change_balance(
            *(session, payment.user_id, payment.currency, -payment.credit, "used"),
            payment_id=payment.id,
        )


async def restore_for_payment(session: AsyncSession, payment: Payment) -> None:
    """Give the buyer back the credit that was spent on a payment which was refunded in full."""
    if payment.user_id is not None:
        used = -await _sum_of_payment(session, payment.id, "used", "restored")
        await change_balance(
            *(session, payment.user_id, payment.currency, used, "restored"), payment_id=payment.id
        )


async def use_again(session: AsyncSession, payment: Payment) -> None:
    """Deduct the credit that a payment has got back, as far as there is credit."""
    if payment.user_id is not None:
        restored = await _sum_of_payment(session, payment.id, "restored")
        balance = await get_balance(session, payment.user_id, payment.currency)
        await change_balance(
            *(session, payment.user_id, payment.currency, -min(restored, balance), "restored"),
            payment_id=payment.id,
        )


async def withdraw_returned(
    session: AsyncSession, owner_id: int, payment: Payment, returned: int
) -> int:
    """Deduct money that the buyer got back from the credit of the user who received the plan.

    Args:
        owner_id: The user who received the plan. For a gift, this is not the buyer.
        returned: The amount that was returned since the last call, in minor units. It is negative
            if a refund has failed. Then the credit that was deducted because of the payment is
            given back, up to this amount.

    Returns:
        The part of `returned` by which the credit has not changed, because the balance or the
        deducted credit was smaller.
    """
    if returned > 0:
        withdrawn = min(returned, await get_balance(session, owner_id, payment.currency))
    else:
        withdrawn = max(returned, await _sum_of_payment(session, payment.id, "withdrawn"))
    await change_balance(
        *(session, owner_id, payment.currency, -withdrawn, "withdrawn"), payment_id=payment.id
    )
    return returned - withdrawn


async def compute_withdrawn(session: AsyncSession, payment_id: UUID) -> int:
    """Return how much of the returned amount of a payment was credit, in minor units."""
    return -await _sum_of_payment(session, payment_id, "withdrawn")


async def list_changes(session: AsyncSession, user_id: int, currency: str) -> Sequence[datetime]:
    """Return the times at which the rest of a plan of a user has become credit."""
    rows = await session.scalars(
        select(CreditEntry.created_at).where(
            CreditEntry.user_id == user_id,
            CreditEntry.currency == currency,
            CreditEntry.kind == "plan_change",
        )
    )
    return rows.all()


async def move_credit(session: AsyncSession, *, source_id: int, target_id: int) -> int:
    """Move the credit to the account that remains after a merge. Return the number of balances."""
    balances = await list_balances(session, source_id)
    for currency, amount in balances.items():
        await change_balance(session, source_id, currency, -amount, "moved")
        await change_balance(session, target_id, currency, amount, "moved")
    return len(balances)


class CreditAmount(ReadModel):
    """A balance in minor units of the currency.

    Attributes:
        reserved: The part that a renewal uses which is not paid yet. It is free again if the
            renewal is not paid.
    """

    amount: int
    currency: str
    reserved: int = 0


class CreditChange(ReadModel):
    """A change of the credit.

    Attributes:
        amount: In minor units. Negative if the credit has become less.
        payment_id: The payment that has used, restored or withdrawn the credit.
    """

    id: int
    kind: EntryKind
    amount: int
    currency: str
    payment_id: UUID | None = None
    created_at: Timestamp


class OwnCredit(ReadModel):
    """The credit of the viewer, with its newest changes first."""

    balances: list[CreditAmount] = []
    changes: list[CreditChange] = []


async def get_own_credit(session: AsyncSession, actor: Actor) -> OwnCredit:
    if actor.is_guest:
        raise make_unauthenticated_error()
    rows = await session.scalars(
        select(CreditEntry)
        .where(col(CreditEntry.user_id) == actor.id)
        .order_by(col(CreditEntry.id).desc())
        .limit(MAX_SHOWN_ENTRIES)
    )
    return OwnCredit(
        balances=await list_own_balances(session, actor),
        changes=[CreditChange.model_validate(row) for row in rows],
    )


async def list_own_balances(session: AsyncSession, actor: Actor) -> list[CreditAmount]:
    """Return the credit of the actor by currency, without those of which nothing is left."""
    if actor.is_guest:
        return []
    rows = await session.scalars(
        select(CreditBalance)
        .where(col(CreditBalance.user_id) == actor.id, col(CreditBalance.amount) > 0)
        .order_by(col(CreditBalance.currency))
    )
    reserved = await list_reserved(session, actor.id)
    return [
        CreditAmount(
            amount=row.amount,
            currency=row.currency,
            reserved=min(reserved.get(row.currency, 0), row.amount),
        )
        for row in rows
    ]


def describe_amounts(balances: list[CreditAmount]) -> str:
    """Return for example "You have €5.00 of credit. It is used first.", or "" without credit."""
    if not balances:
        return ""
    amounts = ", ".join(format_amount(balance.amount, balance.currency) for balance in balances)
    reserved = ", ".join(
        format_amount(balance.reserved, balance.currency)
        for balance in balances
        if balance.reserved
    )
    if reserved:
        return _(
            "You have {amount} of credit. {reserved} of it is reserved for a renewal that is not "
            "paid yet.",
            amount=amounts,
            reserved=reserved,
        )
    return _("You have {amount} of credit. It is used first.", amount=amounts)


def describe_kind(kind: str) -> str:
    return _(_KINDS[kind])


async def _sum_of_payment(session: AsyncSession, payment_id: UUID, *kinds: str) -> int:
    total: int | None = await session.scalar(
        select(func.sum(CreditEntry.amount)).where(
            CreditEntry.payment_id == payment_id, col(CreditEntry.kind).in_(kinds)
        )
    )
    return int(total or 0)
