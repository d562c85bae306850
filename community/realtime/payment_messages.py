"""The messages about payments and saved cards. See `messages.py`."""

from dataclasses import dataclass

from community.realtime import topics
from community.realtime.messages import Message


@dataclass(frozen=True, slots=True)
class PaymentChanged(Message):
    """The state of a payment changed."""

    payment_id: str

    @property
    def topic(self) -> str:
        return topics.payment(self.payment_id)


@dataclass(frozen=True, slots=True)
class CardSetupChanged(Message):
    """The state of a card that a user saves changed."""

    setup_id: str

    @property
    def topic(self) -> str:
        return topics.card_setup(self.setup_id)
