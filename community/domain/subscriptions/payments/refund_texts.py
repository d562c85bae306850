"""The reasons of refunds, and what administrators read about a refund that failed."""

from collections.abc import Mapping
from typing import Final, Literal

from community.i18n import gettext as _
from community.i18n import noop

RefundReason = Literal["requested", "duplicate", "problem", "unauthorized", "goodwill", "other"]

# The buyer reads them too.
REFUND_REASONS: Final[Mapping[RefundReason, str]] = {
    "requested": noop("Requested by the buyer"),
    "duplicate": noop("Duplicate payment"),
    "problem": noop("Problem with the service"),
    "unauthorized": noop("Unauthorized payment"),
    "goodwill": noop("Goodwill"),
    "other": noop("Other reason"),
}

_OTHER: Final = noop("The payment provider did not make the refund.")
_LOST_CARD: Final = noop("The card is lost, stolen or closed. Return the money in another way.")
_NO_BALANCE: Final = noop(
    "The balance at the payment provider is too low. Top it up and try again."
)
_DECLINED: Final = noop(
    "The bank of the buyer declined the refund. Return the money in another way."
)
_DISPUTED: Final = noop("The buyer disputes this payment, so their bank decides about the money.")
_TOO_LARGE: Final = noop("The amount is larger than what is left of the payment.")
_NOT_REFUNDABLE: Final = noop("This payment can no longer be refunded at the payment provider.")
_NO_RECEIPT: Final = noop(
    "The payment provider needs the data of a receipt. The buyer may have no email address."
)
# The codes of Stripe, YooKassa and the sandbox.
_TEXTS: Final[Mapping[str, str]] = {
    "charge_already_refunded": noop("The whole amount was already returned."),
    "charge_disputed": _DISPUTED,
    "refund_disputed_payment": _DISPUTED,
    "charge_for_pending_refund_disputed": _DISPUTED,
    "charge_not_refundable": _NOT_REFUNDABLE,
    "not_refundable": _NOT_REFUNDABLE,
    "invalid_request: payment_id": _NOT_REFUNDABLE,
    "resource_missing": noop("The payment provider does not know this payment."),
    "amount_too_large": _TOO_LARGE,
    "invalid_request: amount": _TOO_LARGE,
    "invalid_request: receipt": _NO_RECEIPT,
    "invalid_request: receipt.customer": _NO_RECEIPT,
    "balance_insufficient": _NO_BALANCE,
    "insufficient_funds": _NO_BALANCE,
    "lost_or_stolen_card": _LOST_CARD,
    "expired_or_canceled_card": _LOST_CARD,
    "yoo_money_account_closed": _LOST_CARD,
    "declined": _DECLINED,
    "general_decline": _DECLINED,
    "rejected_by_payee": _DECLINED,
    "canceled": noop("The refund was canceled at the payment provider."),
    "merchant_request": noop("The refund was canceled at the payment provider."),
}


def describe_refund_failure(code: str) -> str:
    """Return the text for a code of a provider, or "" if the refund has not failed."""
    return _(_TEXTS.get(code, _OTHER)) if code else ""
