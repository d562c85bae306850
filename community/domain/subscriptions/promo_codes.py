"""Codes that lower the price of the first payment for a plan."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import clock
from community.core.errors import Invalid
from community.i18n import gettext as _
from community.models import PromoCode

CODE_MAX_LENGTH = 30


async def find_promo_code(session: AsyncSession, text: str, *, plan_id: int) -> PromoCode:
    """Return the promo code that a buyer typed.

    Raises:
        Invalid: The code is unknown, has expired, was used up, or is not for this plan.
    """
    code = text.strip()[: CODE_MAX_LENGTH + 1].upper()
    row = await session.scalar(select(PromoCode).where(PromoCode.code == code))
    if row is None or not row.is_active:
        raise Invalid.for_field("promo_code", _("There is no such promo code."))
    if row.expires_at is not None and row.expires_at <= clock.now():
        raise Invalid.for_field("promo_code", _("This promo code has expired."))
    if row.max_uses is not None and row.uses >= row.max_uses:
        raise Invalid.for_field("promo_code", _("This promo code was used up."))
    if row.plan_ids and plan_id not in row.plan_ids:
        raise Invalid.for_field("promo_code", _("This promo code is for another plan."))
    return row
