"""The plans that administrators sell.

The price and the features of a plan are in a version. If the current version was bought, a
change creates another one, so that subscribers keep what they have bought.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Unpack

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import events
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.core.errors import Conflict, FieldErrors, NotFound
from community.domain import audit
from community.domain.subscriptions import policies, schemas
from community.domain.subscriptions.events import PlansChanged
from community.domain.subscriptions.features import ensure_worth_selling, load_features
from community.domain.subscriptions.plans.price_problems import ensure_chargeable
from community.domain.subscriptions.plans.queries import is_version_used, load_plan
from community.i18n import gettext as _
from community.models import PlanVersion, SubscriptionPlan

_TERMS: Final = ("price", "currency", "period", "trial_days", "features")


async def create_plan(
    session: AsyncSession,
    actor: Actor,
    *,
    name: str,
    price: int | None,
    currency: str,
    period: str,
    description: str = "",
    trial_days: int = 0,
    features: Sequence[str] = (),
    is_active: bool = True,
) -> schemas.PlanView:
    """Add a plan to the end of the list.

    Args:
        price: In minor units of the currency. None if the form contains no amount.
        period: `month` or `year`.
        features: The codes of the features.
        is_active: Whether the plan is on sale.

    Raises:
        Invalid: A value is invalid, or the plan is on sale and none of its features is available.
    """
    policies.ensure_may_manage_plans(actor)
    plans = await _lock_plans(session)
    policies.ensure_room(active_count=_count_active(plans), total_count=len(plans))
    fields = await _clean_fields(
        session,
        {
            "name": name,
            "description": description,
            "price": price,
            "currency": currency,
            "period": period,
            "trial_days": trial_days,
            "features": features,
        },
    )
    plan = SubscriptionPlan(
        name=fields.pop("name"),
        description=fields.pop("description"),
        position=max((plan.position for plan in plans), default=-1) + 1,
        is_active=is_active,
    )
    session.add(plan)
    await session.flush()
    version = PlanVersion(plan_id=plan.id, **fields)
    if is_active:
        await ensure_worth_selling(session, version.features)
    await ensure_chargeable(session, version)
    session.add(version)
    await session.flush()
    await _record(session, actor, "created", plan, before=None, after=_describe(plan, version))
    return await load_plan(session, plan.id)


async def edit_plan(
    session: AsyncSession, actor: Actor, *, plan_id: int, **changes: Unpack[schemas.PlanChanges]
) -> schemas.PlanView:
    """Change the given fields of a plan. Subscribers keep the terms that they have bought.

    Raises:
        Invalid: A value is invalid, or the plan is put on sale, or its features are changed, and
            none of its features is available.
        Conflict: Too many plans would be on sale.
    """
    policies.ensure_may_manage_plans(actor)
    plans = await _lock_plans(session)
    plan = _find(plans, plan_id)
    version = await _get_current_version(session, plan_id)
    before = _describe(plan, version)
    fields = await _clean_fields(session, changes)
    plan.name = fields.pop("name", plan.name)
    plan.description = fields.pop("description", plan.description)
    if changes.get("is_active", plan.is_active) and not plan.is_active:
        policies.ensure_room(active_count=_count_active(plans))
    plan.is_active = changes.get("is_active", plan.is_active)
    version = await _change_terms(session, version, fields)
    # What has become unavailable on sale does not prevent other changes.
    if (before["price"], before["currency"]) != (version.price, version.currency):
        await ensure_chargeable(session, version)
    is_changed = not before["is_active"] or before["features"] != version.features
    if plan.is_active and is_changed:
        await ensure_worth_selling(session, version.features)
    await session.flush()
    if (after := _describe(plan, version)) != before:
        await _record(session, actor, "changed", plan, before=before, after=after)
    return await load_plan(session, plan_id)


async def remove_plan(session: AsyncSession, actor: Actor, *, plan_id: int) -> bool:
    """Delete a plan and return True, or take it off sale if it was ever bought."""
    policies.ensure_may_manage_plans(actor)
    plan = _find(await _lock_plans(session), plan_id)
    versions = (
        await session.scalars(select(PlanVersion).where(PlanVersion.plan_id == plan_id))
    ).all()
    before = _describe(plan, next(version for version in versions if version.is_current))
    for version in versions:
        if await _is_used(session, version.id):
            plan.is_active = False
            await session.flush()
            await _record(
                session, actor, "changed", plan, before=before, after={"is_active": False}
            )
            return False
    await session.delete(plan)
    await session.flush()
    await _record(session, actor, "removed", plan, before=before, after=None)
    return True


async def reorder_plans(session: AsyncSession, actor: Actor, *, plan_ids: Sequence[int]) -> None:
    """Store the display order of all plans.

    Raise `Conflict` if `plan_ids` are not exactly the ids of all plans.
    """
    policies.ensure_may_manage_plans(actor)
    plans = await _lock_plans(session)
    before = [plan.id for plan in plans]
    if sorted(plan_ids) != sorted(before):
        raise Conflict(_("The list of plans has changed. Reload it and try again."))
    if list(plan_ids) == before:
        return
    positions = {plan_id: position for position, plan_id in enumerate(plan_ids)}
    for plan in plans:
        plan.position = positions[plan.id]
    await session.flush()
    await audit.record(
        session,
        actor,
        "plan.reordered",
        target_kind="plan",
        before={"order": before},
        after={"order": list(plan_ids)},
    )
    events.record(session, PlansChanged())


async def _lock_plans(session: AsyncSession) -> list[SubscriptionPlan]:
    """Return all plans in display order. Other changes wait until this transaction ends."""
    await acquire_advisory_lock(session, policies.PLANS_LOCK)
    rows = await session.scalars(
        select(SubscriptionPlan)
        .order_by(col(SubscriptionPlan.position), col(SubscriptionPlan.id))
        .execution_options(populate_existing=True)
    )
    return list(rows)


def _find(plans: Sequence[SubscriptionPlan], plan_id: int) -> SubscriptionPlan:
    for plan in plans:
        if plan.id == plan_id:
            return plan
    raise NotFound(_("Plan not found"))


def _count_active(plans: Sequence[SubscriptionPlan]) -> int:
    return sum(plan.is_active for plan in plans)


async def _get_current_version(session: AsyncSession, plan_id: int) -> PlanVersion:
    """Return the current terms. A purchase in another transaction waits until this one ends."""
    rows = await session.scalars(
        select(PlanVersion)
        .where(PlanVersion.plan_id == plan_id, col(PlanVersion.is_current))
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return rows.one()


async def _clean_fields(session: AsyncSession, changes: schemas.PlanChanges) -> dict[str, Any]:
    known = await load_features(session) if "features" in changes else ()
    cleaners: dict[str, Callable[[Any], Any]] = {
        "name": policies.clean_name,
        "description": policies.clean_description,
        "price": policies.clean_price,
        "currency": policies.clean_currency,
        "period": policies.clean_period,
        "trial_days": policies.clean_trial_days,
        "features": partial(policies.clean_features, known=known),
    }
    errors, cleaned = FieldErrors(), dict[str, Any]()
    given = dict(changes)
    for name, clean in cleaners.items():
        if name in given:
            with errors.collect():
                cleaned[name] = clean(given[name])
    errors.raise_if_any()
    return cleaned


async def _change_terms(
    session: AsyncSession, version: PlanVersion, terms: dict[str, Any]
) -> PlanVersion:
    """Return the current version after the change: the same row, or a new one if it was bought."""
    if all(getattr(version, name) == value for name, value in terms.items()):
        return version
    if not await _is_used(session, version.id):
        for name, value in terms.items():
            setattr(version, name, value)
        return version
    version.is_current = False
    await session.flush()
    values = version.model_dump(include=set(_TERMS)) | terms
    changed = PlanVersion(plan_id=version.plan_id, **values)
    session.add(changed)
    return changed


async def _is_used(session: AsyncSession, version_id: int) -> bool:
    query = select(PlanVersion.id).where(PlanVersion.id == version_id, is_version_used)
    return await session.scalar(query) is not None


def _describe(plan: SubscriptionPlan, version: PlanVersion) -> dict[str, Any]:
    return {
        **plan.model_dump(include={"name", "description", "is_active"}),
        **version.model_dump(include=set(_TERMS)),
    }


async def _record(
    session: AsyncSession,
    actor: Actor,
    verb: str,
    plan: SubscriptionPlan,
    *,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    await audit.record(
        session,
        actor,
        f"plan.{verb}",
        target_kind="plan",
        target_id=plan.id,
        target_name=plan.name,
        before=before,
        after=after,
    )
    events.record(session, PlansChanged())
