"""The sandbox: a payment provider for trying out, which moves no money.

It has its own table, as a provider has its own database. Its cards play what real cards do: they
succeed, are declined, ask for a confirmation, or take a while.
"""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, ids, signed_tokens
from community.core.db.sessions import read_session, unit_of_work
from community.core.db.statements import insert
from community.gateways.payments import errors, gateway
from community.gateways.payments.returns import ProviderDispute, ProviderRefund, RefundReceipt
from community.gateways.payments.sandbox.cards import CARDS, STATUSES, to_method
from community.gateways.payments.sandbox.setups import create_setup, find_setup
from community.models import SandboxPayment

SIGNATURE_HEADER: Final = "sandbox-signature"
PAGE_SIZE: Final = 100
PROCESSING_TIME: Final = timedelta(seconds=5)
ENDED: Final = frozenset({"succeeded", "failed"})
TIME_TO_ANSWER: Final = timedelta(days=9)


def sign_webhook(body: bytes) -> str:
    return signed_tokens.compute_digest("sandbox-webhook", body.decode(errors="replace"))


class SandboxGateway:
    name = "sandbox"

    async def create_payment(self, charge: gateway.Charge) -> gateway.ProviderPayment:
        key = str(charge.payment_id)
        async with unit_of_work() as session:
            await session.execute(
                insert(session, SandboxPayment)
                .values(
                    id=f"sandbox_{ids.new_token()[:24]}",
                    idempotency_key=key,
                    payment_id=key,
                    amount=charge.amount,
                    currency=charge.currency,
                    card="",
                    status="requires_payment",
                    failure="",
                    refunds={},
                    created_at=clock.now(),
                )
                .on_conflict_do_nothing()
            )
            row = (
                await session.scalars(
                    select(SandboxPayment)
                    .where(SandboxPayment.idempotency_key == key)
                    .with_for_update()
                )
            ).one()
            if (row.amount, row.currency) != (charge.amount, charge.currency):
                raise errors.PaymentProviderError("idempotency_key_reused")
            if charge.method is not None and row.status == "requires_payment":
                _charge_saved_card(row, charge.method)
        return _to_payment(row)

    async def find_payment(self, charge: gateway.Charge) -> gateway.ProviderPayment | None:
        query = select(SandboxPayment).where(
            SandboxPayment.idempotency_key == str(charge.payment_id)
        )
        async with read_session() as session:
            row = await session.scalar(query)
        return _to_payment(row) if row else None

    async def fetch_payment(self, reference: str) -> gateway.ProviderPayment:
        async with unit_of_work() as session:
            return _to_payment(await _lock(session, reference))

    async def cancel_payment(self, reference: str) -> gateway.ProviderPayment:
        async with unit_of_work() as session:
            row = await _lock(session, reference)
            if row.status in {"requires_payment", "requires_action"}:
                row.status = "canceled"
            return _to_payment(row)

    async def refund(
        self,
        reference: str,
        amount: int,
        currency: str,
        key: str,
        *,
        receipt: RefundReceipt | None = None,  # noqa: ARG002  # it is in the protocol
    ) -> gateway.ProviderPayment:
        async with unit_of_work() as session:
            row = await _lock(session, reference)
            # As at Stripe, the bank has already taken the money of a disputed payment.
            is_refundable = row.status == "succeeded" and row.disputed_at is None
            if not is_refundable or currency != row.currency or amount < 1:
                raise errors.PaymentProviderError("not_refundable")
            if key not in row.refunds:
                if sum(row.refunds.values()) + amount > row.amount:
                    raise errors.PaymentProviderError("amount_too_large")
                row.refunds = {**row.refunds, key: amount}
            return _to_payment(row)

    async def create_setup(self, setup: gateway.MethodSetup) -> gateway.ProviderSetup:
        return await create_setup(setup)

    async def fetch_setup(self, reference: str) -> gateway.ProviderSetup:
        return await find_setup(reference)

    async def detach_method(
        self, method: gateway.SavedMethod, *, forgets_customer: bool = False
    ) -> None:
        """The sandbox has no list of saved cards."""

    async def check_keys(self) -> None:
        """The sandbox has no keys."""

    async def describe_account(self) -> gateway.AccountDescription:
        return gateway.AccountDescription(name="", is_test=True)

    def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> gateway.WebhookEvent | None:
        if not compare_digest(headers.get(SIGNATURE_HEADER, ""), sign_webhook(body)):
            raise errors.InvalidSignature("signature")
        try:
            return gateway.WebhookEvent(**json.loads(body))
        except (TypeError, ValueError) as error:
            raise errors.InvalidWebhook("content") from error

    async def list_movements(self, since: datetime) -> AsyncIterator[tuple[str, gateway.Movement]]:
        query = select(SandboxPayment).where(col(SandboxPayment.created_at) >= since)
        query, last = query.order_by(col(SandboxPayment.id)).limit(PAGE_SIZE), ""
        while True:
            async with read_session() as session:
                rows = (await session.scalars(query.where(SandboxPayment.id > last))).all()
            for row in rows:
                for movement in _to_payment(row).movements:
                    yield row.id, movement
            if len(rows) < PAGE_SIZE:
                return
            last = rows[-1].id

    async def pay(self, reference: str, card_code: str) -> gateway.ProviderPayment:
        """Let the buyer pay with one of the cards of the sandbox. The same card is charged once.

        Raise `PaymentProviderError` if there is no such card, or the payment has ended.
        """
        card = CARDS.get(card_code)
        async with unit_of_work() as session:
            row = await _lock(session, reference)
            if card is not None and card.code == row.card:
                return _to_payment(row)
            if card is None or row.status != "requires_payment":
                raise errors.PaymentProviderError("not_payable")
            row.card = card.code
            _charge(row, failure=card.failure, needs_action=card.needs_action, is_slow=card.is_slow)
            return _to_payment(row)

    async def confirm(self, reference: str, *, accepts: bool) -> gateway.ProviderPayment:
        """Let the buyer answer the question of their bank. The same answer again changes nothing.

        Raise `PaymentProviderError` if the bank has not asked, or got another answer.
        """
        async with unit_of_work() as session:
            row = await _lock(session, reference)
            if _find_answer_to_bank(row) is accepts:
                return _to_payment(row)
            if row.status != "requires_action":
                raise errors.PaymentProviderError("not_confirmable")
            _charge(row, failure="" if accepts else "authentication_failed")
            return _to_payment(row)

    async def dispute(self, reference: str) -> gateway.ProviderPayment:
        async with unit_of_work() as session:
            row = await _lock(session, reference)
            if row.status != "succeeded" or row.disputed_at is not None:
                raise errors.PaymentProviderError("not_disputable")
            row.disputed_at = clock.now()
            return _to_payment(row)


