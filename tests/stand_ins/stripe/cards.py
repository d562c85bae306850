"""The test cards of the stand-in for Stripe, with the numbers of docs.stripe.com/testing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TestCard:
    """A card.

    Attributes:
        kind: The type of the payment method.
        token: The payment method with which tests pay without entering the number.
        decline: The reason why each payment fails, or "".
        later_decline: The reason why payments with the saved card fail, or "".
        needs_action: Whether the buyer must confirm the payment with their bank.
        always_needs_action: Whether that is so for payments with the saved card too.
    """

    number: str
    token: str
    brand: str = "visa"
    kind: str = "card"
    decline: str = ""
    later_decline: str = ""
    needs_action: bool = False
    always_needs_action: bool = False

    @property
    def last4(self) -> str:
        return self.number[-4:]


CARDS: Final[Mapping[str, TestCard]] = {
    card.token: card
    for card in (
        TestCard("4242424242424242", "pm_card_visa"),
        TestCard("5555555555554444", "pm_card_mastercard", brand="mastercard"),
        TestCard("4000000000000002", "pm_card_visa_chargeDeclined", decline="generic_decline"),
        TestCard(
            "4000000000009995",
            "pm_card_visa_chargeDeclinedInsufficientFunds",
            decline="insufficient_funds",
        ),
        TestCard("4000000000000069", "pm_card_chargeDeclinedExpiredCard", decline="expired_card"),
        TestCard("4000000000000341", "pm_card_chargeCustomerFail", later_decline="generic_decline"),
        # Stripe has no such test card.
        TestCard("4000000000000366", "pm_card_stolenLater", later_decline="stolen_card"),
        TestCard("4000002500003155", "pm_card_authenticationRequiredOnSetup", needs_action=True),
        # Payments by redirect to a bank, which create a direct debit for later payments.
        *(
            TestCard("NL39RABO0300063000", f"pm_{kind}", kind=kind)
            for kind in ("ideal", "bancontact", "sofort")
        ),
        TestCard(
            "4000002760003184",
            "pm_card_authenticationRequired",
            needs_action=True,
            always_needs_action=True,
        ),
    )
}
CARDS_BY_NUMBER: Final[Mapping[str, TestCard]] = {card.number: card for card in CARDS.values()}
