"""What the next invoices of a user contain, and the VAT that the user pays."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.core.read_models import ReadModel
from community.core.text.normalization import clean_line, clean_text
from community.domain import site
from community.domain.subscriptions import policies, vat
from community.domain.subscriptions.vat import VatLine, VatRules
from community.i18n import countries
from community.i18n import gettext as _
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


@dataclass(frozen=True, slots=True)
class BuyerVat:
    """What the VAT of a buyer depends on."""

    rules: VatRules
    country: str = ""
    vat_id: str = ""

    def compute(self, amount: int, currency: str) -> VatLine:
        """Return what the buyer pays for an amount, which is net if VAT is added to prices."""
        return vat.compute_vat(
            amount, currency, self.rules, country=self.country, vat_id=self.vat_id
        )


async def get_billing_details(session: AsyncSession, actor: Actor) -> BillingDetailsView:
    row = await session.get(BillingDetails, actor.id)
    return BillingDetailsView.model_validate(row) if row else BillingDetailsView()


async def change_billing_details(
    session: AsyncSession, actor: Actor, *, name: str, address: str, country: str, vat_id: str
) -> BillingDetailsView:
    """Replace the billing details of the actor. Documents that were issued do not change.

    Raises:
        Invalid: A text is too long, there is no such country, or the VAT ID has another form than
            those of the country.
    """
    cleaned = BillingDetailsView(
        name=clean_line(name, field="name", max_length=policies.BILLING_NAME_MAX_LENGTH),
        address=clean_text(
            address, field="address", max_length=policies.BILLING_ADDRESS_MAX_LENGTH
        ),
        country=_clean_country(country),
        vat_id=_clean_vat_id(vat_id, country),
    )
    row = await session.get(BillingDetails, actor.id) or BillingDetails(user_id=actor.id)
    row.name, row.address = cleaned.name, cleaned.address
    row.country, row.vat_id = cleaned.country, cleaned.vat_id
    row.updated_at = clock.now()
    session.add(row)
    await session.flush()
    return cleaned


async def ensure_complete(session: AsyncSession, actor: Actor) -> None:
    """Raise `Conflict` if the administrators require an address, and the actor has none."""
    section = await site.get_settings_section(session, site.PaymentSettings)
    details = await get_billing_details(session, actor)
    is_complete = details.name and details.address and details.country
    if section.requires_billing_address and not is_complete:
        message = _("Enter your name, address and country in the settings first.")
        raise Conflict(message, code="billing_address_required")


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
