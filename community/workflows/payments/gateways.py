"""The gateways of the payment providers."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from community.core.db.sessions import read_session
from community.core.errors import NotFound
from community.core.settings import settings
from community.domain import site
from community.gateways.payments import PaymentGateway, ProviderUnavailable
from community.gateways.payments.account_chain import AccountChain, RetiredAccount
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.i18n import gettext as _

# After so many requests without an answer, one after another, a run no longer asks a provider. Each
# can take a minute, and jobs of other kinds wait while all workers do so. An error that comes
# earlier can be that of a single payment, and delays no others.
MAX_UNANSWERED: Final = 3
UNANSWERED_SECONDS: Final = 5.0


class Reachability:
    """Which providers did not answer during a run that asks for many payments."""

    def __init__(self) -> None:
        self._unanswered: Counter[str] = Counter()

    @contextmanager
    def watch(self, provider: str) -> Iterator[None]:
        """Count requests without an answer in the block.

        Raise `ProviderUnavailable` instead of running the block if there were too many.
        """
        if self._unanswered[provider] >= MAX_UNANSWERED:
            raise ProviderUnavailable("not_asked")
        started_at = time.monotonic()
        try:
            yield
        except ProviderUnavailable:
            if time.monotonic() - started_at >= UNANSWERED_SECONDS:
                self._unanswered[provider] += 1
            raise
        self._unanswered[provider] = 0


async def get_gateway(name: str) -> PaymentGateway:
    """Return the gateway of a provider, whether or not it takes new payments.

    If its keys were replaced, the gateway also finds the payments that were made with the old ones.
    Raise `NotFound` if there is no such provider, it has no keys, or the sandbox is off on this
    site.
    """
    if name == "sandbox" and settings().allows_sandbox_payments:
        return SandboxGateway()
    async with read_session() as session:
        section = await site.get_settings_section(session, site.PaymentSettings)
        keys = await site.list_retired_keys(session, name)
    gateway = build_gateway(name, section)
    retired = [
        RetiredAccount(account, item.retired_at)
        for item in keys
        if (account := build_gateway(name, item.section)) is not None
    ]
    if retired:
        return AccountChain(name, gateway, retired)
    if gateway is None:
        raise NotFound(_("Payment provider not found"))
    return gateway


def build_gateway(name: str, section: site.PaymentSettings) -> PaymentGateway | None:
    """Return the gateway of a provider with keys, or None if it has no keys."""
    if name == "stripe" and section.stripe_secret_key.get_secret_value():
        return _build_stripe_gateway(section)
    if name == "yookassa" and section.yookassa_secret_key.get_secret_value():
        return _build_yookassa_gateway(section)
    return None


# Each function imports its gateway, so that processes load only the libraries of the providers
# that the site uses. Those of Stripe take 8 MB.


def _build_stripe_gateway(section: site.PaymentSettings) -> PaymentGateway:
    from community.gateways.payments.stripe.client import StripeAccount  # noqa: PLC0415
    from community.gateways.payments.stripe.gateway import StripeGateway  # noqa: PLC0415

    return StripeGateway(
        StripeAccount(
            secret_key=section.stripe_secret_key.get_secret_value(),
            publishable_key=section.stripe_publishable_key,
            webhook_secret=section.stripe_webhook_secret.get_secret_value(),
            api_url=section.stripe_api_url.rstrip("/"),
            script_url=section.stripe_script_url,
        )
    )


def _build_yookassa_gateway(section: site.PaymentSettings) -> PaymentGateway:
    from community.gateways.payments.yookassa.client import YooKassaClient  # noqa: PLC0415
    from community.gateways.payments.yookassa.gateway import YooKassaGateway  # noqa: PLC0415

    client = YooKassaClient(
        section.yookassa_shop_id,
        section.yookassa_secret_key.get_secret_value(),
        section.yookassa_api_url.rstrip("/"),
    )
    receipts = section.yookassa_receipts
    vat_code = None if receipts == "none" else int(receipts)
    return YooKassaGateway(client, section.yookassa_script_url, vat_code)
