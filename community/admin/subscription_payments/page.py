"""The page with the payments for subscriptions."""

from typing import Any

import reflex as rx

from community.admin.blocks.figures import figure, figures
from community.admin.blocks.table.data_table import data_table
from community.admin.layout import admin_page
from community.admin.subscription_payments import reconciliation
from community.admin.subscription_payments.refund_dialog import refund_dialog
from community.admin.subscription_payments.sheet import payment_sheet
from community.admin.subscription_payments.state import PaymentsState
from community.i18n import gettext as _


def subscription_payments_page() -> rx.Component:
    state: Any = PaymentsState
    return admin_page(
        "subscription-payments",
        rx.cond(
            state.balances.length() > 0,
            figures(
                rx.foreach(
                    state.balances, lambda balance: figure(balance.provider, balance.amount)
                ),
                label=_("Money taken minus money returned"),
            ),
        ),
        reconciliation.reconciliation_card(),
        data_table(
            state,
            caption=_("Payments"),
            search_label=_("Search by person or number at the provider"),
            empty_title=_("No payments yet"),
            empty_text=_("Payments appear here as soon as someone begins to buy a plan."),
            empty_icon="credit_card",
        ),
        dialogs=(payment_sheet(), refund_dialog(), reconciliation.explanation_dialog()),
    )
