"""Reasons of failed payments, and those after which a card or wallet must not be charged again.

The sources are https://docs.stripe.com/billing/revenue-recovery/smart-retries for those that Stripe
never tries again, https://docs.stripe.com/declines/codes, and the page about declined payments of
YooKassa's documentation. Card networks charge fees for attempts after such a decline.
"""

from typing import Final

# The account to which the card was saved is not the one that the site uses now.
METHOD_UNKNOWN: Final = "method_unknown"
# The account takes no payments in the currency of the plan.
CURRENCY_NOT_ACCEPTED: Final = "currency_not_accepted"
_STRIPE: Final = frozenset(
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
_YOOKASSA: Final = frozenset(
    ("country_forbidden", "invalid_card_number", "payment_method_restricted", "permission_revoked")
)
_FINAL: Final = _STRIPE | _YOOKASSA | {METHOD_UNKNOWN}


def is_final_decline(code: str) -> bool:
    """Return whether no later charge of the same card or wallet can succeed.

    Args:
        code: The code of the provider for the reason of a failed payment.
    """
    return code in _FINAL
