"""State of the addresses that administrators enter at payment providers, and of the checklist."""

import reflex as rx

from community.admin.payment_provider.readiness import ReadinessItem, build_items
from community.core.settings import settings
from community.domain import subscriptions
from community.domain.subscriptions.plans import price_problems
from community.realtime import messages
from community.state.runtime import open_tabs
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_query

SECTION = "subscription-payment-provider"


class PaymentProviderState(rx.State):
    """What the page shows beside the form."""

    base_url: str = ""
    # What is wrong with the plans on sale, by provider
    problems: dict[str, str] = {"stripe": "", "yookassa": ""}
    readiness: list[ReadinessItem] = []  # the checklist before the site takes real money

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        open_tabs.subscribe("page", messages.ADMIN_PAYMENT_PROVIDER_TOPIC)
        self.base_url = settings().base_url
        problems = await run_query(price_problems.list_provider_problems)
        self.problems = {provider: "\n".join(texts) for provider, texts in problems.items()}
        self.readiness = build_items(await run_query(subscriptions.readiness.list_readiness))
