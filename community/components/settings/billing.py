"""The groups of the settings section of the subscription with billing details and invoices."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.billing_form import billing_form
from community.components.draft_form import save_bar
from community.components.lists import AppendedList, use_appended_list
from community.components.settings.section import settings_group
from community.i18n import gettext as _
from community.state.pages.settings.billing import BillingState
from community.state.pages.settings.subscription import InvoiceRow, InvoicesState
from community.styles import settings as styles

_State: Any = InvoicesState


class AppendedInvoices(AppendedList):
    rows: list[InvoiceRow] = []


def billing_groups() -> rx.Component:
    return rx.fragment(
        settings_group(
            _("Billing details"),
            _("Shown on your next invoices."),
            billing_form(save_bar(), on_submit=BillingState.save),
        ),
        _invoices(),
    )


def _invoices() -> rx.Component:
    invoices = use_appended_list("invoices", _State.loaded_page, AppendedInvoices)
    return rx.cond(
        invoices.rows.length() > 0,
        settings_group(
            _("Invoices"),
            _("To save one as a file, open it, print it and choose PDF."),
            rx.el.div(rx.foreach(invoices.rows, _invoice_row), class_name=styles.LIST),
            rx.cond(
                invoices.next_cursor != "",
                ui.button(_("Show more"), on_click=_State.load_more(invoices.next_cursor)),
            ),
        ),
    )


def _invoice_row(row: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(ui.icon("download"), class_name=styles.LIST_ICON),
        rx.el.div(
            rx.el.p(
                ui.link(row.title, href=row.url, target="_blank"),
                rx.el.span(row.amount),
                class_name=styles.LIST_NAME,
            ),
            rx.el.p(ui.relative_time(row.issued_at), class_name=styles.LIST_NOTE),
            class_name=styles.LIST_TEXT,
        ),
        key=row.id,
        class_name=styles.LIST_ROW,
    )
