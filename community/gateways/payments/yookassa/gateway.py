"""The gateway to YooKassa, a payment provider in Russia.

The buyer pays with the checkout widget on the page of the payment. YooKassa does not sign its
notifications.
"""

import logging
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

import httpx
import orjson

from community.core import clock
from community.gateways.payments import errors, gateway
from community.gateways.payments.returns import RefundReceipt
from community.gateways.payments.yookassa import objects, setups as yookassa_setups
from community.gateways.payments.yookassa.client import YooKassaClient, YooKassaError
from community.i18n import active_language

log = logging.getLogger(__name__)

# YooKassa forgets idempotency keys after 24 hours.
KEY_LIFETIME: Final = timedelta(hours=23)
# The buyer can confirm a payment for an hour. The clocks of both sites can differ.
CONFIRMATION_LIFETIME: Final = timedelta(minutes=65)
_ID: Final = re.compile(r"[0-9A-Za-z-]{1,64}", re.ASCII)
_EVENT: Final = re.compile(r"(payment|payment_method|refund)\.[a-z_]{1,40}", re.ASCII)
# The reasons that buyers read, by the parameter that YooKassa does not accept.
_FAILURES: Final = {
    "amount.currency": errors.CURRENCY_NOT_ACCEPTED,
    "payment_method_id": errors.METHOD_UNKNOWN,
}
# Statuses with which YooKassa says that it has not created a payment, and will not do so later.
_REFUSED: Final = frozenset({httpx.codes.BAD_REQUEST, httpx.codes.FORBIDDEN})


