"""What users see of their credit: the balance of each currency, and where it came from."""

from typing import Final, Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import make_unauthenticated_error
from community.core.money import format_amount
from community.core.read_models import ReadModel, Timestamp
from community.domain.subscriptions.payments import credit
from community.i18n import gettext as _
from community.i18n import noop
from community.models import CreditBalance, CreditEntry

# The settings and the HTTP API show the newest changes. The archive of a user contains all.
MAX_SHOWN_ENTRIES: Final = 50
EntryKind = Literal["plan_change", "used", "restored", "withdrawn", "moved"]
_KINDS: Final[dict[str, str]] = {
    "plan_change": noop("What was left of a plan"),
    "used": noop("Used for a plan"),
    "restored": noop("Given back after a refund"),
    "withdrawn": noop("Refunded to your card"),
    "moved": noop("Moved between merged accounts"),
}


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
    """Return the credit of the actor.

    Raises:
        PermissionDenied: The actor is a guest.
    """
    if actor.is_guest:
        raise make_unauthenticated_error()
    rows = await session.scalars(
        select(CreditEntry)
        .where(col(CreditEntry.user_id) == actor.id)
        .order_by(col(CreditEntry.id).desc())
        .limit(MAX_SHOWN_ENTRIES)
    )
    return OwnCredit(
        balances=await list_balances(session, actor),
        changes=[CreditChange.model_validate(row) for row in rows],
    )


async def list_balances(session: AsyncSession, actor: Actor) -> list[CreditAmount]:
    """Return the credit of the actor by currency, without those of which nothing is left."""
    if actor.is_guest:
        return []
    rows = await session.scalars(
        select(CreditBalance)
        .where(col(CreditBalance.user_id) == actor.id, col(CreditBalance.amount) > 0)
        .order_by(col(CreditBalance.currency))
    )
    reserved = await credit.list_reserved(session, actor.id)
    return [
        CreditAmount(
            amount=row.amount,
            currency=row.currency,
            reserved=min(reserved.get(row.currency, 0), row.amount),
        )
        for row in rows
    ]


def describe_balances(balances: list[CreditAmount]) -> str:
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
