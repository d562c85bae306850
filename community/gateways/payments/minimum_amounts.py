"""The smallest amounts that the providers accept, in whole units of the currency.

The sources are https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, for accounts
that are settled in the same currency, and the page about bank cards of YooKassa's documentation.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from community.core.money import get_exponent

# The error code of a payment with a smaller amount.
AMOUNT_TOO_SMALL: Final = "amount_too_small"
_STRIPE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("USD", "AUD", "BRL", "CAD", "CHF", "EUR", "INR", "NZD", "SGD"), "0.50"),
    **dict.fromkeys(("AED", "MYR", "PLN", "RON"), "2"),
    **dict.fromkeys(("NOK", "SEK"), "3"),
    **dict.fromkeys(("MXN", "THB"), "10"),
    "BGN": "1",
    "CZK": "15",
    "DKK": "2.50",
    "GBP": "0.30",
    "HKD": "4",
    "HUF": "175",
    "JPY": "50",
}
_MINIMUMS: Final[Mapping[str, Mapping[str, str]]] = {"stripe": _STRIPE, "yookassa": {"RUB": "1"}}


def get_minimum_amount(provider: str, currency: str) -> int:
    """Return the smallest amount in minor units, or 0 if the provider does not publish it."""
    value = Decimal(_MINIMUMS.get(provider, {}).get(currency, "0"))
    return int(value.scaleb(get_exponent(currency)))
