"""Settings of the plan of a user, and the list of their invoices."""

from typing import Any, ClassVar, Final

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.db.pagination import Page
from community.core.errors import Conflict, DomainError
from community.core.money import format_amount
from community.core.read_models import ReadModel, Timestamp
from community.domain import subscriptions
from community.domain.subscriptions import PaymentMethodView, PaymentView, SubscriptionView, credit
from community.domain.subscriptions.credit import OwnCredit
from community.domain.subscriptions.invoices import InvoiceSummary, describe_document
from community.domain.subscriptions.vat import describe_vat
from community.i18n import formats, gettext as _, noop
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms, request_context
from community.state.runtime.lists import AppendedPage
from community.state.runtime.location import Cursor
from community.state.runtime.policy import signed_in
from community.state.runtime.request_context import run_action, run_query
from community.state.runtime.toasts import show_toast
from community.workflows import payments

_STATUS_LABELS: Final[dict[str, str]] = {
    "created": noop("Not finished"),
    "pending": noop("Not finished"),
    "succeeded": noop("Paid"),
    "canceled": noop("Canceled"),
    "failed": noop("Declined"),
    "expired": noop("Expired"),
    "refunded": noop("Refunded"),
}


class SubscriptionContent(ReadModel):
    plan: str
    price: str
    vat: str = ""  # whether VAT is added to the price, or "" without VAT and if it is not renewed
    end: str  # when the subscription is renewed, or until when the user may use the plan
    problem: str = ""  # why the last renewal was not paid, or ""
    confirm_url: str = ""  # the page on which the user confirms the renewal with their bank, or ""
    upcoming: list[str] = []  # what lowers the next renewals, and from when the price changes
    card: str = ""  # the card that renewals charge, or ""
    features: str = ""
    can_cancel: bool = False  # whether the subscription is renewed by itself
    can_resume: bool = False  # whether the user has ended the renewal
    can_replace_card: bool = False  # whether a card can renew the plan
    can_pay: bool = False  # whether the last renewal failed and can be tried again now


class PaymentRow(ReadModel):
    id: str
    url: str
    text: str
    status: str
    created_at: Timestamp


class CreditRow(ReadModel):
    """A change of the credit."""

    id: int
    text: str
    amount: str
    url: str = ""  # the page of the payment that has used it or given it back, or ""
    created_at: Timestamp


class CreditContent(ReadModel):
    """The credit of the user, in all currencies, and its newest changes."""

    balance: str
    rows: list[CreditRow]


class CancelFormData(BaseModel):
    reason: str = Field("", max_length=100_000)


class PaymentsPage(AppendedPage):
    rows: list[PaymentRow] = []


class SubscriptionState(TransientVarsState, rx.State):
    """The live subscription of the user, and the most recently loaded page of their payments."""

    content: SubscriptionContent | None = None
    loaded_page: PaymentsPage | None = None
    credit: CreditContent | None = None  # the credit of the user; None if they have never had any
    is_dialog_open: bool = False  # whether the dialog asks if the user wants to cancel the renewal
    errors: dict[str, str] = {}  # maps the fields of the dialog to error messages
    # The page on which the user replaces the card or confirms a payment. Empty before.
    next_url: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @signed_in()
    async def open_dialog(self) -> None:
        self.is_dialog_open, self.errors = True, {}

    @rx.event
    @signed_in()
    async def close_dialog(self) -> None:
        self.is_dialog_open = False

    @rx.event
    @signed_in(limit="writes")
    async def cancel(self, message: dict[str, Any]) -> None:
        form = forms.parse(CancelFormData, message)
        try:
            await run_action(subscriptions.cancel, reason=form.reason)
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            if not self.errors:
                raise
            return
        self.is_dialog_open = False
        self._set_subscription(await run_query(subscriptions.find_subscription))
        await show_toast(self, _("Renewal canceled"))

    @rx.event
    @signed_in(limit="writes")
    async def resume(self) -> None:
        await run_action(subscriptions.resume)
        self._set_subscription(await run_query(subscriptions.find_subscription))
        await show_toast(self, _("Renewal resumed"))

    @rx.event
    @signed_in(limit="writes")
    async def replace_card(self) -> None:
        """Begin to save another card, and open its page."""
        started = await payments.start_setup(request_context.get_actor())
        self.next_url = urls.card_setup(started.setup.id)

    @rx.event
    @signed_in(limit="writes")
    async def remove_card(self) -> None:
        await run_action(subscriptions.remove_method)
        self._set_subscription(await run_query(subscriptions.find_subscription))
        await show_toast(self, _("Card removed"))

    @rx.event
    @signed_in(limit="writes")
    async def pay(self) -> None:
        """Pay the renewal that has failed, here or on the page of the payment."""
        started = await payments.pay_now(request_context.get_actor())
        self._set_plan(
            await run_query(subscriptions.find_subscription),
            await run_query(subscriptions.list_own_payments),
        )
        self._set_credit(await run_query(credit.get_own_credit))
        if started is None or started.payment.status == "succeeded":
            await show_toast(self, _("Plan renewed"))
        elif started.payment.status in subscriptions.UNFINISHED_STATUSES:
            self.next_url = urls.payment(started.payment.id)
        else:
            failure = started.payment.failure
            raise Conflict(failure or _("Payment declined"), code="payment_declined")

    @rx.event
    @signed_in()
    async def load_more(self, cursor: Cursor) -> None:
        self._set_page(await run_query(subscriptions.list_own_payments, cursor=cursor), cursor)

    def _set_subscription(self, subscription: SubscriptionView | None) -> None:
        self.content = _build_content(subscription) if subscription else None

    def _set_plan(self, subscription: SubscriptionView | None, page: Page[PaymentView]) -> None:
        self._set_subscription(subscription)
        self.is_dialog_open, self.next_url = False, ""
        self._set_page(page, "")

    def _set_credit(self, credit: OwnCredit) -> None:
        self.credit = _build_credit(credit) if credit.changes else None

    def _set_page(self, page: Page[PaymentView], cursor: str) -> None:
        self.loaded_page = PaymentsPage(
            start_cursor=cursor,
            next_cursor=page.next_cursor or "",
            rows=[_build_row(payment) for payment in page.items],
        )


