"""The groups of the settings section of the subscription with billing details and invoices."""

from collections.abc import Callable
from functools import partial
from typing import Any

import reflex as rx

from community.components import ui
from community.components.lists import AppendedList, use_appended_list
from community.components.settings.draft_form import draft_form, save_bar
from community.components.settings.section import settings_group
from community.domain.subscriptions.policies import (
    BILLING_ADDRESS_MAX_LENGTH,
    BILLING_NAME_MAX_LENGTH,
    VAT_ID_MAX_LENGTH,
)
from community.i18n import active_language, countries
from community.i18n import gettext as _
from community.rendering import Node
from community.state.pages.settings.billing import BillingState, InvoiceRow
from community.state.pages.settings.page import SettingsState
from community.styles import settings as styles

_State: Any = BillingState


class AppendedInvoices(AppendedList):
    rows: list[InvoiceRow] = []


def billing_groups() -> rx.Component:
    return rx.fragment(
        settings_group(_("Billing details"), _("Shown on your next invoices."), _billing_form()),
        _invoices(),
    )


def _billing_form() -> rx.Component:
    names = countries.list_country_names(active_language())
    return draft_form(
        _field(
            "name",
            _("Name or company"),
            ui.text_input,
            type="text",
            max_length=BILLING_NAME_MAX_LENGTH,
            auto_complete="organization",
        ),
        _field(
            "address",
            _("Address"),
            ui.text_area,
            max_length=BILLING_ADDRESS_MAX_LENGTH,
            rows="3",
            auto_complete="street-address",
        ),
        _field(
            "country",
            _("Country"),
            partial(ui.select, [("", _("Choose a country")), *names.items()]),
            auto_complete="country",
        ),
        _field(
            "vat_id",
            _("VAT ID"),
            ui.text_input,
            hint=_("For companies, for example DE123456789."),
            type="text",
            max_length=VAT_ID_MAX_LENGTH,
            auto_complete="off",
            spell_check=False,
        ),
        save_bar(),
        draft_key=f"billing-{SettingsState.user_id}",
        save_count=_State.save_count,
        errors=_State.errors,
        on_submit=_State.save,
    )


def _field(
    name: str, label: str, build_control: Callable[..., Node], *, hint: str = "", **props: Any
) -> Node:
    """Return an optional field. Its id differs from those of the profile on the same page."""
    field_name = f"billing_{name}"
    error = ui.error_message(_State.errors, field_name)
    value = getattr(_State.details, name)
    control = build_control(name=field_name, error=error, default_value=value, **props)
    return ui.field(label, control, name=field_name, hint=hint, error=error, optional=True)


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
