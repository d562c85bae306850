"""The settings section with the subscription, the dialog that cancels it, and the payments."""

from typing import Any

import reflex as rx

from community import urls
from community.components import forms, lists, location, ui
from community.components.payments import billing_form
from community.components.settings.section import settings_group, settings_section
from community.i18n import gettext as _
from community.rendering import each, present
from community.state.pages.layout import LayoutState
from community.state.pages.settings import subscription
from community.state.pages.settings.billing import BillingState
from community.styles import settings as styles
from community.styles.ui import form, overlay

_BillingState: Any = subscription.InvoicesState

_DIALOG_ID = "cancel-subscription"
_REMOVE_DIALOG_ID = "remove-card"
_State: Any = subscription.SubscriptionState


class AppendedInvoices(lists.AppendedList):
    rows: list[subscription.InvoiceRow] = []


def billing_groups() -> rx.Component:
    return rx.fragment(
        settings_group(
            _("Billing details"),
            _("Shown on your next invoices."),
            billing_form(forms.save_bar(), on_submit=BillingState.save),
        ),
        _invoices(),
    )


def _invoices() -> rx.Component:
    invoices = lists.use_appended_list("invoices", _BillingState.loaded_page, AppendedInvoices)
    return rx.cond(
        invoices.rows.length() > 0,
        settings_group(
            _("Invoices"),
            _("To save one as a file, open it, print it and choose PDF."),
            rx.el.div(rx.foreach(invoices.rows, _invoice_row), class_name=styles.LIST),
            rx.cond(
                invoices.next_cursor != "",
                ui.button(_("Show more"), on_click=_BillingState.load_more(invoices.next_cursor)),
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


class AppendedPayments(lists.AppendedList):
    rows: list[subscription.PaymentRow] = []


def subscription_section() -> rx.Component:
    return settings_section(
        styles.SUBSCRIPTION,
        rx.cond(_State.content, _plan(_State.content), _no_plan()),
        rx.cond(_State.credit, _credit(_State.credit)),
        _payments(),
        billing_groups(),
        _cancel_dialog(),
        _remove_card_dialog(),
        location.redirect_component(_State.next_url),
    )


def _plan(content: Any) -> rx.Component:
    return rx.el.div(
        rx.el.p(
            rx.el.span(content.plan, class_name=styles.LIST_NAME_TEXT, dir="auto"),
            class_name=styles.LIST_NAME,
        ),
        rx.el.p(
            content.price,
            present(content.vat, lambda text: rx.el.span(" ", text)),
            class_name=styles.LIST_NOTE,
        ),
        rx.el.p(content.end, class_name=styles.LIST_NOTE),
        present(content.problem, lambda text: rx.el.p(text, class_name=styles.LIST_NOTE)),
        each(content.upcoming, lambda text: rx.el.p(text, class_name=styles.LIST_NOTE)),
        present(
            content.card,
            lambda card: rx.el.p(_("Card: {card}", card=card), class_name=styles.LIST_NOTE),
        ),
        present(content.features, lambda text: rx.el.p(text, class_name=styles.LIST_NOTE)),
        rx.el.div(
            present(
                content.confirm_url,
                lambda url: ui.link_button(_("Confirm payment"), href=url, variant="primary"),
            ),
            rx.cond(
                content.can_pay, ui.button(_("Pay now"), variant="primary", on_click=_State.pay)
            ),
            ui.link_button(_("See plans"), href=urls.PLANS),
            _card_buttons(content),
            rx.cond(
                content.can_resume,
                ui.button(_("Resume renewal"), variant="primary", on_click=_State.resume),
            ),
            rx.cond(
                content.can_cancel,
                ui.button(_("Cancel renewal"), variant="quiet", on_click=_State.open_dialog),
            ),
            class_name=styles.FOOTER,
        ),
    )


def _card_buttons(content: Any) -> rx.Component:
    has_card = content.card != ""
    label = rx.cond(has_card, _("Replace card"), _("Add card"))
    return rx.fragment(
        rx.cond(content.can_replace_card, ui.button(label, on_click=_State.replace_card)),
        rx.cond(
            has_card,
            ui.button(
                _("Remove card"),
                variant="quiet",
                custom_attrs=ui.dialog_button_attrs(_REMOVE_DIALOG_ID),
            ),
        ),
    )


def _remove_card_dialog() -> rx.Component:
    return ui.confirm_dialog(
        id=_REMOVE_DIALOG_ID,
        title=_("Remove the card?"),
        description=_("Your plan won't renew. You can use it until the end of the paid time."),
        confirm_label=_("Remove card"),
        on_confirm=_State.remove_card,
    )


def _no_plan() -> rx.Component:
    return rx.el.div(
        rx.el.p(_("You have no plan."), class_name=styles.EMPTY),
        rx.cond(
            LayoutState.shows_plans,
            rx.el.div(ui.link_button(_("See plans"), href=urls.PLANS), class_name=styles.FOOTER),
        ),
    )


def _credit(credit: Any) -> rx.Component:
    return settings_group(
        _("Credit"),
        _("What you have paid and not used. The next purchase or renewal uses it first."),
        rx.el.p(credit.balance, class_name=styles.LIST_NAME),
        rx.el.div(rx.foreach(credit.rows, _credit_row), class_name=styles.LIST),
    )


def _credit_row(change: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(ui.icon("wallet"), class_name=styles.LIST_ICON),
        rx.el.div(
            rx.el.p(
                rx.cond(change.url != "", ui.link(change.text, href=change.url), change.text),
                ui.badge(change.amount),
                class_name=styles.LIST_NAME,
            ),
            rx.el.p(ui.relative_time(change.created_at), class_name=styles.LIST_NOTE),
            class_name=styles.LIST_TEXT,
        ),
        key=change.id,
        class_name=styles.LIST_ROW,
    )


def _payments() -> rx.Component:
    payments = lists.use_appended_list("payments", _State.loaded_page, AppendedPayments)
    return rx.cond(
        payments.rows.length() > 0,
        settings_group(
            _("Payments"),
            _("Each payment has a page with its receipt."),
            rx.el.div(rx.foreach(payments.rows, _payment_row), class_name=styles.LIST),
            rx.cond(
                payments.next_cursor != "",
                ui.button(_("Show more"), on_click=_State.load_more(payments.next_cursor)),
            ),
        ),
    )


def _payment_row(payment: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(ui.icon("credit_card"), class_name=styles.LIST_ICON),
        rx.el.div(
            rx.el.p(
                ui.link(payment.text, href=payment.url),
                ui.badge(payment.status),
                class_name=styles.LIST_NAME,
            ),
            rx.el.p(ui.relative_time(payment.created_at), class_name=styles.LIST_NOTE),
            class_name=styles.LIST_TEXT,
        ),
        key=payment.id,
        class_name=styles.LIST_ROW,
    )


def _cancel_dialog() -> rx.Component:
    error = ui.error_message(_State.errors, "reason")
    return ui.dialog(
        rx.el.form(
            ui.field(
                _("Reason"),
                ui.text_area(name="reason", error=error),
                name="reason",
                hint=_("Only administrators see it."),
                error=error,
                optional=True,
            ),
            rx.el.div(
                ui.button(_("Keep the plan"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
                ui.button(_("Cancel renewal"), type="submit", variant="danger"),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            on_submit=_State.cancel,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=_DIALOG_ID,
        title=_("Cancel the renewal?"),
        text=_("You can use the plan until the end of the time that you have paid for."),
        size="sm",
        open=_State.is_dialog_open,
        on_close=_State.close_dialog,
    )
