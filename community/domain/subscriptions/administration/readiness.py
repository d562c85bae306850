"""The checklist that administrators go through before they take real money."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.read_models import ReadModel
from community.core.settings import settings
from community.domain import mail, site
from community.domain.subscriptions import reconciliation
from community.domain.subscriptions.plans.queries import list_plans_on_sale
from community.domain.subscriptions.policies import (
    PAYMENTS_SECTION,
    PLANS_SECTION,
    PROVIDER_SECTION,
)
from community.gateways.payments import get_minimum_amount, takes_currency
from community.i18n import gettext as _
from community.i18n import ngettext, noop
from community.models import ProviderEvent, ReconciliationRun

# A message of the provider, or a mail, of this time shows that the connection works.
RECENT: Final = timedelta(days=30)
# The job that compares runs every day.
RECONCILED_WITHIN: Final = timedelta(hours=48)

ReadinessState = Literal["done", "open", "reminder"]
_PROVIDER_PAGE: Final = urls.admin_section(PROVIDER_SECTION)
_GENERAL_PAGE: Final = urls.admin_section("settings/general")
_STRIPE_LIVE_KEYS: Final = ("sk_live_", "rk_live_")


class ReadinessItem(ReadModel):
    """Something that administrators do before they take real money.

    Attributes:
        state: `reminder` for what the site cannot check.
        text: What the site has found, or what is missing.
        url: Where to change it, or "".
    """

    code: str
    title: str
    state: ReadinessState
    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    state: ReadinessState
    text: str


@dataclass(frozen=True, slots=True)
class Check:
    """`title` is untranslated."""

    title: str
    url: str
    find: Callable[[AsyncSession], Awaitable[Finding]]


async def list_readiness(session: AsyncSession, actor: Actor) -> list[ReadinessItem]:
    """Return the checklist in display order.

    Raises:
        NotFound: The actor is not an administrator.
        PermissionDenied: The actor is an administrator without access to the section.
    """
    actor.ensure_section(PROVIDER_SECTION)
    items = []
    for code, check in CHECKS.items():
        finding = await check.find(session)
        items.append(
            ReadinessItem(
                code=code,
                title=_(check.title),
                state=finding.state,
                text=finding.text,
                url=check.url,
            )
        )
    return items


async def takes_payments(session: AsyncSession) -> bool:
    """Return whether administrators have chosen a provider for new payments."""
    return (await _load(session)).provider != "off"


async def is_ready(session: AsyncSession) -> bool:
    """Return whether nothing is open that the site can check."""
    findings = [await check.find(session) for check in CHECKS.values()]
    return all(finding.state != "open" for finding in findings)


async def _load(session: AsyncSession) -> site.PaymentSettings:
    return await site.get_settings_section(session, site.PaymentSettings)


def _find(done: str, missing: str, *, is_done: bool) -> Finding:
    return Finding("done", done) if is_done else Finding("open", missing)


async def _find_live_keys(session: AsyncSession) -> Finding:
    section = await _load(session)
    is_live = False
    if section.provider == "stripe":
        is_live = section.stripe_secret_key.get_secret_value().startswith(_STRIPE_LIVE_KEYS)
        is_live = is_live and section.stripe_publishable_key.startswith("pk_live_")
    elif section.provider == "yookassa":
        is_live = section.yookassa_secret_key.get_secret_value().startswith("live_")
    return _find(
        _("The provider has accepted the keys."),
        _("Choose a provider, and enter its live keys instead of test keys."),
        is_done=is_live and not section.find_problems(),
    )


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
    return _find(
        _("The provider has sent messages in the last 30 days."),
        _("No message of the provider in the last 30 days. Check the address of the webhook."),
        is_done=received_at is not None,
    )


async def _find_https(_session: AsyncSession) -> Finding:
    return _find(
        _("The site is served at {url}.", url=settings().base_url),
        _("Set PUBLIC_URL to an address with https."),
        is_done=settings().is_https,
    )


async def _find_sandbox(session: AsyncSession) -> Finding:
    is_off = (await _load(session)).provider != "sandbox"
    return _find(
        _("No one can pay without money."),
        _("Choose another provider, and remove ALLOW_SANDBOX_PAYMENTS."),
        is_done=is_off and not settings().allow_sandbox_payments,
    )


async def _find_seller(session: AsyncSession) -> Finding:
    section = await _load(session)
    return _find(
        _("Invoices name the seller."),
        _("Enter the legal name, the address and the tax ID for the invoices."),
        is_done=all((section.seller_name, section.seller_address, section.seller_tax_id)),
    )


async def _find_legal_pages(session: AsyncSession) -> Finding:
    general = await site.get_settings_section(session, site.GeneralSettings)
    return _find(
        _("Buyers can read the terms and the privacy policy."),
        _("Write the pages with the terms and the privacy policy."),
        is_done=bool(general.terms_page.strip() and general.privacy_page.strip()),
    )


async def _find_mail(session: AsyncSession) -> Finding:
    has_server = await mail.find_smtp_server(session) is not None
    works = has_server and await mail.was_sent_since(session, clock.now() - RECENT)
    return _find(
        _("The mail server has accepted emails in the last 30 days."),
        _("Connect a mail server, and send a test email: receipts and reminders need it."),
        is_done=works,
    )


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
        names = ", ".join(refused)
        return Finding("open", _("The provider doesn't take the price of: {plans}", plans=names))
    return _find(
        _("A plan is on sale, for a price that the provider accepts."),
        _("Put a plan on sale."),
        is_done=bool(plans),
    )


async def _find_time_zone(session: AsyncSession) -> Finding:
    zone = (await _load(session)).time_zone
    if zone == "UTC":
        return Finding("reminder", _("It is UTC. Days of the site begin and end in this zone."))
    return Finding("done", zone)


async def _find_taxes(session: AsyncSession) -> Finding:
    section = await _load(session)
    if section.vat_mode != "off":
        return Finding("done", _("Invoices show the VAT."))
    if section.provider == "yookassa" and section.yookassa_receipts != "none":
        return Finding("done", _("YooKassa sends receipts."))
    return Finding("reminder", _("Ask a tax adviser whether you need VAT or receipts."))


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
        missing = _(
            "Run “community payments:reconcile”: nothing was compared in the last 48 hours."
        )
        return Finding("open", missing)
    if run.failure:
        return Finding("open", _("The provider did not answer: {code}", code=run.failure))
    count = await reconciliation.count_waiting(session)
    missing = ngettext(
        "{n} difference in payments has no explanation.",
        "{n} differences in payments have no explanation.",
        count,
    )
    return _find(_("The payments agree with the provider."), missing, is_done=count == 0)


async def _find_backups(_session: AsyncSession) -> Finding:
    return Finding(
        "reminder", _("Restore a backup of the database once, to be sure that it works.")
    )


CHECKS: Final[dict[str, Check]] = {
    "live_keys": Check(noop("Live keys"), _PROVIDER_PAGE, _find_live_keys),
    "webhook": Check(noop("Messages of the provider"), _PROVIDER_PAGE, _find_webhook),
    "https": Check(noop("Secure address"), "", _find_https),
    "sandbox": Check(noop("Sandbox off"), _PROVIDER_PAGE, _find_sandbox),
    "seller": Check(noop("Seller"), _PROVIDER_PAGE, _find_seller),
    "legal_pages": Check(noop("Terms and privacy policy"), _GENERAL_PAGE, _find_legal_pages),
    "mail": Check(noop("Mail server"), _GENERAL_PAGE, _find_mail),
    "plan": Check(noop("A plan on sale"), urls.admin_section(PLANS_SECTION), _find_plan),
    "time_zone": Check(noop("Time zone"), _PROVIDER_PAGE, _find_time_zone),
    "taxes": Check(noop("VAT and receipts"), _PROVIDER_PAGE, _find_taxes),
    "reconciliation": Check(
        noop("Reconciliation"), urls.admin_section(PAYMENTS_SECTION), _find_reconciliation
    ),
    "backups": Check(noop("Backups"), "", _find_backups),
}
