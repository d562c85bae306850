"""The cards of the sandbox, which play what real cards do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from community.gateways.payments.gateway import ProviderStatus, SavedMethod


@dataclass(frozen=True, slots=True)
class SandboxCard:
    code: str
    last4: str
    failure: str = ""  # the reason why a payment of the buyer fails, or ""
    later_failure: str = ""  # the reason why a later charge without the buyer fails, or ""
    needs_action: bool = False  # whether the buyer must confirm the payment with their bank
    # Whether the buyer must also confirm later charges without them
    later_needs_action: bool = False
    is_slow: bool = False  # whether the provider takes a while to process a payment


CARDS: Final[Mapping[str, SandboxCard]] = {
    card.code: card
    for card in (
        SandboxCard("success", "4242"),
        SandboxCard("declined", "0002", failure="card_declined"),
        SandboxCard("insufficient_funds", "9995", failure="insufficient_funds"),
        SandboxCard("authentication", "3155", needs_action=True),
        SandboxCard("slow", "0077", is_slow=True),
        SandboxCard("renewal_declined", "0341", later_failure="card_declined"),
        SandboxCard("renewal_authentication", "3184", later_needs_action=True),
    )
}
STATUSES: Final[Mapping[str, ProviderStatus]] = {
    "requires_payment": "requires_action",
    "requires_action": "requires_action",
    "processing": "processing",
    "succeeded": "succeeded",
    "canceled": "canceled",
    "failed": "failed",
}


def to_method(card_code: str) -> SavedMethod | None:
    """Return the card as the sandbox saves it, or None if there is no such card."""
    card = CARDS.get(card_code)
    return SavedMethod(card.code, brand="sandbox", last4=card.last4) if card else None
