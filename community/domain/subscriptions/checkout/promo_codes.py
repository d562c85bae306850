"""Codes that lower the price of the first payment for a plan."""

from sqlalchemy import func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.domain.subscriptions.statuses import is_unfinished
from community.i18n import gettext as _
from community.models import Payment, PromoCode

CODE_MAX_LENGTH = 30


async def lock_promo_code(
    session: AsyncSession, actor: Actor, text: str, *, plan_id: int
) -> PromoCode:
    """Return the promo code that a buyer typed, and lock it, so that no one uses it up meanwhile.

    Raise `Invalid` if the code is unknown, has expired, is used up, is not for this plan, or the
    buyer has used it before.
    """
    row = await find_promo_code(session, text, locks=True)
    ensure_is_for_plan(row, plan_id)
    await ensure_may_use(session, actor, row)
    return row


async def find_promo_code(session: AsyncSession, text: str, *, locks: bool = False) -> PromoCode:
    """Return the promo code that a buyer typed. Raise `Invalid` if it is unknown or has expired."""
    code = text.strip()[: CODE_MAX_LENGTH + 1].upper()
    query = select(PromoCode).where(PromoCode.code == code)
    row = await session.scalar(query.with_for_update() if locks else query)
    if row is None or not row.is_active:
        raise errors.Invalid.for_field("promo_code", _("There is no such promo code."))
    if row.expires_at is not None and row.expires_at <= clock.now():
        raise errors.Invalid.for_field("promo_code", _("This promo code has expired."))
    return row


async def is_any_offered(session: AsyncSession) -> bool:
    is_valid = or_(col(PromoCode.expires_at).is_(None), col(PromoCode.expires_at) > clock.now())
    query = select(PromoCode.id).where(col(PromoCode.is_active).is_(True), is_valid).limit(1)
    return await session.scalar(query) is not None


def ensure_is_for_plan(row: PromoCode, plan_id: int) -> None:
    if row.plan_ids and plan_id not in row.plan_ids:
        raise errors.Invalid.for_field("promo_code", _("This promo code is for another plan."))


async def ensure_may_use(session: AsyncSession, actor: Actor, row: PromoCode) -> None:
    """Raise `Invalid` if the code is used up, or the buyer has used it before."""
    if await _has_used(session, actor, row):
        raise errors.Invalid.for_field("promo_code", _("You have already used this promo code."))
    if row.max_uses is not None and await _count_uses(session, actor, row) >= row.max_uses:
        raise errors.Invalid.for_field("promo_code", _("This promo code is used up."))


async def _has_used(session: AsyncSession, actor: Actor, row: PromoCode) -> bool:
    query = select(Payment.id).where(
        Payment.user_id == actor.id,
        Payment.promo_code_id == row.id,
        col(Payment.succeeded_at).is_not(None),
    )
    return await session.scalar(query.limit(1)) is not None


async def _count_uses(session: AsyncSession, actor: Actor, row: PromoCode) -> int:
    """Return how many payments use the code, with the unfinished ones of other buyers."""
    unfinished = select(func.count()).where(
        Payment.promo_code_id == row.id, is_unfinished, col(Payment.user_id) != actor.id
    )
    return row.uses + (await session.scalar(unfinished) or 0)
