"""What is on sale now: the plans with their current terms, and the provider for payments."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.errors import Conflict, NotFound
from community.domain import site
from community.domain.subscriptions.features import find_unavailable, is_worth_selling
from community.i18n import gettext as _
from community.models import PlanVersion, SubscriptionPlan


async def load_plan_on_sale(
    session: AsyncSession, plan_id: int, *, locks: bool = False
) -> tuple[SubscriptionPlan, PlanVersion]:
    """Return a plan with its current terms, which `locks` keeps until the transaction ends."""
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


async def find_provider(session: AsyncSession) -> str | None:
    section = await site.get_settings_section(session, site.PaymentSettings)
    return None if section.provider == "off" or section.find_problems() else section.provider


async def get_provider(session: AsyncSession) -> str:
    if (provider := await find_provider(session)) is None:
        raise Conflict(_("Nothing is on sale now."), code="payments_off")
    return provider
