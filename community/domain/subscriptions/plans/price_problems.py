"""Prices and currencies of plans that a payment provider does not take."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import errors, money
from community.core.actor import Actor
from community.domain import site
from community.domain.subscriptions import policies
from community.domain.subscriptions.on_sale import find_provider
from community.gateways import payments
from community.i18n import gettext as _
from community.models import PlanVersion, SubscriptionPlan

_PROVIDERS: Final = ("stripe", "yookassa")


async def ensure_chargeable(session: AsyncSession, version: PlanVersion) -> None:
    """Raise `Invalid` if the provider refuses the currency or the last digit of the price."""
    provider = await find_provider(session) or ""
    if not payments.takes_currency(provider, version.currency):
        message = _("The payment provider doesn't take this currency.")
        raise errors.Invalid.for_field("currency", message)
    rounded = payments.round_down(
        version.price, payments.get_amount_step(provider, version.currency)
    )
    if rounded != version.price:
        message = _(
            "The payment provider takes no third decimal in this currency. Enter {amount}.",
            amount=money.format_amount(rounded, version.currency),
        )
        raise errors.Invalid.for_field("price", message)


async def list_price_problems(session: AsyncSession, actor: Actor) -> dict[int, str]:
    """Return what is wrong with the prices of plans at the current provider, by plan."""
    policies.ensure_may_manage_plans(actor)
    provider = await find_provider(session) or ""
    rows = await session.scalars(select(PlanVersion).where(col(PlanVersion.is_current)))
    found = {version.plan_id: describe_problem(provider, version) for version in rows}
    return {plan_id: text for plan_id, text in found.items() if text}


async def list_provider_problems(session: AsyncSession, actor: Actor) -> dict[str, list[str]]:
    """Return what would be wrong with the plans on sale at each provider."""
    site.ensure_may_change(actor, site.PaymentSettings)
    rows = await session.execute(
        select(SubscriptionPlan.name, PlanVersion)
        .join(PlanVersion, col(PlanVersion.plan_id) == col(SubscriptionPlan.id))
        .where(col(SubscriptionPlan.is_active), col(PlanVersion.is_current))
        .order_by(col(SubscriptionPlan.position), col(SubscriptionPlan.id))
    )
    plans = [(str(name), version) for name, version in rows]
    return {
        provider: [
            _("{plan}: {problem}", plan=name, problem=text)
            for name, version in plans
            if (text := describe_problem(provider, version))
        ]
        for provider in _PROVIDERS
    }


def describe_problem(provider: str, version: PlanVersion) -> str:
    """Return what is wrong with the price of a plan at a provider, or ""."""
    currency = version.currency
    if not payments.takes_currency(provider, currency):
        return _("No one can buy it: the payment provider doesn't take {code}.", code=currency)
    if version.price < (minimum := payments.get_minimum_amount(provider, currency)):
        amount = money.format_amount(minimum, currency)
        return _("No one can buy it: the payment provider accepts {amount} or more.", amount=amount)
    rounded = payments.round_down(version.price, payments.get_amount_step(provider, currency))
    if rounded != version.price:
        amount = money.format_amount(rounded, currency)
        return _("Buyers pay {amount}: the payment provider takes no third decimal.", amount=amount)
    if payments.depends_on_contract(provider, currency):
        return _("The payment provider takes {code} only if your contract says so.", code=currency)
    return ""
