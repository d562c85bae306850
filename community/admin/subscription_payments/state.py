from typing import Any, ClassVar
from uuid import UUID, uuid4

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.record_list.state import save_form
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.state import TableState
from community.admin.subscription_payments import models
from community.admin.subscription_payments.table import PAYMENT_LAYOUT
from community.core import money
from community.core.errors import Conflict, Invalid
from community.domain import subscriptions
from community.i18n import gettext as _
from community.state.runtime import forms, request_context, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.workflows import payments


class RefundForm(BaseModel):
    amount: str = Field("", max_length=40)
    reason: str = Field("", max_length=40)
    note: str = Field("", max_length=2_000)


class PaymentsState(TableState, rx.State):
    """The table of payments, and the one in the side sheet."""

    layout: ClassVar[TableLayout] = PAYMENT_LAYOUT

    record: subscriptions.PaymentRecord | None = None
    # The amounts of the payment in the side sheet.
    texts: models.PaymentTexts = models.PaymentTexts()
    balances: list[models.BalanceFigure] = []  # what each provider took minus what it returned
    refund_id: str = ""  # the id of the refund that the dialog makes; "" if the dialog is closed
    refund_error: str = ""  # why the provider has refused the refund
    errors: dict[str, str] = {}

    @rx.event
    @admin("")
    async def open_refund(self) -> None:
        self.refund_id, self.refund_error, self.errors = str(uuid4()), "", {}

    @rx.event
    @admin("")
    async def close_refund(self) -> None:
        self._close_dialogs()

    @rx.event
    @admin("", limit="writes")
    async def refund(self, message: dict[str, Any]) -> None:
        """Return money to the buyer of the payment in the side sheet."""
        if self.record is None or not self.refund_id:
            return
        payment_id, form = self.record.id, forms.parse(RefundForm, message)
        self.refund_error = ""
        try:
            if not await save_form(self, self._refund(self.record, form)):
                return
        except Conflict as error:
            self.refund_error = error.message
            await self._load_record(payment_id)
            return
        self._close_dialogs()
        await self._load_record(payment_id)
        await self._show_refund()

    async def _refund(self, record: subscriptions.PaymentRecord, form: RefundForm) -> None:
        amount = money.parse_amount(form.amount, record.currency)
        if amount is None:
            message = _("Enter an amount such as {example}.", example=self.texts.refundable_input)
            raise Invalid.for_field("amount", message)
        await payments.refund_payment(
            request_context.get_actor(),
            payment_id=record.id,
            amount=amount,
            reason=form.reason,
            note=form.note,
            refund_id=UUID(self.refund_id),
        )

    async def _show_refund(self) -> None:
        refunds = self.record.refunds if self.record else []
        if refunds and refunds[-1].status == "succeeded":
            await toasts.show_toast(self, _("Money returned"))
        else:
            await toasts.show_toast(self, _("The payment provider is making the refund."))

    def _close_dialogs(self) -> None:
        self.refund_id, self.refund_error, self.errors = "", "", {}

    @rx.event
    @admin("", limit="admin_tables")
    async def load_balances(self) -> None:
        self.balances = models.build_balances(await run_query(subscriptions.load_balances))

    @rx.event
    @admin("", limit="writes")
    async def replay(self, event_id: Id) -> None:
        """Apply a message of the provider again, and show that it waits."""
        payment_id = await run_action(subscriptions.replay_event, event_id=event_id)
        await self._load_record(payment_id)
        await toasts.show_toast(self, _("The message is applied again"))

    async def _load_record(self, record_id: UUID) -> None:
        self.record = await run_query(subscriptions.get_payment, payment_id=record_id)
        self.texts = models.build_texts(self.record)
