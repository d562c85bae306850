"""The cards with which the stand-in can be paid.

The numbers are test cards of YooKassa, except those of the last three cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Card:
    """A test card.

    Attributes:
        failure: The reason why a payment of the buyer is declined, or "".
        later_failure: The reason why a later charge of the saved card is declined, or "".
        needs_confirmation: Whether the bank asks the buyer to confirm.
        is_slow: Whether the payment is pending until `Shop.complete` is called.
    """

    number: str
    brand: str = "MasterCard"
    failure: str = ""
    later_failure: str = ""
    needs_confirmation: bool = False
    is_slow: bool = False


CARDS: Final[Mapping[str, Card]] = {
    "success": Card("5555555555554444"),
    "visa": Card("4111111111111111", brand="Visa"),
    "confirmation": Card("5555555555554477", needs_confirmation=True),
    "insufficient_funds": Card("5555555555554600", failure="insufficient_funds"),
    "expired": Card("5555555555554543", failure="card_expired"),
    "declined": Card("5555555555554592", failure="general_decline"),
    "slow": Card("5555555555550077", is_slow=True),
    "renewal_declined": Card("5555555555550341", later_failure="insufficient_funds"),
    "renewal_revoked": Card("5555555555550358", later_failure="permission_revoked"),
    "renewal_confirmation": Card("5555555555553184", later_failure="3d_secure_failed"),
}
BY_NUMBER: Final[Mapping[str, Card]] = {card.number: card for card in CARDS.values()}
