"""How a checkout, which a buyer sees before they pay, is built, and their agreement stored.

`Checkout.version` contains the time for which the amount was computed, and a hash of everything
that the buyer sees. When they continue, the server builds the checkout again for that time. If it
differs, nothing happens, and the error contains the new one.
"""

import hashlib
import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.domain import site
from community.domain.subscriptions.checkout import texts
from community.domain.subscriptions.checkout.facts import CheckoutFacts, load_facts
from community.domain.subscriptions.checkout.schemas import Checkout
from community.domain.subscriptions.schemas import PlanSummary
from community.i18n import active_language, gettext as _
from community.models import Payment, PurchaseConsent

# The amount of a change of the plan falls every second. What was shown is charged for this long.
_LIFETIME: Final = timedelta(minutes=30)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_VERSION = re.compile(r"(\d{1,16})-([0-9a-f]{32})")


def get_quote_time(version: str) -> datetime:
    """Return the time for which a checkout was computed, or the current time if it is too old."""
    now = clock.now()
    if found := _VERSION.fullmatch(version):
        quoted_at = _EPOCH + timedelta(microseconds=int(found[1]))
        if now - _LIFETIME <= quoted_at <= now:
            return quoted_at
    return now


async def build_checkout(session: AsyncSession, facts: CheckoutFacts, at: datetime) -> Checkout:
    """Return what the buyer sees for the amount that was computed for the time `at`."""
    general = await site.get_settings_section(session, site.GeneralSettings)
    has_terms, has_privacy = bool(general.terms_page_html), bool(general.privacy_page_html)
    version = facts.version
    checkout = Checkout(
        plan=PlanSummary(id=version.plan_id, name=facts.plan),
        kind=facts.kind,
        amount=facts.amount,
        vat=facts.vat,
        vat_is_added=facts.adds_vat,
        currency=version.currency,
        credit=facts.credit_left,
        period="year" if version.period == "year" else "month",
        price=facts.renewals.later,
        renews_at=facts.ends_at if facts.is_renewed else None,
        title=texts.describe_title(facts),
        lines=texts.list_lines(facts),
        total=facts.format(facts.amount),
        included_vat=texts.describe_included_vat(facts),
        notes=texts.list_notes(facts),
        agreement=texts.describe_agreement(has_terms=has_terms, has_privacy=has_privacy),
        has_terms=has_terms,
        has_privacy=has_privacy,
        language=active_language(),
        version="",
    )
    parts = (checkout.language, get_text(checkout), general.terms_page, general.privacy_page)
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
    time = (at - _EPOCH) // timedelta(microseconds=1)
    return checkout.model_copy(update={"version": f"{time}-{digest}"})


def get_text(checkout: Checkout) -> str:
    agreement = checkout.agreement.format(**texts.get_page_names())
    total_name = _("To pay now")
    lines = [
        checkout.title,
        *(f"{line.name}: {line.amount}" for line in checkout.lines),
        f"{total_name}: {checkout.total}",
        checkout.included_vat,
        *(note.text for note in checkout.notes),
        agreement,
    ]
    return "\n".join(line for line in lines if line)


async def build_for_payment(
    session: AsyncSession, payment: Payment, at: datetime, surplus: int = 0
) -> Checkout:
    """Return what the buyer of a payment sees, which may not be stored yet.

    Args:
        payment: Its amount is 0 if there is nothing to pay.
        surplus: What is left of the old plan and becomes credit, in minor units.
    """
    return await build_checkout(session, await load_facts(session, payment, at, surplus), at)


def ensure_is_shown(checkout: Checkout, version: str) -> None:
    """Raise `Conflict` unless the buyer has seen the checkout."""
    if checkout.version.partition("-")[2] != version.partition("-")[2]:
        raise errors.Conflict(
            _("The price or the terms have changed. Check them again."),
            code="terms_changed",
            details={"checkout": checkout.model_dump(mode="json")},
        )


async def store_consent(
    session: AsyncSession,
    actor: Actor,
    checkout: Checkout | None,
    *,
    payment_id: UUID | None = None,
    subscription_id: int | None = None,
) -> None:
    """Store that the actor agrees to a checkout. A later consent to a payment replaces it.

    Args:
        checkout: None if the actor has not seen one.
    """
    if checkout is None:
        return
    values: dict[str, Any] = {
        "version": checkout.version.partition("-")[2],
        "text": get_text(checkout),
        "language": checkout.language,
        "agreed_at": clock.now(),
    }
    consent = await find_consent(session, payment_id) if payment_id is not None else None
    if consent is None:
        consent = PurchaseConsent(
            user_id=actor.id, payment_id=payment_id, subscription_id=subscription_id, **values
        )
    else:
        consent.sqlmodel_update(values)
    session.add(consent)
    await session.flush()


async def find_consent(session: AsyncSession, payment_id: UUID) -> PurchaseConsent | None:
    return await session.scalar(
        select(PurchaseConsent).where(col(PurchaseConsent.payment_id) == payment_id)
    )