def _find_answer_to_bank(row: SandboxPayment) -> bool | None:
    """Return whether the buyer has confirmed the payment. None if their bank got no answer."""
    has_answer = CARDS[row.card].needs_action if row.card else False
    return row.status == "succeeded" if has_answer and row.status in ENDED else None


def _charge_saved_card(row: SandboxPayment, method: gateway.SavedMethod) -> None:
    card = CARDS.get(method.reference)
    if card is None:
        raise errors.PaymentProviderError("unknown_method")
    row.card = card.code
    _charge(
        row,
        failure=card.later_failure,
        needs_action=card.later_needs_action,
        is_slow=card.is_slow,
    )
    if card.later_needs_action:
        row.failure = "authentication_required"


def _charge(
    row: SandboxPayment, *, failure: str = "", needs_action: bool = False, is_slow: bool = False
) -> None:
    row.failure = failure
    if failure:
        row.status = "failed"
    elif needs_action:
        row.status = "requires_action"
    elif is_slow:
        row.status, row.completes_at = "processing", clock.now() + PROCESSING_TIME
    else:
        row.status = "succeeded"


async def _lock(session: AsyncSession, reference: str) -> SandboxPayment:
    row = await session.scalar(
        select(SandboxPayment).where(SandboxPayment.id == reference).with_for_update()
    )
    if row is None:
        raise errors.UnknownObject("unknown_payment")
    if row.status == "processing" and row.completes_at and row.completes_at <= clock.now():
        row.status = "succeeded"
    return row


def _to_payment(row: SandboxPayment) -> gateway.ProviderPayment:
    return gateway.ProviderPayment(
        reference=row.id,
        status=STATUSES[row.status],
        amount=row.amount,
        currency=row.currency,
        payment_id=ids.parse_uuid(row.payment_id),
        failure=row.failure,
        method=to_method(row.card),
        movements=tuple(_list_movements(row)),
        refunds=tuple(
            ProviderRefund(key, key, amount, "succeeded") for key, amount in row.refunds.items()
        ),
        disputes=tuple(_list_disputes(row)),
        next_step=_get_next_step(row),
    )


def _list_movements(row: SandboxPayment) -> Iterator[gateway.Movement]:
    if row.status == "succeeded":
        yield gateway.Movement("charge", row.id, row.amount, row.currency)
    for key, amount in row.refunds.items():
        yield gateway.Movement("refund", key, -amount, row.currency)
    if row.disputed_at:
        rest = row.amount - sum(row.refunds.values())
        yield gateway.Movement("dispute", row.id, -rest, row.currency)


def _list_disputes(row: SandboxPayment) -> Iterator[ProviderDispute]:
    if row.disputed_at:
        rest = row.amount - sum(row.refunds.values())
        due_by = row.disputed_at + TIME_TO_ANSWER
        yield ProviderDispute(
            *(row.id, "needs_response", "fraudulent", rest, row.currency, row.disputed_at, due_by),
            is_test=True,
        )


def _get_next_step(row: SandboxPayment) -> gateway.NextStep | None:
    if STATUSES[row.status] != "requires_action":
        return None
    return gateway.NextStep("sandbox", {"reference": row.id, "status": row.status})
