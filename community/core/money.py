"""Amounts of money as integers in minor units of a currency, for example cents."""

from decimal import Decimal, InvalidOperation
from typing import Final

from babel.numbers import get_currency_precision

from community.i18n.formats import format_money

# The currencies in which both providers accept payments somewhere in the world.
CURRENCIES: Final = (
    *("USD", "EUR", "RUB", "GBP", "AED", "ARS", "AUD", "BGN", "BRL", "BYN", "CAD", "CHF", "CLP"),
    *("CNY", "COP", "CZK", "DKK", "EGP", "GEL", "HKD", "HUF", "IDR", "ILS", "INR", "JOD", "JPY"),
    *("KES", "KRW", "KWD", "KZT", "MAD", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PLN"),
    *("QAR", "RON", "RSD", "SAR", "SEK", "SGD", "THB", "TND", "TRY", "TWD", "UAH", "UZS", "VND"),
    "ZAR",
)
# Far above any price, and below what a database and JavaScript store exactly.
MAX_AMOUNT: Final = 1_000_000_000


def get_exponent(currency: str) -> int:
    """Return how many decimals the currency has: 2 for USD, 0 for JPY, 3 for KWD."""
    return get_currency_precision(currency)


def to_decimal(amount: int, currency: str) -> Decimal:
    """Return an amount in minor units as a number of whole units, for example 4.50."""
    return Decimal(amount).scaleb(-get_exponent(currency))


def format_amount(amount: int, currency: str) -> str:
    """Return an amount in minor units in the language of the site, for example "€4.50"."""
    return format_money(to_decimal(amount, currency), currency)


def parse_amount(text: str, currency: str) -> int | None:
    """Return the amount in minor units that a person typed, for example "4,50", or None."""
    try:
        amount = Decimal(text.strip().replace(" ", "").replace(",", "."))
    except InvalidOperation:
        return None
    if not amount.is_finite() or abs(amount) > MAX_AMOUNT:
        return None
    minor = amount.scaleb(get_exponent(currency))
    return int(minor) if minor == minor.to_integral_value() else None
