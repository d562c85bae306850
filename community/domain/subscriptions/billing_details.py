"""What the next invoices of a user contain, and the VAT that the user pays."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.core.errors import Conflict, FieldErrors, Invalid
from community.core.read_models import ReadModel
from community.core.text.normalization import clean_line, clean_text
from community.domain import site
from community.domain.subscriptions import policies, vat
from community.i18n import countries, gettext as _
from community.models import BillingDetails, Payment


class BillingDetailsView(ReadModel):
    """The billing details of a user. Each is "" if they have not entered it.

    Attributes:
        name: The name of the person or company. "" for the name of the user.
        country: The ISO 3166 code.
        vat_id: Without spaces.
    """

    name: str = ""
    address: str = ""
    country: str = ""
    vat_id: str = ""


class PurchaseBilling(ReadModel):
    """What a buyer reads about their next invoice before they pay."""

    details: BillingDetailsView
    # Whether the buyer is asked, because the invoice contains their address or VAT
    is_offered: bool
    is_required: bool  # whether they cannot pay without a name, an address and a country
    is_missing: bool  # whether one of these is missing, and they cannot pay


@dataclass(frozen=True, slots=True)
class BuyerVat:
    rules: vat.VatRules
    country: str = ""
    vat_id: str = ""

    def compute(self, amount: int, currency: str) -> vat.VatLine:
        """Return what the buyer pays for an amount, which is net if VAT is added to prices."""
        return vat.compute_vat(
            amount, currency, self.rules, country=self.country, vat_id=self.vat_id
        )


async def get_billing_details(session: AsyncSession, actor: Actor) -> BillingDetailsView:
    row = await session.get(BillingDetails, actor.id)
    return BillingDetailsView.model_validate(row) if row else BillingDetailsView()


async def get_purchase_billing(session: AsyncSession, actor: Actor) -> PurchaseBilling:
    section = await site.get_settings_section(session, site.PaymentSettings)
    details = await get_billing_details(session, actor)
    is_required = section.requires_billing_address
    return PurchaseBilling(
        details=details,
        is_offered=is_required or section.vat_mode != "off",
        is_required=is_required,
        is_missing=is_required and not _is_complete(details),
    )


async def change_billing_details(
    session: AsyncSession,
    actor: Actor,
    *,
    name: str,
    address: str,
    country: str,
    vat_id: str,
    for_purchase: bool = False,
) -> BillingDetailsView:
    """Replace the billing details of the actor. Documents that were issued do not change.

    Args:
        for_purchase: Whether they must contain what `ensure_complete` asks for.

    Raises:
        Invalid: A text is too long or missing, there is no such country, or the VAT ID has another
            form than those of the country.
    """
    errors = FieldErrors()
    cleaned: dict[str, str] = {}
    with errors.collect():
        cleaned["name"] = clean_line(
            name, field="name", max_length=policies.BILLING_NAME_MAX_LENGTH
        )
    with errors.collect():
        cleaned["address"] = clean_text(
            address, field="address", max_length=policies.BILLING_ADDRESS_MAX_LENGTH
        )
    with errors.collect():
        cleaned["country"] = _clean_country(country)
    with errors.collect():
        cleaned["vat_id"] = _clean_vat_id(vat_id, country)
    if for_purchase:
        await _find_missing(session, cleaned, errors)
    errors.raise_if_any()
    details = BillingDetailsView(**cleaned)
    await acquire_advisory_lock(session, f"billing details {actor.id}")
    row = await session.get(BillingDetails, actor.id) or BillingDetails(user_id=actor.id)
    row.name, row.address = details.name, details.address
    row.country, row.vat_id = details.country, details.vat_id
    row.updated_at = clock.now()
    session.add(row)
    await session.flush()
    return details


async def ensure_complete(session: AsyncSession, actor: Actor) -> None:
    """Raise `Conflict` if the administrators require an address, and the actor has none."""
    if (await get_purchase_billing(session, actor)).is_missing:
        message = _("Enter your name, address and country first.")
        raise Conflict(message, code="billing_address_required")


async def load_treatment(session: AsyncSession, actor: Actor) -> vat.VatTreatment:
    return (await load_vat(session, actor.user_id)).compute(0, "EUR").treatment


async def load_vat(session: AsyncSession, user_id: int | None) -> BuyerVat:
    """Return what the VAT of a buyer, or of a guest, depends on now."""
    section = await site.get_settings_section(session, site.PaymentSettings)
    details = await session.get(BillingDetails, user_id or 0)
    rules = vat.read_rules(section)
    return BuyerVat(rules, details.country, details.vat_id) if details else BuyerVat(rules)


async def add_vat(session: AsyncSession, payment: Payment) -> None:
    """Store the VAT of a payment that begins, and add it to the amount if prices are net."""
    buyer = await load_vat(session, payment.user_id)
    line = buyer.compute(payment.amount, payment.currency)
    payment.amount, payment.vat = line.gross, line.vat
    payment.vat_treatment, payment.vat_rate = line.treatment, line.rate


def _is_complete(details: BillingDetailsView) -> bool:
    return bool(details.name and details.address and details.country)


async def _find_missing(
    session: AsyncSession, cleaned: dict[str, str], errors: FieldErrors
) -> None:
    section = await site.get_settings_section(session, site.PaymentSettings)
    if not section.requires_billing_address:
        return
    messages = {
        "name": _("Enter a name."),
        "address": _("Enter your address."),
        "country": _("Choose a country."),
    }
    for field, message in messages.items():
        if cleaned.get(field) == "":
            errors.add(field, message)


def _clean_country(code: str) -> str:
    if code and not countries.is_country(code):
        raise Invalid.for_field("country", _("Choose a country."))
    return code


def _clean_vat_id(text: str, country: str) -> str:
    line = clean_line(text, field="vat_id", max_length=policies.VAT_ID_MAX_LENGTH)
    if line and not country:
        raise Invalid.for_field("country", _("Choose the country of the VAT ID."))
    try:
        return vat.clean_vat_id(line, country)
    except ValueError:
        message = _("Enter a VAT ID of this country, with its prefix.")
        raise Invalid.for_field("vat_id", message) from None
