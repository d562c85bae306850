"""State of the addresses that administrators enter at payment providers."""

import reflex as rx

from community.core.settings import settings
from community.domain.subscriptions import price_problems
from community.state.runtime.actions import run_query
from community.state.runtime.policy import admin

SECTION = "subscription-payment-provider"


class PaymentProviderState(rx.State):
    """What the page shows beside the form.

    Attributes:
        problems: What is wrong with the plans on sale, by provider.
    """

    base_url: str = ""
    problems: dict[str, str] = {}

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        self.base_url = settings().base_url
        problems = await run_query(price_problems.list_provider_problems)
        self.problems = {provider: "\n".join(texts) for provider, texts in problems.items()}
