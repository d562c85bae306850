"""The accounts at a provider that the site uses and has used, as one gateway.

New payments are made with the current keys. A payment or card that they do not see is looked for
with the keys that were replaced, the last ones first. An account that was replaced takes no more
payments: what its buyers have not finished is canceled there.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeVar

from community.gateways.payments import errors
from community.gateways.payments.gateway import (
    AccountDescription,
    Charge,
    MethodSetup,
    Movement,
    PaymentGateway,
    ProviderPayment,
    ProviderSetup,
    SavedMethod,
    WebhookEvent,
)
from community.gateways.payments.returns import RefundReceipt

log = logging.getLogger(__name__)

# Processes use the old keys for some seconds after the change, because settings are cached.
REPLACEMENT_MARGIN: Final = timedelta(minutes=1)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RetiredAccount:
    """An account whose keys were replaced."""

    gateway: PaymentGateway
    retired_at: datetime


class AccountChain:
    """The current account, and the accounts whose keys were replaced, last replaced first.

    Without keys there is no current account, and nothing can be charged.

    Attributes:
        has_lost_account: Whether `list_movements` has left out an account, because the provider
            does not accept its keys any more.
    """

    def __init__(
        self, name: str, current: PaymentGateway | None, retired: Sequence[RetiredAccount]
    ) -> None:
        self.name = name
        self._current = current
        self.retired = retired
        self.has_lost_account = False

    @property
    def current(self) -> PaymentGateway:
        if self._current is None:
            raise errors.KeysRejected("no_keys")
        return self._current

    async def create_payment(self, charge: Charge) -> ProviderPayment:
        """Create a payment with the current keys, unless a replaced account has it already."""
        created_at = charge.created_at
        for account in self.retired:
            if created_at is None or created_at > account.retired_at + REPLACEMENT_MARGIN:
                continue
            try:
                found = await account.gateway.find_payment(charge)
            except errors.KeysRejected:
                continue
            if found is not None:
                return await _end_open_payment(account.gateway, found)
        created = await self.current.create_payment(charge)
        if created.failure == errors.METHOD_UNKNOWN:
            # The new keys can be a mistake, so that renewals must not fail at once.
            raise errors.PaymentProviderError(errors.METHOD_UNKNOWN)
        return created

    async def find_payment(self, charge: Charge) -> ProviderPayment | None:
        return await self.current.find_payment(charge)

    async def fetch_payment(self, reference: str) -> ProviderPayment:
        gateway, found = await self._ask(lambda gateway: gateway.fetch_payment(reference))
        return found if gateway is self._current else await _end_open_payment(gateway, found)

    async def cancel_payment(self, reference: str) -> ProviderPayment:
        _gateway, canceled = await self._ask(lambda gateway: gateway.cancel_payment(reference))
        return canceled

    async def refund(
        self,
        reference: str,
        amount: int,
        currency: str,
        key: str,
        *,
        receipt: RefundReceipt | None = None,
    ) -> ProviderPayment:
        # YooKassa does not say whether a payment is unknown when money is returned.
        gateway, _found = await self._ask(lambda gateway: gateway.fetch_payment(reference))
        return await gateway.refund(reference, amount, currency, key, receipt=receipt)

    async def create_setup(self, setup: MethodSetup) -> ProviderSetup:
        return await self.current.create_setup(setup)

    async def fetch_setup(self, reference: str) -> ProviderSetup:
        """Return the state of a setup. A card that a replaced account has saved is of no use."""
        gateway, found = await self._ask(lambda gateway: gateway.fetch_setup(reference))
        if gateway is self._current:
            return found
        return replace(found, status="canceled", method=None, next_step=None)

    async def detach_method(self, method: SavedMethod, *, forgets_customer: bool = False) -> None:
        await self._ask(
            lambda gateway: gateway.detach_method(method, forgets_customer=forgets_customer)
        )

    async def check_keys(self) -> None:
        await self.current.check_keys()

    async def describe_account(self) -> AccountDescription:
        return await self.current.describe_account()

    def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> WebhookEvent | None:
        for gateway in self._list_gateways():
            try:
                return gateway.read_webhook(body, headers)
            except errors.InvalidSignature:
                continue
        raise errors.InvalidSignature("signature")

    async def list_movements(self, since: datetime) -> AsyncIterator[tuple[str, Movement]]:
        """Yield the movements of all accounts whose keys the provider accepts."""
        for gateway in self._list_gateways():
            try:
                async for row in gateway.list_movements(since):
                    yield row
            except errors.KeysRejected:
                if gateway is self._current:
                    raise
                log.warning("%s does not accept keys that were replaced", self.name)
                self.has_lost_account = True

    async def _ask(
        self, call: Callable[[PaymentGateway], Awaitable[T]]
    ) -> tuple[PaymentGateway, T]:
        """Return the answer of the first account that has the object, and its gateway.

        Raises:
            UnknownObject: No account has it. Accounts that do not accept their replaced keys any
                more count as such.
        """
        unknown = errors.UnknownObject("unknown")
        for gateway in self._list_gateways():
            try:
                return gateway, await call(gateway)
            except errors.UnknownObject as error:
                unknown = error
            except errors.KeysRejected:
                if gateway is self._current:
                    raise
        raise unknown

    def _list_gateways(self) -> list[PaymentGateway]:
        current = [] if self._current is None else [self._current]
        return [*current, *(account.gateway for account in self.retired)]


async def _end_open_payment(gateway: PaymentGateway, payment: ProviderPayment) -> ProviderPayment:
    """Cancel a payment that the buyer can still pay at a replaced account."""
    if payment.status != "requires_action":
        return payment
    return await gateway.cancel_payment(payment.reference)
