"""Stripe: PaymentIntents that the buyer pays on a page of the site, with the official SDK."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import stripe

from community.core import clock
from community.gateways.payments import errors, gateway
from community.gateways.payments.returns import RefundReceipt
from community.gateways.payments.stripe import (
    accounts as stripe_accounts,
    client,
    labels as stripe_labels,
    movements as stripe_movements,
    objects as stripe_objects,
)
from community.gateways.payments.stripe.objects import (
    OFF_SESSION,
    PAYMENT_ID,
    SETUP_ID,
    StripeData,
    to_stripe_amount,
)

SIGNATURE_HEADER: Final = "stripe-signature"
# A payment was created at most this long before its row, because the clocks differ.
CREATION_MARGIN: Final = timedelta(minutes=5)
_PAGE_SIZE: Final = 100
T = TypeVar("T")
_EXPANDED: Final = ["payment_method", "latest_charge"]
_EXPANDED_SETUP: Final = ["payment_method", "latest_attempt"]


class StripeGateway:
    """The payments of an account at Stripe.

    A payment of the site is a PaymentIntent. Its metadata contain the id of the payment, which is
    also its idempotency key. The same key needs the same parameters, so they contain nothing that
    can change between two attempts: see `stripe_labels`.
    """

    name = "stripe"

    def __init__(self, account: client.StripeAccount) -> None:
        self._account = account

    async def create_payment(self, charge: gateway.Charge) -> gateway.ProviderPayment:
        if charge.method is None:
            intent = await self._create_for_buyer(charge)
            await stripe_labels.label_payment(self._api, intent, charge)
            return await self._complete(intent)
        try:
            # The keys of Stripe expire after a day. The site may have been down for longer.
            if found := await self._find_off_session(charge):
                return await self.fetch_payment(found["id"])
            return await self._charge_saved_method(charge)
        except errors.UnknownObject as error:
            raise errors.PaymentProviderError(errors.METHOD_UNKNOWN) from error

    async def find_payment(self, charge: gateway.Charge) -> gateway.ProviderPayment | None:
        try:
            found = await (
                self._find_off_session(charge) if charge.method else self._find_created(charge)
            )
        except errors.UnknownObject:
            return None
        return await self.fetch_payment(found["id"]) if found else None

    async def fetch_payment(self, reference: str) -> gateway.ProviderPayment:
        with client.convert_errors():
            intent = await self._api.payment_intents.retrieve_async(
                reference, params={"expand": _EXPANDED}
            )
        return await self._complete(intent)

    async def cancel_payment(self, reference: str) -> gateway.ProviderPayment:
        try:
            with client.convert_errors():
                await self._api.payment_intents.cancel_async(reference)
        except errors.ProviderUnavailable:
            raise
        except errors.PaymentProviderError as error:
            if error.code != "payment_intent_unexpected_state":
                raise
        return await self.fetch_payment(reference)

    async def refund(
        self,
        reference: str,
        amount: int,
        currency: str,
        key: str,
        *,
        receipt: RefundReceipt | None = None,  # noqa: ARG002  # it is in the protocol
    ) -> gateway.ProviderPayment:
        with client.convert_errors():
            await self._api.refunds.create_async(
                params={
                    "payment_intent": reference,
                    "amount": to_stripe_amount(amount, currency),
                    "metadata": {stripe_movements.REFUND_KEY: key},
                },
                options={"idempotency_key": key},
            )
        return await self.fetch_payment(reference)

    async def create_setup(self, setup: gateway.MethodSetup) -> gateway.ProviderSetup:
        key = str(setup.setup_id)
        params: Any = {
            "usage": "off_session",
            "metadata": {SETUP_ID: key},
            "automatic_payment_methods": {"enabled": True},
            "expand": _EXPANDED_SETUP,
        }
        create = self._api.setup_intents.create_async
        intent = await self._create_for_customer(create, setup.customer, key, params)
        await stripe_labels.label_customer(self._api, intent, setup)
        return stripe_objects.read_setup(intent.to_dict(), self._script_values)

    async def fetch_setup(self, reference: str) -> gateway.ProviderSetup:
        with client.convert_errors():
            intent = await self._api.setup_intents.retrieve_async(
                reference, params={"expand": _EXPANDED_SETUP}
            )
        return stripe_objects.read_setup(intent.to_dict(), self._script_values)

    async def detach_method(
        self, method: gateway.SavedMethod, *, forgets_customer: bool = False
    ) -> None:
        if forgets_customer:
            await stripe_labels.forget_customer(self._api, method.customer)
        with client.convert_errors():
            found = await self._api.payment_methods.retrieve_async(method.reference)
            if found.customer is not None:
                await self._api.payment_methods.detach_async(method.reference)

    async def check_keys(self) -> None:
        with client.convert_errors():
            await self._api.payment_intents.list_async(params={"limit": 1})

    async def describe_account(self) -> gateway.AccountDescription:
        return await stripe_accounts.describe_account(self._api, self._account)

    def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> gateway.WebhookEvent | None:
        client.verify_signature(
            body, headers.get(SIGNATURE_HEADER, ""), self._account.webhook_secret
        )
        try:
            return stripe_objects.read_event(json.loads(body))
        except (ValueError, RecursionError) as error:
            raise errors.InvalidWebhook("content") from error

    def list_movements(self, since: datetime) -> AsyncIterator[tuple[str, gateway.Movement]]:
        return stripe_movements.list_account_movements(self._api, since)

    @property
    def _api(self) -> stripe.V1Services:
        return client.get_client(self._account.secret_key, self._account.api_url).v1

    @property
    def _script_values(self) -> dict[str, str]:
        return {
            "publishable_key": self._account.publishable_key,
            "script_url": self._account.script_url,
        }

    async def _create_for_buyer(self, charge: gateway.Charge) -> stripe.PaymentIntent:
        key = str(charge.payment_id)
        params: Any = {
            "amount": to_stripe_amount(charge.amount, charge.currency),
            "currency": charge.currency.lower(),
            "metadata": {PAYMENT_ID: key},
            "automatic_payment_methods": {"enabled": True},
            "expand": _EXPANDED,
        }
        create = self._api.payment_intents.create_async
        if charge.saves_method:
            params["setup_future_usage"] = "off_session"
            return await self._create_for_customer(create, charge.customer, key, params)
        with client.convert_errors():
            return await create(params=params, options={"idempotency_key": key})

    async def _create_for_customer(
        self, create: Callable[..., Awaitable[T]], customer: str, key: str, params: Any
    ) -> T:
        """Create an intent whose payment method Stripe saves with the customer."""
        if customer:
            try:
                with client.convert_errors():
                    return await create(
                        params={**params, "customer": customer}, options={"idempotency_key": key}
                    )
            except errors.PaymentProviderError as error:
                # The customer may have been deleted in the Dashboard.
                if error.code != "resource_missing":
                    raise
            key = f"{key}:new"
        with client.convert_errors():
            created = await self._api.customers.create_async(
                params={"metadata": params["metadata"]},
                options={"idempotency_key": f"{key}:customer"},
            )
            return await create(
                params={**params, "customer": created.id}, options={"idempotency_key": key}
            )

    async def _find_off_session(self, charge: gateway.Charge) -> StripeData | None:
        assert charge.method is not None
        with client.convert_errors():
            found = await self._api.payment_intents.list_async(
                params={"customer": charge.method.customer, "limit": _PAGE_SIZE}
            )
        for intent in found.to_dict()["data"]:
            if intent["metadata"].get(PAYMENT_ID) == str(charge.payment_id):
                return intent  # type: ignore[no-any-return]
        return None

    async def _find_created(self, charge: gateway.Charge) -> StripeData | None:
        since = (charge.created_at or clock.now()) - CREATION_MARGIN
        created: Any = {"gte": int(since.timestamp())}
        with client.convert_errors():
            found = await self._api.payment_intents.list_async(
                params={"created": created, "limit": _PAGE_SIZE}
            )
            async for intent in found.auto_paging_iter():
                data = intent.to_dict()
                if data["metadata"].get(PAYMENT_ID) == str(charge.payment_id):
                    return data
        return None

    async def _charge_saved_method(self, charge: gateway.Charge) -> gateway.ProviderPayment:
        """Charge a saved method. It waits for the buyer if the bank asks for a confirmation."""
        assert charge.method is not None
        key = str(charge.payment_id)
        params: Any = {
            "amount": to_stripe_amount(charge.amount, charge.currency),
            "currency": charge.currency.lower(),
            "customer": charge.method.customer,
            "payment_method": charge.method.reference,
            "metadata": {PAYMENT_ID: key, OFF_SESSION: "1"},
            "automatic_payment_methods": {"enabled": True},
            "return_url": charge.return_url,
            "confirm": True,
            "off_session": True,
            "expand": _EXPANDED,
        }
        try:
            with client.convert_errors():
                intent = await self._api.payment_intents.create_async(
                    params=params, options={"idempotency_key": key}
                )
        except client.Declined as error:
            return await self.fetch_payment(error.reference)
        await stripe_labels.label_payment(self._api, intent, charge)
        return await self._complete(intent)

    async def _complete(self, intent: stripe.PaymentIntent) -> gateway.ProviderPayment:
        data = intent.to_dict()
        payment = stripe_objects.read_payment(data, self._script_values)
        return await stripe_movements.add_money(self._api, data, payment)
