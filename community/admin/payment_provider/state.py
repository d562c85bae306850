"""State of the addresses that administrators enter at payment providers."""

import reflex as rx

from community.core.settings import settings
from community.state.runtime.policy import admin

SECTION = "subscription-payment-provider"


class PaymentProviderState(rx.State):
    base_url: str = ""

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        self.base_url = settings().base_url
