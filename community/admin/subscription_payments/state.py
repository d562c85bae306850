"""State of the section with the payments for subscriptions."""

from typing import ClassVar
from uuid import UUID

import reflex as rx

from community.admin.blocks.table_state import TableState
from community.admin.subscription_payments.models import (
    BalanceFigure,
    PaymentTexts,
    build_balances,
    build_texts,
)
from community.core.tables import Table
from community.domain import subscriptions
from community.domain.subscriptions import PAYMENT_TABLE, PaymentRecord
from community.i18n import gettext as _
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.toasts import show_toast


class PaymentsState(TableState, rx.State):
    """The table of payments, and the one in the side sheet.

    Attributes:
        texts: The amounts of the payment in the side sheet.
        balances: What each provider took minus what it returned.
    """

    table: ClassVar[Table] = PAYMENT_TABLE

    record: PaymentRecord | None = None
    texts: PaymentTexts = PaymentTexts()
    balances: list[BalanceFigure] = []

    @rx.event
    @admin("", limit="admin_tables")
    async def load_balances(self) -> None:
        self.balances = build_balances(await run_query(subscriptions.load_balances))

    @rx.event
    @admin("", limit="writes")
    async def replay(self, event_id: Id) -> None:
        """Apply a message of the provider again, and show that it waits."""
        payment_id = await run_action(subscriptions.replay_event, event_id=event_id)
        await self._load_record(payment_id)
        await show_toast(self, _("The message is applied again"))

    async def _load_record(self, record_id: UUID) -> None:
        self.record = await run_query(subscriptions.get_payment, payment_id=record_id)
        self.texts = build_texts(self.record)
