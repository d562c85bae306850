"""Subscribers whom an administrator moves to the current price of their plan.

They get a mail, and pay the new price from the first renewal that is due on the chosen day or
later. Only who got the mail is moved.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.domain import audit, site
from community.domain.jobs import outbox
from community.domain.subscriptions import policies, schemas, statuses
from community.domain.subscriptions.events import PlansChanged
from community.i18n import gettext as _
from community.models import PlanPriceChange, PlanVersion, SubscriptionPlan, UserSubscription

BATCH_SIZE: Final = 100
_Target: Any = aliased(PlanVersion)

# Who pays a price that is not the current one. The period and the currency must be the same.
_is_movable: ColumnElement[bool] = (
    statuses.is_live
    & col(UserSubscription.next_charge_at).is_not(None)
    & (col(PlanVersion.id) != _Target.id)
    & (col(PlanVersion.plan_id) == _Target.plan_id)
    & (col(PlanVersion.currency) == _Target.currency)
    & (col(PlanVersion.period) == _Target.period)
)


async def plan_price_change(
    session: AsyncSession, actor: Actor, *, plan_id: int, first_day: date, reason: str
) -> schemas.PriceChangeView:
    """Move the subscribers who pay an earlier price of a plan to the current one.

    A job sends the mails. Who cancels the renewal or changes the plan is not affected.

    Args:
        first_day: The day from which renewals take the current price, in the time zone of the site.

    Raises:
        Invalid: The day is too early or too far away, or the reason is empty.
        Conflict: A change is planned already (`price_change_planned`), or everyone pays the current
            price (`nothing_to_change`).
    """
    policies.ensure_may_manage_plans(actor)
    if not reason.strip():
        raise errors.Invalid.for_field("reason", _("Enter a reason."))
    starts_at = await _compute_start(session, first_day)
    await acquire_advisory_lock(session, policies.PLANS_LOCK)
    plan, version = await _get_plan(session, plan_id)
    if await _find_planned(session, plan_id) is not None:
        message = _("A price change is already planned. Withdraw it first.")
        raise errors.Conflict(message, code="price_change_planned")
    count = (await count_movable(session)).get(plan_id, 0)
    if count == 0:
        raise errors.Conflict(_("All subscribers pay the current price."), code="nothing_to_change")
    change = PlanPriceChange(
        plan_id=plan_id, version_id=version.id, starts_at=starts_at, created_by_id=actor.user_id
    )
    session.add(change)
    await session.flush()
    outbox.enqueue(session, "announce_price_change", change_id=change.id)
    values = {
        "price": version.price,
        "currency": version.currency,
        "first_day": first_day.isoformat(),
        "subscribers": count,
    }
    await _record(session, actor, "planned", plan, values=values, reason=reason)
    return _to_view(change, version, count=0)


async def withdraw_price_change(
    session: AsyncSession, actor: Actor, *, plan_id: int, reason: str
) -> None:
    """Withdraw the planned price change of a plan. A job notifies those who were notified of it."""
    policies.ensure_may_manage_plans(actor)
    if not reason.strip():
        raise errors.Invalid.for_field("reason", _("Enter a reason."))
    await acquire_advisory_lock(session, policies.PLANS_LOCK)
    plan, _version = await _get_plan(session, plan_id)
    change = await _find_planned(session, plan_id)
    if change is None:
        raise errors.NotFound(_("No price change is planned."))
    change.withdrawn_at = clock.now()
    await session.flush()
    outbox.enqueue(session, "announce_price_change_withdrawal", change_id=change.id)
    values = {"change": change.id}
    await _record(session, actor, "withdrawn", plan, values=values, reason=reason)


async def count_movable(session: AsyncSession) -> Mapping[int, int]:
    """Return the number of subscribers who pay an earlier price, by the id of the plan."""
    rows = await session.execute(
        _select_movable(select(PlanVersion.plan_id, func.count()))
        .where(_Target.is_current)
        .group_by(col(PlanVersion.plan_id))
    )
    return {row[0]: row[1] for row in rows}


async def find_planned_changes(session: AsyncSession) -> Mapping[int, schemas.PriceChangeView]:
    """Return the changes that can still be withdrawn, by the id of the plan."""
    count = (
        select(func.count())
        .where(col(UserSubscription.price_change_id) == col(PlanPriceChange.id))
        .scalar_subquery()
    )
    rows = await session.execute(
        select(PlanPriceChange, PlanVersion, count)
        .join(PlanVersion, col(PlanVersion.id) == col(PlanPriceChange.version_id))
        .where(_is_planned())
    )
    return {change.plan_id: _to_view(change, version, count=n) for change, version, n in rows}


async def list_to_announce(
    session: AsyncSession, change: PlanPriceChange, *, after: int
) -> list[tuple[UserSubscription, PlanVersion]]:
    """Return a batch of subscriptions that will be moved, with the terms of now, and lock them."""
    rows = await session.execute(
        _select_movable(select(UserSubscription, PlanVersion))
        .where(
            _Target.id == change.version_id,
            col(UserSubscription.price_change_id).is_distinct_from(change.id),
            col(UserSubscription.id) > after,
        )
        .order_by(col(UserSubscription.id))
        .limit(BATCH_SIZE)
        .with_for_update(of=UserSubscription)
        .execution_options(populate_existing=True)
    )
    return [(row[0], row[1]) for row in rows]


async def list_notified(
    session: AsyncSession, change: PlanPriceChange, *, after: int
) -> list[tuple[UserSubscription, PlanVersion]]:
    """Return a batch of subscriptions whose users know of a change, and lock them."""
    rows = await session.execute(
        select(UserSubscription, PlanVersion)
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
        .where(
            statuses.is_live,
            col(UserSubscription.price_change_id) == change.id,
            col(UserSubscription.id) > after,
        )
        .order_by(col(UserSubscription.id))
        .limit(BATCH_SIZE)
        .with_for_update(of=UserSubscription)
        .execution_options(populate_existing=True)
    )
    return [(row[0], row[1]) for row in rows]


def _select_movable(query: Any) -> Any:
    return (
        query.select_from(UserSubscription)
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
        .join(_Target, _Target.plan_id == col(PlanVersion.plan_id))
        .where(_is_movable)
    )


def _is_planned() -> ColumnElement[bool]:
    return col(PlanPriceChange.withdrawn_at).is_(None) & (
        col(PlanPriceChange.starts_at) > clock.now()
    )


async def _find_planned(session: AsyncSession, plan_id: int) -> PlanPriceChange | None:
    return await session.scalar(
        select(PlanPriceChange)
        .where(PlanPriceChange.plan_id == plan_id, _is_planned())
        .with_for_update()
    )


async def _compute_start(session: AsyncSession, first_day: date) -> datetime:
    section = await site.get_settings_section(session, site.PaymentSettings)
    zone = ZoneInfo(section.time_zone)
    days = (first_day - clock.now().astimezone(zone).date()).days
    if not policies.PRICE_CHANGE_NOTICE.days <= days <= policies.MAX_PRICE_CHANGE_NOTICE.days:
        raise errors.Invalid.for_field(
            "first_day",
            _(
                "Choose a day that is {least} to {most} days away.",
                least=policies.PRICE_CHANGE_NOTICE.days,
                most=policies.MAX_PRICE_CHANGE_NOTICE.days,
            ),
        )
    return datetime.combine(first_day, time.min, zone).astimezone(UTC)


async def _get_plan(session: AsyncSession, plan_id: int) -> tuple[SubscriptionPlan, PlanVersion]:
    rows = await session.execute(
        select(SubscriptionPlan, PlanVersion)
        .join(PlanVersion, col(PlanVersion.plan_id) == col(SubscriptionPlan.id))
        .where(SubscriptionPlan.id == plan_id, col(PlanVersion.is_current))
    )
    if (found := rows.one_or_none()) is None:
        raise errors.NotFound(_("Plan not found"))
    return found[0], found[1]


def _to_view(
    change: PlanPriceChange, version: PlanVersion, *, count: int
) -> schemas.PriceChangeView:
    return schemas.PriceChangeView(
        starts_at=change.starts_at,
        price=version.price,
        currency=version.currency,
        subscribers_count=count,
    )


async def _record(
    session: AsyncSession,
    actor: Actor,
    verb: str,
    plan: SubscriptionPlan,
    *,
    values: Mapping[str, Any],
    reason: str,
) -> None:
    await audit.record(
        session,
        actor,
        f"price_change.{verb}",
        target_kind="plan",
        target_id=plan.id,
        target_name=plan.name,
        after=dict(values),
        reason=reason,
    )
    events.record(session, PlansChanged())
