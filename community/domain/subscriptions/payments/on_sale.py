"""The plans that users can buy, with their current terms."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.errors import NotFound
from community.domain.subscriptions.feature_availability import find_unavailable, is_worth_selling
from community.i18n import gettext as _
from community.models import PlanVersion, SubscriptionPlan


async def load_plan_on_sale(
    session: AsyncSession, plan_id: int, *, locks: bool = False
) -> tuple[SubscriptionPlan, PlanVersion]:
    """Return a plan with its current terms.

    Args:
        locks: Whether the terms must not change until the transaction ends.

    Raises:
        NotFound: The plan is not on sale.
    """
    query = (
        select(SubscriptionPlan, PlanVersion)
        .join(PlanVersion, col(PlanVersion.plan_id) == col(SubscriptionPlan.id))
        .where(
            SubscriptionPlan.id == plan_id,
            col(SubscriptionPlan.is_active),
            col(PlanVersion.is_current),
        )
    )
    rows = await session.execute(query.with_for_update(read=True) if locks else query)
    found = rows.one_or_none()
    if found is None or not is_worth_selling(found[1].features, await find_unavailable(session)):
        raise NotFound(_("Plan not found"))
    return found[0], found[1]
