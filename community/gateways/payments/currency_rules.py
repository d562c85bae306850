"""Which currencies and amounts the providers take.

The sources are https://docs.stripe.com/currencies and the reference of YooKassa's API.
"""

from typing import Final

from community.core.money import CURRENCIES

# Banks round amounts in these currencies, so Stripe wants the last of three decimals to be 0.
THREE_DECIMAL: Final = frozenset({"BHD", "JOD", "KWD", "OMR", "TND"})
_THREE_DECIMAL_STEP: Final = 10
_YOOKASSA: Final = frozenset(
    ("AMD", "AZN", "BYN", "CNY", "EUR", "INR", "KZT", "MDL", "RUB", "TRY", "UAH", "USD", "UZS")
)
# Each shop at YooKassa takes it.
_YOOKASSA_BASE: Final = "RUB"


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
