"""Prices as users read them."""

from community.core.money import format_amount
from community.domain.subscriptions.billing import Period
from community.domain.subscriptions.vat import VatTreatment
from community.i18n import gettext as _


def describe_vat(treatment: VatTreatment) -> str:
    """Return whether VAT is added to a price, or "" without VAT."""
    return {"inclusive": _("incl. VAT"), "exclusive": _("plus VAT")}.get(treatment, "")


def describe_price(amount: int, currency: str, period: Period | str) -> str:
    """Return a price with its period, for example "€5.00 a month".

    Args:
        amount: In minor units.
    """
    price = format_amount(amount, currency)
    if period == "month":
        return _("{price} a month", price=price)
    return _("{price} a year", price=price)
