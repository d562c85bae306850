"""HTTP routes for plans, subscriptions and the payments for them."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Caller, Session, SignedIn, error_responses, rate_limit
from community.api.http.idempotency import resumable
from community.api.http.parameters import DefaultPageParams
from community.api.http.responses import HtmlDefaultRoute
from community.core.db.pagination import Page
from community.domain import subscriptions
from community.gateways.payments import NextStep
from community.workflows import payments

router = APIRouter(tags=["Subscriptions"])
page_router = APIRouter(tags=["Subscriptions"], route_class=HtmlDefaultRoute)
write_router = APIRouter(tags=["Subscriptions"], dependencies=[rate_limit("writes")])


class PaymentRequest(BaseModel):
    """What the caller buys.

    Attributes:
        recipient_id: The user who gets the plan as a gift, or null for the caller.
        message: What the caller writes to them.
        consent: `version` of the quote that the buyer has agreed to. It is stored, and the amount
            that it shows is charged. Without it, the page of the payment asks the buyer.
    """

    plan_id: Annotated[int, Field(gt=0, lt=2**63)]
    promo_code: Annotated[str, Field(max_length=60)] = ""
    recipient_id: Annotated[int | None, Field(gt=0, lt=2**63)] = None
    message: Annotated[str, Field(max_length=5_000)] = ""
    consent: Annotated[str, Field(max_length=64)] = ""


class TrialRequest(BaseModel):
    plan_id: Annotated[int, Field(gt=0, lt=2**63)]


class PaymentIdRequest(BaseModel):
    payment_id: UUID


class CancelRequest(BaseModel):
    """The reason is optional, and only administrators see it."""

    reason: Annotated[str, Field(max_length=2_000)] = ""


class NextStepView(BaseModel):
    """What the page of the buyer does next: the provider, and what its script needs.

    `page` is the URL of that page, on which buyers of other programs continue.
    """

    kind: str
    values: dict[str, str]
    page: str


class StartedPaymentView(BaseModel):
    """A payment and its next step. Both are null if there was nothing to pay."""

    payment: subscriptions.PaymentView | None
    next: NextStepView | None


class StartedSetupView(BaseModel):
    """A card that is saved, and what the page of the user does next."""

    setup: subscriptions.MethodSetupView
    next: NextStepView | None


class OverdueRequest(BaseModel):
    """How the renewal is paid. With another card, renewals charge that card from now on."""

    with_other_card: bool = False


class PlanList(BaseModel):
    items: list[subscriptions.PlanView]


class OwnSubscription(BaseModel):
    subscription: subscriptions.SubscriptionView | None


class SandboxPaymentRequest(BaseModel):
    """A card of the sandbox, or the answer to the question of the bank."""

    card: Annotated[str, Field(max_length=40)] = ""
    accepts: bool | None = None


@page_router.get(urls.PLANS)
async def list_plans(actor: Caller, session: Session) -> PlanList:
    """List the plans on sale with their features, and how VAT applies to their prices.

    There are none without a payment provider.
    """
    plans = await subscriptions.list_offered_plans(session)
    vat = await subscriptions.billing_details.load_treatment(session, actor)
    return PlanList(items=[plan.model_copy(update={"vat": vat}) for plan in plans])


@router.get("/subscriptions")
async def get_subscription(actor: SignedIn, session: Session) -> OwnSubscription:
    """Retrieve the live subscription of the caller."""
    return OwnSubscription(subscription=await subscriptions.find_subscription(session, actor))


@router.get("/subscriptions/payments")
async def list_payments(
    actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[subscriptions.PaymentView]:
    """List the payments of the caller, newest first."""
    return await subscriptions.list_own_payments(
        session, actor, cursor=page.cursor, limit=page.limit
    )


@router.get("/subscriptions/payments/{payment}", responses=error_responses("not_found"))
async def get_payment(
    actor: SignedIn, session: Session, payment_id: Annotated[UUID, Path(alias="payment")]
) -> subscriptions.PaymentView:
    """Retrieve a payment of the caller."""
    return await subscriptions.get_own_payment(session, actor, payment_id)


@write_router.post(
    "/subscriptions/payments",
    status_code=201,
    dependencies=[resumable],
    responses=error_responses(
        *("banned", "payments_off", "already_subscribed", "billing_address_required"),
        "terms_changed",
    ),
)
async def start_payment(
    actor: SignedIn, request: PaymentRequest, response: Response
) -> StartedPaymentView:
    """Begin to buy a plan. The same request again continues the unfinished payment."""
    started = await payments.start_payment(
        actor,
        plan_id=request.plan_id,
        promo_code=request.promo_code,
        recipient_id=request.recipient_id,
        message=request.message,
        consent=request.consent,
    )
    url = f"/subscriptions/payments/{started.payment.id}" if started else "/subscriptions"
    response.headers["Location"] = url
    return _build_payment_view(started)


@write_router.post(
    "/subscriptions/trial",
    status_code=201,
    responses=error_responses(
        *("banned", "payments_off", "already_subscribed", "trial_unavailable", "trial_used")
    ),
)
async def start_trial(
    actor: SignedIn, session: Session, request: TrialRequest, response: Response
) -> OwnSubscription:
    """Use a plan for its trial days. It ends by itself, and nothing is charged."""
    response.headers["Location"] = "/subscriptions"
    await subscriptions.start_trial(session, actor, plan_id=request.plan_id)
    return OwnSubscription(subscription=await subscriptions.find_subscription(session, actor))


@write_router.post(
    "/subscriptions/payments/confirm",
    dependencies=[resumable],
    responses=error_responses("not_found"),
)
async def confirm_payment(actor: SignedIn, request: PaymentIdRequest) -> subscriptions.PaymentView:
    """Report that the buyer has paid. The server asks the provider and believes only its answer."""
    return await payments.confirm_payment(actor, request.payment_id)


@write_router.post(
    "/subscriptions/payments/cancel",
    dependencies=[resumable],
    responses=error_responses("not_found"),
)
async def cancel_payment(actor: SignedIn, request: PaymentIdRequest) -> subscriptions.PaymentView:
    """Cancel an unfinished payment. If the provider took the money before, it succeeds."""
    return await payments.cancel_payment(actor, request.payment_id)


@write_router.post("/subscriptions/payments/{payment}/sandbox", dependencies=[resumable])
async def pay_at_sandbox(
    actor: SignedIn,
    payment_id: Annotated[UUID, Path(alias="payment")],
    request: SandboxPaymentRequest,
) -> subscriptions.PaymentView:
    """Pay at the sandbox with one of its cards, or answer the question of the bank."""
    if request.accepts is not None:
        return await payments.answer_bank_at_sandbox(actor, payment_id, accepts=request.accepts)
    return await payments.pay_at_sandbox(actor, payment_id, card=request.card)


@write_router.post(
    "/subscriptions/cards",
    status_code=201,
    dependencies=[resumable],
    responses=error_responses("banned", "not_found", "not_renewed", "not_replaceable"),
)
async def start_card(actor: SignedIn, response: Response) -> StartedSetupView:
    """Begin to replace the card of the subscription. Nothing is charged."""
    started = await payments.start_setup(actor)
    response.headers["Location"] = f"/subscriptions/cards/{started.setup.id}"
    return _build_setup_view(started)


@router.get("/subscriptions/cards/{setup}", responses=error_responses("not_found"))
async def get_card(
    actor: SignedIn, session: Session, setup_id: Annotated[UUID, Path(alias="setup")]
) -> subscriptions.MethodSetupView:
    """Retrieve a card that the caller saves."""
    return await subscriptions.get_own_setup(session, actor, setup_id)


@write_router.post(
    "/subscriptions/cards/{setup}/confirm",
    dependencies=[resumable],
    responses=error_responses("not_found"),
)
async def confirm_card(
    actor: SignedIn, setup_id: Annotated[UUID, Path(alias="setup")]
) -> StartedSetupView:
    """Report that the user has entered a card. The server believes only the provider."""
    return _build_setup_view(await payments.continue_setup(actor, setup_id))


@write_router.delete("/subscriptions/cards", responses=error_responses("not_found"))
async def remove_card(actor: SignedIn, session: Session) -> OwnSubscription:
    """Remove the saved card, which ends the renewal. Idempotent."""
    await subscriptions.remove_method(session, actor)
    return OwnSubscription(subscription=await subscriptions.find_subscription(session, actor))


@write_router.post(
    "/subscriptions/pay",
    dependencies=[resumable],
    responses=error_responses("not_found", "nothing_due"),
)
async def pay_renewal(actor: SignedIn, request: OverdueRequest | None = None) -> StartedPaymentView:
    """Pay a renewal that has failed, with the saved card or another one.

    If a bank asks for a confirmation, the next step continues the same payment.
    """
    started = await payments.pay_now(
        actor, with_other_card=(request or OverdueRequest()).with_other_card
    )
    return _build_payment_view(started)


def _build_payment_view(started: payments.StartedPayment | None) -> StartedPaymentView:
    if started is None:
        return StartedPaymentView(payment=None, next=None)
    return StartedPaymentView(
        payment=started.payment,
        next=_build_next_step_view(started.next_step, urls.payment(started.payment.id)),
    )


def _build_setup_view(started: payments.StartedSetup) -> StartedSetupView:
    return StartedSetupView(
        setup=started.setup,
        next=_build_next_step_view(started.next_step, urls.card_setup(started.setup.id)),
    )


def _build_next_step_view(step: NextStep | None, path: str) -> NextStepView | None:
    if step is None:
        return None
    return NextStepView(kind=step.kind, values=dict(step.values), page=urls.absolute(path))


@write_router.post("/subscriptions/cancel", responses=error_responses("not_found"))
async def cancel_subscription(
    actor: SignedIn, session: Session, request: CancelRequest | None = None
) -> OwnSubscription:
    """End the renewal. The features stay until the end of the paid period. Idempotent."""
    await subscriptions.cancel(session, actor, reason=(request or CancelRequest()).reason)
    return OwnSubscription(subscription=await subscriptions.find_subscription(session, actor))


@write_router.post("/subscriptions/resume", responses=error_responses("not_found"))
async def resume_subscription(actor: SignedIn, session: Session) -> OwnSubscription:
    """Take back the cancellation. Idempotent."""
    await subscriptions.resume(session, actor)
    return OwnSubscription(subscription=await subscriptions.find_subscription(session, actor))