def _build_content(subscription: SubscriptionView) -> SubscriptionContent:
    overdue, has_method = subscription.overdue, subscription.payment_method is not None
    must_confirm = overdue is not None and overdue.needs_action
    return SubscriptionContent(
        plan=subscription.plan.name,
        price=_describe_price(subscription),
        vat=describe_vat(subscription.vat) if subscription.renews_at else "",
        end=_describe_end(subscription),
        upcoming=subscription.upcoming,
        card=_describe_card(subscription.payment_method),
        features=", ".join(feature.name for feature in subscription.features),
        problem=overdue.failure if overdue else "",
        confirm_url=urls.payment(overdue.payment_id) if overdue and must_confirm else "",
        can_cancel=subscription.renews_at is not None or subscription.status == "past_due",
        can_resume=subscription.status == "canceled" and has_method,
        can_replace_card=subscription.may_replace_method,
        can_pay=overdue is not None and not must_confirm,
    )


def _describe_price(subscription: SubscriptionView) -> str:
    if subscription.origin == "trial":
        return _("Free trial")
    if subscription.origin == "gift":
        return _("Gift from {name}", name=subscription.giver) if subscription.giver else _("Gift")
    if subscription.origin == "grant":
        return _("Granted by the administrators")
    return subscriptions.describe_price(
        subscription.price, subscription.currency, subscription.period
    )


def _describe_end(subscription: SubscriptionView) -> str:
    until = formats.format_full_date(subscription.access_until)
    if subscription.origin == "trial":
        return _("Ends on {date}. Nothing is charged.", date=until)
    if subscription.status == "past_due":
        return describe_overdue(subscription)
    if subscription.renews_at is not None:
        return _("Renews on {date}", date=formats.format_full_date(subscription.renews_at))
    return _("You can use the plan until {date}.", date=until)


def _describe_card(method: PaymentMethodView | None) -> str:
    return f"•••• {method.last4}" if method and method.last4 else ""


def _build_credit(own: OwnCredit) -> CreditContent:
    balance = credit.describe_amounts(own.balances)
    return CreditContent(
        balance=balance or _("You have no credit now."),
        rows=[
            CreditRow(
                id=change.id,
                text=credit.describe_kind(change.kind),
                amount=format_amount(change.amount, change.currency),
                url=urls.payment(change.payment_id) if change.payment_id else "",
                created_at=change.created_at,
            )
            for change in own.changes
        ],
    )


def _build_row(payment: PaymentView) -> PaymentRow:
    plan, amount = payment.plan.name, format_amount(payment.amount, payment.currency)
    return PaymentRow(
        id=str(payment.id),
        url=urls.payment(payment.id),
        text=_("{plan} for {name} · {amount}", plan=plan, name=payment.recipient, amount=amount)
        if payment.recipient
        else f"{plan} · {amount}",
        status=_(_STATUS_LABELS[payment.status]),
        created_at=payment.created_at,
    )


class InvoiceRow(ReadModel):
    id: int
    url: str
    title: str
    amount: str
    issued_at: Timestamp


class InvoiceListPage(AppendedPage):
    rows: list[InvoiceRow] = []


class InvoicesState(TransientVarsState, rx.State):
    """The most recently loaded page of the invoices of the user."""

    loaded_page: InvoiceListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @signed_in()
    async def load_more(self, cursor: Cursor) -> None:
        page = await run_query(subscriptions.invoices.list_own_documents, cursor=cursor)
        self._set_page(page, cursor)

    def _set_page(self, page: Page[InvoiceSummary], cursor: str = "") -> None:
        self.loaded_page = InvoiceListPage(
            start_cursor=cursor,
            next_cursor=page.next_cursor or "",
            rows=[_build_invoice_row(document) for document in page.items],
        )


def _build_invoice_row(document: InvoiceSummary) -> InvoiceRow:
    return InvoiceRow(
        id=document.id,
        url=urls.invoice_document(document.id),
        title=describe_document(document),
        amount=format_amount(document.gross, document.currency),
        issued_at=document.issued_at,
    )


def describe_overdue(subscription: SubscriptionView) -> str:
    """Return until when the viewer keeps the plan whose renewal was not paid."""
    plan, date = subscription.plan.name, formats.format_full_date(subscription.access_until)
    if not subscription.has_access:
        return _(
            "The renewal of “{plan}” was not paid. The plan is paused until you pay it.", plan=plan
        )
    return _(
        "The renewal of “{plan}” was not paid. You keep your plan until {date}.",
        plan=plan,
        date=date,
    )
