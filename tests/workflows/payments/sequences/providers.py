"""The stand-ins for Stripe and YooKassa, as the sequences with their gateways use them."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import site
from community.domain.subscriptions import PlanView
from community.gateways.payments import PaymentGateway
from community.gateways.payments.stripe.gateway import SIGNATURE_HEADER
from community.gateways.payments.yookassa import client as yookassa_client
from tests.stand_ins.stripe.events import sign
from tests.stand_ins.stripe.returns import fail_refund
from tests.stripe_server import make_gateway, open_stripe, sell_with_stripe, use_stripe
from tests.yookassa_server import run_yookassa, sell_with_yookassa

RETURN_URL = "http://localhost/plans"
Event = tuple[bytes, Mapping[str, str]]


@dataclass
class Provider:
    """A provider, its gateway, and what its buyers and its network do.

    Attributes:
        pay: Lets the buyer pay with a card that works.
        list_events: Returns all messages to the site, the first one first.
        set_down: Whether the next requests have no answer.
        shift_amount: Adds to the amount of a payment, as a fault of the provider.
        roll_key: Replaces the secret key of the account, and the one of the site.
        fail_refund: Lets the bank of the buyer send the money of a refund back.
    """

    gateway: PaymentGateway
    plan: PlanView
    pay: Callable[[str], Any]
    list_events: Callable[[], list[Event]]
    set_down: Callable[[bool], None]
    shift_amount: Callable[[str, int], None]
    roll_key: Callable[[str], Awaitable[None]]
    fail_refund: Callable[[int], None] = lambda _: None


@asynccontextmanager
async def open_stripe_provider(admin: Actor) -> AsyncIterator[Provider]:
    async with open_stripe() as stand_in:
        plan = await sell_with_stripe(admin, stand_in)

        def list_events() -> list[Event]:
            bodies = [json.dumps(event).encode() for event in stand_in.events.recorded]
            return [
                (body, {SIGNATURE_HEADER: sign(body, stand_in.events.secret)}) for body in bodies
            ]

        def shift_amount(reference: str, by: int) -> None:
            stand_in.get("payment_intent", reference)["amount"] += by

        def fail_any_refund(number: int) -> None:
            made = [item for item in stand_in.list_kind("refund") if item["status"] == "succeeded"]
            if made:
                fail_refund(stand_in, made[number % len(made)])

        async def roll_key(key: str) -> None:
            stand_in.secret_key = f"sk_test_{key}"
            await use_stripe(admin, stand_in)
            provider.gateway = make_gateway(stand_in)

        provider = Provider(
            make_gateway(stand_in),
            plan,
            pay=lambda reference: stand_in.pay(reference, "pm_card_visa", return_url=RETURN_URL),
            list_events=list_events,
            set_down=lambda is_down: setattr(stand_in, "is_down", is_down),
            shift_amount=shift_amount,
            roll_key=roll_key,
            fail_refund=fail_any_refund,
        )
        yield provider


@asynccontextmanager
async def open_yookassa_provider(admin: Actor) -> AsyncIterator[Provider]:
    async with run_yookassa() as server:
        plan = await sell_with_yookassa(admin, server, price=500)

        def list_events() -> list[Event]:
            documents = [item.to_document() for item in server.shop.notifications]
            return [(json.dumps(document).encode(), {}) for document in documents]

        def set_down(is_down: bool) -> None:
            # The requests are executed, and their answers are lost.
            server.api.failures[:] = ["after"] * 3 if is_down else []

        def shift_amount(reference: str, by: int) -> None:
            server.shop.payments[reference].amount += Decimal(by) / 100

        async def roll_key(key: str) -> None:
            server.shop.secret_key = f"test_{key}"
            changes = await site.prepare_changes(site.PaymentSettings, server.list_settings())
            async with unit_of_work() as session:
                await site.change_settings(session, admin, changes)
            provider.gateway = server.gateway

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(yookassa_client, "RETRY_DELAYS", (0, 0))
            provider = Provider(
                server.gateway,
                plan,
                pay=server.pay,
                list_events=list_events,
                set_down=set_down,
                shift_amount=shift_amount,
                roll_key=roll_key,
            )
            yield provider
