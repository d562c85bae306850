"""Checks of the bodies of requests.

The documentation does not say what the API does with unknown parameters. They are refused, so that
a misspelled parameter is noticed.
"""

import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any, Final

from tests.stand_ins.yookassa.errors import ApiError, make_invalid

# All currencies of the API. A shop can use those of its contract.
CURRENCIES: Final = frozenset(
    ("RUB", "USD", "EUR", "BYN", "CNY", "KZT", "UAH", "UZS", "TRY", "INR", "MDL", "AZN", "AMD")
)
PAYMENT_PARAMETERS: Final = frozenset(
    (
        *("airline", "amount", "capture", "client_ip", "confirmation", "deal", "description"),
        *("fraud_data", "merchant_customer_id", "metadata", "payment_method_data"),
        *("payment_method_id", "payment_order", "payment_token", "receipt", "receiver"),
        *("recipient", "save_payment_method", "statements", "transfers"),
    )
)
CAPTURE_PARAMETERS: Final = frozenset(("airline", "amount", "deal", "receipt", "transfers"))
REFUND_PARAMETERS: Final = frozenset(
    (
        *("amount", "deal", "description", "metadata", "payment_id", "receipt"),
        *("refund_method_data", "sources"),
    )
)
CONFIRMATION_PARAMETERS: Final[Mapping[str, Collection[str]]] = {
    "embedded": ("locale",),
    "external": ("locale",),
    "mobile_application": ("locale", "return_url"),
    "qr": ("locale", "return_url"),
    "redirect": ("enforce", "locale", "return_url"),
}
# The page about bank cards of YooKassa's documentation.
MIN_RUBLES: Final = Decimal(1)
MAX_DESCRIPTION: Final = 128
MAX_METADATA: Final = (16, 32, 512)
_AMOUNT: Final = re.compile(r"\d{1,10}(\.\d{1,2})?", re.ASCII)


def ensure_known(body: Mapping[str, Any], known: Collection[str], prefix: str = "") -> None:
    for name in body:
        if name not in known:
            raise make_invalid(f"{prefix}{name}", "Unknown parameter.")


def read_amount(body: Mapping[str, Any], currencies: Collection[str]) -> tuple[Decimal, str]:
    """Return the amount and the currency of a request."""
    amount = body.get("amount")
    if not isinstance(amount, dict):
        raise make_invalid("amount", "Missing required parameter.")
    ensure_known(amount, ("value", "currency"), "amount.")
    value, currency = amount.get("value"), amount.get("currency")
    if not isinstance(value, str) or not _AMOUNT.fullmatch(value) or Decimal(value) <= 0:
        raise make_invalid("amount.value")
    if currency not in CURRENCIES:
        raise make_invalid("amount.currency")
    if currency not in currencies:
        description = (
            "Incorrect currency of payment. The value of the amount.currency parameter doesn't "
            "correspond with the settings of your store."
        )
        raise make_invalid("amount.currency", description)
    return Decimal(value), str(currency)


def ensure_large_enough(amount: Decimal, currency: str) -> None:
    """Refuse a payment that is smaller than the least amount of a bank card."""
    if currency == "RUB" and amount < MIN_RUBLES:
        raise make_invalid("amount.value", "The amount is too small.")


def read_text(body: Mapping[str, Any], name: str, max_length: int) -> str:
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > max_length:
        raise make_invalid(name)
    return value


def read_flag(body: Mapping[str, Any], name: str) -> bool:
    value = body.get(name, False)
    # The documentation of YooKassa also sends "true" and "false" as text.
    if value not in {True, False, "true", "false"}:
        raise make_invalid(name)
    return value in {True, "true"}


def read_metadata(body: Mapping[str, Any]) -> dict[str, str]:
    metadata = body.get("metadata", {})
    max_keys, max_key, max_value = MAX_METADATA
    if not isinstance(metadata, dict) or len(metadata) > max_keys:
        raise make_invalid("metadata")
    for key, value in metadata.items():
        if len(key) > max_key or not isinstance(value, str) or len(value) > max_value:
            raise make_invalid(f"metadata.{key[:max_key]}")
    return metadata


def read_confirmation(body: Mapping[str, Any]) -> str:
    """Return the type of the confirmation, or "" if the request has none."""
    confirmation = body.get("confirmation")
    if confirmation is None:
        return ""
    kind = str(confirmation.get("type")) if isinstance(confirmation, dict) else ""
    if kind not in CONFIRMATION_PARAMETERS:
        raise make_invalid("confirmation.type")
    ensure_known(confirmation, ("type", *CONFIRMATION_PARAMETERS[kind]), "confirmation.")
    if kind == "redirect" and not confirmation.get("return_url"):
        raise make_invalid("confirmation.return_url", "Missing required parameter.")
    return kind


def check_receipt(body: Mapping[str, Any], *, is_needed: bool) -> None:
    """Check the data of a receipt: a customer, and items whose sum is the amount."""
    receipt = body.get("receipt")
    if receipt is None and not is_needed:
        return
    if not isinstance(receipt, dict) or not (items := receipt.get("items")):
        raise make_invalid("receipt", "Receipt is missing or illegal")
    if "@" not in str((receipt.get("customer") or {}).get("email")):
        raise make_invalid("receipt.customer")
    total = Decimal(0)
    for item in items:
        if item.get("vat_code") not in range(1, 13) or not item.get("description"):
            raise make_invalid("receipt.items.vat_code")
        total += Decimal(item["quantity"]) * read_amount(item, CURRENCIES)[0]
    if total != read_amount(body, CURRENCIES)[0]:
        raise make_invalid("receipt.items.amount")


def read_limit(params: Mapping[str, str]) -> int:
    limit = params.get("limit", "10")
    if not limit.isdecimal() or not 1 <= int(limit) <= 100:
        raise make_invalid("limit")
    return int(limit)


def make_state_error(status: str, action: str) -> ApiError:
    return make_invalid("payment_id", f"Payment in the status {status} can't be {action}.")
