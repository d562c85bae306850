"""Payments at the sandbox: a user's renewals of a year, a refund, credit, gifts, a failing card."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from uuid import uuid5

from sqlalchemy import func
from sqlmodel import col, select

from community.cli.demo_loader.load_context import LoadContext
from community.cli.demo_loader.progress import NAMESPACE
from community.cli.demo_loader.scenes.plans import PATRON, PROMO_CODE, READER, READER_YEARLY
from community.core import clock
from community.core.db.sessions import read_session
from community.domain import subscriptions
from community.domain.subscriptions.checkout import checkouts
from community.gateways.payments.sandbox.gateway import SandboxGateway
from community.models import Payment, PurchaseConsent, UserSubscription
from community.workflows import payments

PaymentScene = Callable[[LoadContext], Awaitable[object]]
_REFUND = 150


async def renew_until_now() -> None:
    """Renew the subscriptions at the times at which they were due, as the server would do."""
    last: datetime | None = None
    while (due_at := await _find_next_due()) is not None and due_at <= clock.now():
        # A renewal that changes nothing must not be tried forever.
        due_at = due_at if last is None else max(due_at, last + timedelta(minutes=10))
        if due_at > clock.now():
            return
        with clock.travel(due_at - clock.now()):
            await payments.renew_subscriptions()
        last = due_at


async def _find_next_due() -> datetime | None:
    due_at = func.coalesce(UserSubscription.next_charge_at, UserSubscription.access_until)
    is_live = col(UserSubscription.status).in_(subscriptions.LIVE_STATUSES)
    async with read_session() as session:
        query = select(UserSubscription).where(is_live).order_by(due_at).limit(1)
        row = await session.scalar(query)
    return None if row is None else row.next_charge_at or row.access_until


async def _buy(
    context: LoadContext,
    buyer: str,
    plan: str,
    *,
    card: str,
    promo_code: str,
    recipient: str,
    message: str,
) -> None:
    """Agree to the price and the terms, and pay. A repeated call buys nothing again."""
    actor, plan_id = context.actors[buyer], context.plan_ids[plan]
    recipient_id = context.actors[recipient].id if recipient else None
    if await _has_bought(actor.id):
        return
    async with read_session() as session:
        checkout = await checkouts.preview(
            session, actor, plan_id=plan_id, promo_code=promo_code, is_gift=bool(recipient)
        )
    started = await payments.start_payment(
        actor,
        plan_id=plan_id,
        promo_code=promo_code,
        recipient_id=recipient_id,
        message=message,
        consent=checkout.version,
    )
    if started is None:
        return
    payment_id = started.payment.id
    async with read_session() as session:
        payment = await subscriptions.find_own_payment(session, actor, payment_id)
    await SandboxGateway().pay(payment.reference, card)
    await payments.confirm_payment(actor, payment_id)


async def _has_bought(user_id: int) -> bool:
    """Return whether an earlier run has played the scene, and was interrupted after it."""
    query = (
        select(PurchaseConsent.id)
        .outerjoin(Payment, col(Payment.id) == col(PurchaseConsent.payment_id))
        .where(
            PurchaseConsent.user_id == user_id,
            PurchaseConsent.agreed_at > clock.now() - timedelta(minutes=30),
            (col(Payment.status) == "succeeded") | col(Payment.id).is_(None),
        )
    )
    async with read_session() as session:
        return await session.scalar(query.limit(1)) is not None


async def _refund_last_renewal(context: LoadContext) -> None:
    admin = context.get_confirmed_admin()
    renewals = select(Payment).where(
        Payment.user_id == context.actors["vera"].id, Payment.kind == "renewal"
    )
    async with read_session() as session:
        query = renewals.order_by(col(Payment.created_at).desc()).limit(1)
        payment = (await session.scalars(query)).one()
    await payments.refund_payment(
        admin,
        payment_id=payment.id,
        reason="problem",
        amount=_REFUND,
        note="Uploads failed for an evening.",
        refund_id=uuid5(NAMESPACE, "refund"),
    )


async def _renew(_context: LoadContext) -> None:
    """Only renew what is due, as every payment scene does first."""


async def _reconcile(_context: LoadContext) -> None:
    await payments.run_reconciliation()


def _make_purchase(
    buyer: str,
    plan: str,
    *,
    card: str = "success",
    promo_code: str = "",
    recipient: str = "",
    message: str = "",
) -> PaymentScene:
    return partial(
        _buy,
        buyer=buyer,
        plan=plan,
        card=card,
        promo_code=promo_code,
        recipient=recipient,
        message=message,
    )


PAYMENT_SCENES: dict[str, PaymentScene] = {
    "subscribe_vera": _make_purchase("vera", READER),
    "subscribe_hana": _make_purchase("hana-k", READER),
    "upgrade_vera": _make_purchase("vera", PATRON),
    "downgrade_vera": _make_purchase("vera", READER),
    "upgrade_vera_again": _make_purchase("vera", PATRON),
    "refund_vera": _refund_last_renewal,
    "subscribe_arjun_for_a_year": _make_purchase("arjun", READER_YEARLY),
    "subscribe_pieter_with_a_failing_card": _make_purchase(
        "pieter_dv", READER, card="renewal_declined"
    ),
    "subscribe_sam_with_a_promo_code": _make_purchase("sam", READER, promo_code=PROMO_CODE),
    "subscribe_tomasz": _make_purchase("tomasz", PATRON),
    "downgrade_tomasz": _make_purchase("tomasz", READER),
    "renew_before_notifications": _renew,
    "give_to_grace": _make_purchase(
        "marta", READER, recipient="grace", message="For the repair café numbers."
    ),
    "give_to_marta": _make_purchase(
        "leila", PATRON, recipient="marta", message="Thank you for the sourdough."
    ),
    "renew": _renew,
    "reconcile": _reconcile,
}