@dataclass(slots=True)
class YooKassaGateway:
    client: YooKassaClient
    script_url: str
    # The tax rate in the receipts that YooKassa sends to the tax office and the buyer. None if the
    # shop sends them in another way.
    vat_code: int | None = None
    name: str = "yookassa"

    async def create_payment(self, charge: gateway.Charge) -> gateway.ProviderPayment:
        if _is_key_forgotten(charge) and (found := await self._find_created(charge)):
            return await self._describe(found)
        key = str(charge.payment_id)
        try:
            document = await self.client.post("/payments", self._make_body(charge), key=key)
        except YooKassaError as error:
            return await self._handle_rejection(charge, error)
        return await self._describe(objects.read_payment(document))

    async def find_payment(self, charge: gateway.Charge) -> gateway.ProviderPayment | None:
        found = await self._find_created(charge)
        return await self._describe(found) if found else None

    async def fetch_payment(self, reference: str) -> gateway.ProviderPayment:
        return await self._describe(await self._fetch(reference))

    async def cancel_payment(self, reference: str) -> gateway.ProviderPayment:
        payment = await self._fetch(reference)
        if payment.status == "waiting_for_capture":
            try:
                key = f"{reference}:cancel"
                document = await self.client.post(f"/payments/{reference}/cancel", {}, key=key)
                payment = objects.read_payment(document)
            except YooKassaError as error:
                if error.status != httpx.codes.BAD_REQUEST:
                    raise
                payment = await self._fetch(reference)
        described = await self._describe(payment)
        if described.status != "requires_action":
            return described
        # YooKassa cannot cancel a payment that the buyer has not confirmed. It ends by itself.
        payable_until = payment.created_at + CONFIRMATION_LIFETIME
        return replace(described, status="canceled", next_step=None, payable_until=payable_until)

    async def refund(
        self,
        reference: str,
        amount: int,
        currency: str,
        key: str,
        *,
        receipt: RefundReceipt | None = None,
    ) -> gateway.ProviderPayment:
        body = objects.make_refund(
            reference, objects.make_amount(amount, currency), key, receipt, self.vat_code
        )
        await self.client.post("/refunds", body, key=key)
        return await self.fetch_payment(reference)

    async def create_setup(self, setup: gateway.MethodSetup) -> gateway.ProviderSetup:
        return await yookassa_setups.create_setup(self.client, setup, _get_locale())

    async def fetch_setup(self, reference: str) -> gateway.ProviderSetup:
        return await yookassa_setups.fetch_setup(self.client, reference)

    async def detach_method(
        self, method: gateway.SavedMethod, *, forgets_customer: bool = False
    ) -> None:
        """YooKassa has no request that removes a saved method."""

    async def check_keys(self) -> None:
        shop = await self.client.get("/me")
        if shop.get("status") != "enabled":
            raise errors.PaymentProviderError("shop_disabled")

    async def describe_account(self) -> gateway.AccountDescription:
        shop = await self.client.get("/me")
        return gateway.AccountDescription(
            name=str(shop.get("name") or shop.get("account_id") or ""),
            is_test=bool(shop.get("test")),
            is_disabled=shop.get("status") != "enabled",
        )

    def read_webhook(
        self,
        body: bytes,
        headers: Mapping[str, str],  # noqa: ARG002  # it is in the protocol
    ) -> gateway.WebhookEvent | None:
        """Return the event in a notification, or None if the site has no use for it.

        Nothing proves that YooKassa has sent it, so its content is not used: the workflow
        (`workflows/payments/webhooks.py`) accepts only known payments, and then asks YooKassa.
        """
        try:
            notification = orjson.loads(body)
            kind, content = notification["event"], notification["object"]
            is_refund = str(kind).startswith("refund.")
            reference = content["payment_id" if is_refund else "id"]
        except (ValueError, TypeError, KeyError) as error:
            raise errors.InvalidWebhook("content") from error
        if notification.get("type") != "notification" or not isinstance(kind, str):
            raise errors.InvalidWebhook("type")
        if not isinstance(reference, str) or not _ID.fullmatch(reference):
            raise errors.InvalidWebhook("id")
        if not _EVENT.fullmatch(kind):
            return None
        # A notification has no id. YooKassa repeats the same text until it is received. A forged
        # one has another text, so that it cannot replace the real one.
        event_id = f"{kind}:{sha256(body).hexdigest()[:32]}"
        return gateway.WebhookEvent(event_id, kind, reference)

    async def list_movements(self, since: datetime) -> AsyncIterator[tuple[str, gateway.Movement]]:
        """Yield the movements since a time. YooKassa lists those of the last three years."""
        params = {"status": "succeeded", "captured_at.gte": objects.format_time(since)}
        async for document in self.client.list_all("/payments", params):
            payment = objects.read_payment(document)
            if movement := objects.get_charge(payment):
                yield payment.id, movement
        params = {"status": "succeeded", "created_at.gte": objects.format_time(since)}
        async for document in self.client.list_all("/refunds", params):
            refund = objects.read_refund(document)
            yield refund.payment_id, refund.to_movement()

    async def _handle_rejection(
        self, charge: gateway.Charge, error: YooKassaError
    ) -> gateway.ProviderPayment:
        """Return the payment that exists, one that saves no method, or a failed one.

        Raises:
            YooKassaError: The keys are wrong.
            ProviderUnavailable: The payment may exist.
        """
        if error.parameter.lower() == "idempotence-key":
            # The text of the payment has changed since the first request, for example the name of
            # the plan.
            if (found := await self._find_created(charge)) is None:
                raise errors.ProviderUnavailable("idempotence_key")
            return await self._describe(found)
        if error.status not in _REFUSED:
            raise error
        log.warning("YooKassa has refused a payment: %s", error.code)
        if error.status == httpx.codes.FORBIDDEN and charge.saves_method:
            # The shop may not save methods. The buyer can pay, but the plan is not renewed.
            key, body = (
                f"{charge.payment_id}:once",
                self._make_body(replace(charge, saves_method=False)),
            )
            try:
                return await self._describe(
                    objects.read_payment(await self.client.post("/payments", body, key=key))
                )
            except YooKassaError as second_error:
                if second_error.status not in _REFUSED:
                    raise
                error = second_error
        return gateway.ProviderPayment(
            reference="",
            status="failed",
            amount=charge.amount,
            currency=charge.currency,
            payment_id=charge.payment_id,
            failure=_FAILURES.get(error.parameter, error.code),
        )

    def _make_body(self, charge: gateway.Charge) -> dict[str, Any]:
        amount = objects.make_amount(charge.amount, charge.currency)
        description = charge.description[: objects.MAX_DESCRIPTION_LENGTH]
        body: dict[str, Any] = {
            "amount": amount,
            "capture": True,
            "description": description,
            "metadata": {"payment_id": str(charge.payment_id)},
        }
        if self.vat_code is not None:
            body["receipt"] = objects.make_receipt(charge.email, description, amount, self.vat_code)
        if charge.method is not None:
            return body | {"payment_method_id": charge.method.reference}
        body["confirmation"] = {"type": "embedded", "locale": _get_locale()}
        return body | ({"save_payment_method": True} if charge.saves_method else {})

    async def _find_created(self, charge: gateway.Charge) -> objects.YooKassaPayment | None:
        created_at = charge.created_at or clock.now() - KEY_LIFETIME
        params = {"created_at.gte": objects.format_time(created_at - timedelta(minutes=5))}
        async for document in self.client.list_all("/payments", params):
            payment = objects.read_payment(document)
            if payment.payment_id == charge.payment_id:
                return payment
        return None

    async def _fetch(self, reference: str) -> objects.YooKassaPayment:
        if not _ID.fullmatch(reference):
            raise errors.UnknownObject("unknown_payment")
        return objects.read_payment(await self.client.get(f"/payments/{reference}"))

    async def _describe(self, payment: objects.YooKassaPayment) -> gateway.ProviderPayment:
        movements = [charge] if (charge := objects.get_charge(payment)) else []
        refunds: list[objects.YooKassaRefund] = []
        if payment.status == "succeeded":
            # Refunds that wait or were declined are not part of the refunded amount.
            documents = self.client.list_all("/refunds", {"payment_id": payment.id})
            refunds = [objects.read_refund(document) async for document in documents]
        movements += [item.to_movement() for item in refunds if item.status == "succeeded"]
        status = objects.get_status(payment)
        return gateway.ProviderPayment(
            reference=payment.id,
            status=status,
            amount=payment.amount.to_minor_units(),
            currency=payment.amount.currency,
            payment_id=payment.payment_id,
            failure=payment.cancellation_details.reason if status == "failed" else "",
            method=objects.get_saved_method(payment.payment_method),
            movements=tuple(movements),
            refunds=tuple(item.to_refund() for item in refunds),
            next_step=self._get_next_step(payment) if status == "requires_action" else None,
        )

    def _get_next_step(self, payment: objects.YooKassaPayment) -> gateway.NextStep:
        token = payment.confirmation.confirmation_token if payment.confirmation else ""
        return gateway.NextStep("yookassa", {"token": token, "script_url": self.script_url})


def _is_key_forgotten(charge: gateway.Charge) -> bool:
    return charge.created_at is not None and clock.now() - charge.created_at > KEY_LIFETIME


def _get_locale() -> str:
    """Return the language of YooKassa's forms. They know only two."""
    return "ru_RU" if active_language() == "ru" else "en_US"
