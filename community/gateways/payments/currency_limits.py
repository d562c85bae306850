"""Which currencies and amounts the providers take.

The sources are https://docs.stripe.com/currencies, for accounts that are settled in the same
currency, and the reference of YooKassa's API with its page about bank cards.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from community.core.money import CURRENCIES, get_exponent

# Banks round amounts in these currencies, so Stripe wants the last of three decimals to be 0.
THREE_DECIMAL: Final = frozenset({"BHD", "JOD", "KWD", "OMR", "TND"})
_THREE_DECIMAL_STEP: Final = 10
_YOOKASSA: Final = frozenset(
    ("AMD", "AZN", "BYN", "CNY", "EUR", "INR", "KZT", "MDL", "RUB", "TRY", "UAH", "USD", "UZS")
)
# Each shop at YooKassa takes it.
_YOOKASSA_BASE: Final = "RUB"

# The error code of a payment with a smaller amount.
AMOUNT_TOO_SMALL: Final = "amount_too_small"
_STRIPE_MINIMUMS: Final[Mapping[str, str]] = {
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
_MINIMUMS: Final[Mapping[str, Mapping[str, str]]] = {
    "stripe": _STRIPE_MINIMUMS,
    "yookassa": {"RUB": "1"},
}


def get_amount_step(provider: str, currency: str) -> int:
    """Return the number of minor units of which each amount must be a multiple."""
    has_step = provider == "stripe" and currency.upper() in THREE_DECIMAL
    return _THREE_DECIMAL_STEP if has_step else 1


def round_down(amount: int, step: int) -> int:
    """Return the amount, or the next smaller one that the provider takes."""
    return amount - amount % step


def takes_currency(provider: str, currency: str) -> bool:
    """Return whether the provider takes a currency, at least from some accounts."""
    return currency in (_YOOKASSA if provider == "yookassa" else CURRENCIES)


def depends_on_contract(provider: str, currency: str) -> bool:
    """Return whether only some accounts can take the currency."""
    return provider == "yookassa" and currency != _YOOKASSA_BASE


def get_minimum_amount(provider: str, currency: str) -> int:
    """Return the smallest amount in minor units, or 0 if the provider does not publish it."""
    value = Decimal(_MINIMUMS.get(provider, {}).get(currency, "0"))
    return int(value.scaleb(get_exponent(currency)))
