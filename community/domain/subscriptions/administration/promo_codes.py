"""The promo codes that administrators create."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.core.errors import Conflict, Invalid, NotFound
from community.domain import audit
from community.domain.subscriptions import policies, schemas
from community.domain.subscriptions.administration.schemas import PromoCodeView
from community.domain.subscriptions.checkout.promo_codes import CODE_MAX_LENGTH
from community.domain.subscriptions.lifecycle.grants import compute_end_of_day
from community.domain.subscriptions.plans.queries import list_plans
from community.i18n import gettext as _
from community.models import PromoCode

MAX_ACTIVE_CODES: Final = 200
MAX_LISTED_CODES: Final = 400
MAX_USES: Final = 1_000_000

_LOCK: Final = "promo-codes"
_CODE = re.compile(rf"[A-Z0-9][A-Z0-9_-]{{2,{CODE_MAX_LENGTH - 1}}}")


async def list_promo_codes(session: AsyncSession, actor: Actor) -> list[PromoCodeView]:
    """Return the promo codes, those that can be used first, then newest first."""
    names = {plan.id: plan.name for plan in await list_plans(session, actor)}
    rows = await session.scalars(
        select(PromoCode)
        .order_by(col(PromoCode.is_active).desc(), col(PromoCode.id).desc())
        .limit(MAX_LISTED_CODES)
    )
    return [_to_view(row, names) for row in rows]


async def create_promo_code(
    session: AsyncSession,
    actor: Actor,
    *,
    code: str,
    percent: int,
    periods: int = 1,
    plan_ids: Sequence[int] = (),
    max_uses: int | None = None,
    last_day: date | None = None,
) -> PromoCodeView:
    """Add a promo code.

    Args:
        percent: By how much it lowers the price, from 1 to 99.
        periods: How many periods it lowers. 0 for all of them.
        plan_ids: The plans that it is for. Empty for all plans.
        last_day: The last day on which it can be used, in the time zone of the site.

    Raises:
        Conflict: The code is taken, or there are too many codes.
    """
    policies.ensure_may_manage_plans(actor)
    await acquire_advisory_lock(session, _LOCK)
    names = {plan.id: plan.name for plan in await list_plans(session, actor)}
    row = PromoCode(
        code=await _clean_code(session, code),
        percent=_clean_percent(percent),
        periods=_clean_periods(periods),
        plan_ids=_clean_plans(plan_ids, names),
        max_uses=_clean_max_uses(max_uses),
        expires_at=(
            await compute_end_of_day(session, last_day, field="last_day") if last_day else None
        ),
    )
    await _ensure_room(session)
    session.add(row)
    await session.flush()
    await _record(session, actor, "created", row, before=None, after=_describe(row))
    return _to_view(row, names)


async def set_promo_code_active(
    session: AsyncSession, actor: Actor, *, promo_code_id: int, is_active: bool
) -> bool:
    """Let buyers use a promo code, or not any more. Payments that have begun keep its price."""
    policies.ensure_may_manage_plans(actor)
    await acquire_advisory_lock(session, _LOCK)
    row = await session.get(PromoCode, promo_code_id, with_for_update=True)
    if row is None:
        raise NotFound(_("Promo code not found"))
    if row.is_active == is_active:
        return False
    if is_active:
        await _ensure_room(session)
    row.is_active = is_active
    await session.flush()
    before, after = {"is_active": not is_active}, {"is_active": is_active}
    await _record(session, actor, "changed", row, before=before, after=after)
    return True


async def _clean_code(session: AsyncSession, text: str) -> str:
    code = text.strip().upper()
    if not _CODE.fullmatch(code):
        message = _("Use 3 to {n} letters from A to Z, digits, - and _.", n=CODE_MAX_LENGTH)
        raise Invalid.for_field("code", message)
    if await session.scalar(select(PromoCode.id).where(PromoCode.code == code)) is not None:
        raise Conflict(_("This code is taken."), field_errors={"code": [_("Already taken.")]})
    return code


def _clean_percent(percent: int) -> int:
    if not 1 <= percent <= 99:
        raise Invalid.for_field("percent", _("Enter a number from 1 to 99."))
    return percent


def _clean_periods(periods: int) -> int:
    if not 0 <= periods <= policies.MAX_DISCOUNT_PERIODS:
        message = _("Enter a number from 0 to {n}.", n=policies.MAX_DISCOUNT_PERIODS)
        raise Invalid.for_field("periods", message)
    return periods


def _clean_plans(plan_ids: Sequence[int], names: dict[int, str]) -> list[int]:
    if set(plan_ids) - names.keys():
        raise Invalid.for_field("plan_ids", _("Plan not found"))
    return [plan_id for plan_id in names if plan_id in plan_ids]


def _clean_max_uses(max_uses: int | None) -> int | None:
    if max_uses is not None and not 1 <= max_uses <= MAX_USES:
        raise Invalid.for_field("max_uses", _("Enter a number above zero."))
    return max_uses


async def _ensure_room(session: AsyncSession) -> None:
    ids = await session.scalars(select(PromoCode.id).where(col(PromoCode.is_active)))
    if len(ids.all()) >= MAX_ACTIVE_CODES:
        message = _("At most {n} promo codes can be active.", n=MAX_ACTIVE_CODES)
        raise Conflict(message)


def _to_view(row: PromoCode, names: dict[int, str]) -> PromoCodeView:
    plans = [schemas.PlanSummary(id=key, name=names[key]) for key in row.plan_ids if key in names]
    fields = row.model_dump(exclude={"plan_ids"})
    return PromoCodeView(**fields, plans=plans)


def _describe(row: PromoCode) -> dict[str, Any]:
    values = row.model_dump(
        include={"code", "percent", "periods", "plan_ids", "max_uses", "is_active"}
    )
    return {**values, "expires_at": row.expires_at and clock.format_iso(row.expires_at)}


async def _record(
    session: AsyncSession,
    actor: Actor,
    verb: str,
    row: PromoCode,
    *,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    await audit.record(
        session,
        actor,
        f"promo_code.{verb}",
        target_kind="promo_code",
        target_id=row.id,
        target_name=row.code,
        before=before,
        after=after,
    )
