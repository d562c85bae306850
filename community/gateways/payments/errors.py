"""Errors of payment providers, and the reasons of failed payments.

The sources of the reasons are https://docs.stripe.com/billing/revenue-recovery/smart-retries for
those that Stripe never tries again, https://docs.stripe.com/declines/codes, and the page about
declined payments of YooKassa's documentation. Card networks charge fees for attempts after such a
decline.
"""

from typing import Final

# The account to which the card was saved is not the one that the site uses now.
METHOD_UNKNOWN: Final = "method_unknown"
# The account takes no payments in the currency of the plan.
CURRENCY_NOT_ACCEPTED: Final = "currency_not_accepted"
_STRIPE_DECLINES: Final = frozenset(
    (
        *("card_not_supported", "highest_risk_level", "incorrect_number", "invalid_account"),
        *("lost_card", "pickup_card", "restricted_card", "revocation_of_all_authorizations"),
        *("revocation_of_authorization", "stolen_card", "stop_payment_order"),
        *("transaction_not_allowed",),
        # Those of bank accounts and mandates.
        *("account_closed", "debit_not_authorized", "no_account"),
        "payment_intent_mandate_invalid",
    )
)
_YOOKASSA_DECLINES: Final = frozenset(
    ("country_forbidden", "invalid_card_number", "payment_method_restricted", "permission_revoked")
)
_FINAL_DECLINES: Final = _STRIPE_DECLINES | _YOOKASSA_DECLINES | {METHOD_UNKNOWN}


class PaymentProviderError(Exception):
    """The provider did not accept a request.

    Args:
        code: The code of the provider for the reason, for example `card_declined`. Messages of
            providers can contain data of the card, so they are not kept.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ProviderUnavailable(PaymentProviderError):
    """The provider did not answer in time, or answered that it is not working.

    Whether it has acted on the request is unknown. The same request with the same idempotency key
    can be sent again.
    """


class UnknownObject(PaymentProviderError):
    """The account of the keys has no such payment, card or customer."""


class KeysRejected(PaymentProviderError):
    """The provider does not accept the keys: they are wrong or revoked."""


class RightMissing(PaymentProviderError):
    """The key is restricted, and has no right to make a request."""


class InvalidSignature(PaymentProviderError):
    """A message was not signed by the provider, or the signature is too old."""


class InvalidWebhook(PaymentProviderError):
    """A message of the provider has another form than its documentation says."""


def is_final_decline(code: str) -> bool:
    """Return whether no later charge of the same card or wallet can succeed."""
    return code in _FINAL_DECLINES
