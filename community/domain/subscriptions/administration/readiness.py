"""The checklist that administrators go through before they take real money."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.settings import settings
from community.domain import mail, site
from community.domain.subscriptions import policies, reconciliation
from community.domain.subscriptions.plans.queries import list_plans_on_sale
from community.gateways.payments import get_minimum_amount, takes_currency
from community.models import ProviderEvent, ReconciliationRun

# A message of the provider, or a mail, of this time shows that the connection works.
RECENT: Final = timedelta(days=30)
# The job that compares runs every day.
RECONCILED_WITHIN: Final = timedelta(hours=48)

ReadinessState = Literal["done", "open", "reminder"]
_STRIPE_LIVE_KEYS: Final = ("sk_live_", "rk_live_")


@dataclass(frozen=True, slots=True)
class Finding:
    """What the site has found about something to do before the site takes real money."""

    state: ReadinessState  # `reminder` for what the site cannot check
    reason: str = ""  # tells which of several causes the state has; else ""
    values: Mapping[str, str | int] = field(default_factory=dict)  # what the text about it names


async def list_readiness(session: AsyncSession, actor: Actor) -> Mapping[str, Finding]:
    """Return the checklist by the codes of its items, in display order."""
    actor.ensure_section(policies.PROVIDER_SECTION)
    return {code: await find(session) for code, find in CHECKS.items()}


async def takes_payments(session: AsyncSession) -> bool:
    """Return whether administrators have chosen a provider for new payments."""
    return (await _load(session)).provider != "off"


async def is_ready(session: AsyncSession) -> bool:
    """Return whether nothing is open that the site can check."""
    findings = [await find(session) for find in CHECKS.values()]
    return all(finding.state != "open" for finding in findings)


async def _load(session: AsyncSession) -> site.PaymentSettings:
    return await site.get_settings_section(session, site.PaymentSettings)


def _find(*, is_done: bool) -> Finding:
    return Finding("done" if is_done else "open")


async def _find_live_keys(session: AsyncSession) -> Finding:
    section = await _load(session)
    is_live = False
    if section.provider == "stripe":
        is_live = section.stripe_secret_key.get_secret_value().startswith(_STRIPE_LIVE_KEYS)
        is_live = is_live and section.stripe_publishable_key.startswith("pk_live_")
    elif section.provider == "yookassa":
        is_live = section.yookassa_secret_key.get_secret_value().startswith("live_")
    return _find(is_done=is_live and not section.find_problems())


async def _find_webhook(session: AsyncSession) -> Finding:
    section = await _load(session)
    received_at = await session.scalar(
        select(ProviderEvent.received_at)
        .where(
            ProviderEvent.provider == section.provider,
            col(ProviderEvent.received_at) > clock.now() - RECENT,
        )
        .limit(1)
    )
    return _find(is_done=received_at is not None)


async def _find_https(_session: AsyncSession) -> Finding:
    state: ReadinessState = "done" if settings().is_https else "open"
    return Finding(state, values={"url": settings().base_url})


async def _find_sandbox(session: AsyncSession) -> Finding:
    is_off = (await _load(session)).provider != "sandbox"
    return _find(is_done=is_off and not settings().allow_sandbox_payments)


async def _find_seller(session: AsyncSession) -> Finding:
    section = await _load(session)
    return _find(is_done=all((section.seller_name, section.seller_address, section.seller_tax_id)))


async def _find_legal_pages(session: AsyncSession) -> Finding:
    general = await site.get_settings_section(session, site.GeneralSettings)
    return _find(is_done=bool(general.terms_page.strip() and general.privacy_page.strip()))


async def _find_mail(session: AsyncSession) -> Finding:
    has_server = await mail.find_smtp_server(session) is not None
    works = has_server and await mail.was_sent_since(session, clock.now() - RECENT)
    return _find(is_done=works)


async def _find_plan(session: AsyncSession) -> Finding:
    provider = (await _load(session)).provider
    plans = await list_plans_on_sale(session)
    refused = [
        plan.name
        for plan in plans
        if not takes_currency(provider, plan.currency)
        or plan.price < get_minimum_amount(provider, plan.currency)
    ]
    if refused:
        return Finding("open", "price_refused", {"plans": ", ".join(refused)})
    return _find(is_done=bool(plans))


async def _find_time_zone(session: AsyncSession) -> Finding:
    zone = (await _load(session)).time_zone
    return Finding("reminder") if zone == "UTC" else Finding("done", values={"zone": zone})


async def _find_taxes(session: AsyncSession) -> Finding:
    section = await _load(session)
    if section.vat_mode != "off":
        return Finding("done", "invoices")
    if section.provider == "yookassa" and section.yookassa_receipts != "none":
        return Finding("done", "receipts")
    return Finding("reminder")


async def _find_reconciliation(session: AsyncSession) -> Finding:
    provider = (await _load(session)).provider
    run = await session.scalar(
        select(ReconciliationRun)
        .where(
            ReconciliationRun.provider == provider,
            col(ReconciliationRun.finished_at) > clock.now() - RECONCILED_WITHIN,
        )
        .order_by(col(ReconciliationRun.id).desc())
        .limit(1)
    )
    if run is None:
        return Finding("open", "not_compared")
    if run.failure:
        return Finding("open", "no_answer", {"code": run.failure})
    count = await reconciliation.count_waiting(session)
    return Finding("open", "differences", {"n": count}) if count else Finding("done")


async def _find_backups(_session: AsyncSession) -> Finding:
    return Finding("reminder")


CHECKS: Final[Mapping[str, Callable[[AsyncSession], Awaitable[Finding]]]] = {
    "live_keys": _find_live_keys,
    "webhook": _find_webhook,
    "https": _find_https,
    "sandbox": _find_sandbox,
    "seller": _find_seller,
    "legal_pages": _find_legal_pages,
    "mail": _find_mail,
    "plan": _find_plan,
    "time_zone": _find_time_zone,
    "taxes": _find_taxes,
    "reconciliation": _find_reconciliation,
    "backups": _find_backups,
}
