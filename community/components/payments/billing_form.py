"""The form with the billing details, in the settings and where users buy plans."""

from collections.abc import Callable
from functools import partial
from typing import Any

import reflex as rx

from community.components import forms, ui
from community.domain.subscriptions import policies
from community.i18n import active_language, countries, gettext as _
from community.rendering import Node, el, present
from community.state.pages.settings.billing import BillingState
from community.styles import payments as styles

_State: Any = BillingState


def billing_form(
    actions: Node, *, on_submit: Any, is_required: Any = False, takes_focus: bool = False
) -> rx.Component:
    """Return the form. It keeps unsaved text across errors, lost connections and reloads.

    Args:
        is_required: A Var that says whether the name, the address and the country are required.
        takes_focus: Whether the first field is focused when the form appears.
    """
    return forms.draft_form(
        *_fields(is_required=is_required, takes_focus=takes_focus),
        actions,
        draft_key=f"billing-{_State.user_id}",
        save_count=_State.save_count,
        errors=_State.errors,
        on_submit=on_submit,
    )


def dialog_billing_form(dialog_id: str, checkout: Any, *, on_submit: Any) -> Node:
    """Return the form for a dialog in which users buy.

    Args:
        checkout: What the dialog shows afterwards. None if its price depends on the form.
    """
    close = ui.button(_("Cancel"), custom_attrs=ui.command_attrs(dialog_id, "close"))
    return purchase_billing_form(rx.cond(checkout, _back_button(), close), on_submit=on_submit)


def payment_page_billing_form(*, is_required: Any, on_submit: Any) -> Node:
    leave = rx.cond(is_required, rx.fragment(), _back_button())
    return purchase_billing_form(leave, on_submit=on_submit)


def purchase_billing_form(leave_button: Node, *, on_submit: Any) -> Node:
    """Return the form that a buyer fills in before they continue to buy."""
    return el.div(
        el.p(_("Shown on your invoice, and used for its VAT."), class_name=styles.BILLING_HINT),
        billing_form(
            el.div(
                leave_button,
                ui.button(_("Save and continue"), type="submit", variant="primary"),
                class_name=styles.CHECKOUT_ACTIONS,
            ),
            on_submit=on_submit,
            is_required=_State.is_required,
            takes_focus=True,
        ),
        class_name=styles.BILLING_FORM,
    )


def billing_summary() -> Node:
    """Return for whom the invoice of a purchase is, with a button that opens the form."""
    change = ui.button(
        rx.cond(_State.summary != "", _("Change"), _("Add")),
        size="sm",
        on_click=_State.open,
        aria_label=_("Change billing details"),
    )
    return rx.cond(_State.is_offered, billing_card(_State.summary, change))


def billing_card(summary: str | Any, change_button: Node) -> Node:
    return el.div(
        el.div(
            el.p(_("Billing details"), class_name=styles.BILLING_TITLE),
            present(summary, lambda text: el.p(text, class_name=styles.BILLING_TEXT, dir="auto")),
            class_name="min-w-0",
        ),
        change_button,
        class_name=styles.BILLING,
    )


def _fields(*, is_required: Any, takes_focus: bool) -> list[Node]:
    names = countries.list_country_names(active_language())
    return [
        _field(
            "name",
            _("Name or company"),
            ui.text_input,
            is_required=is_required,
            type="text",
            max_length=policies.BILLING_NAME_MAX_LENGTH,
            auto_complete="organization",
            auto_focus=takes_focus,
        ),
        _field(
            "address",
            _("Address"),
            ui.text_area,
            is_required=is_required,
            max_length=policies.BILLING_ADDRESS_MAX_LENGTH,
            rows="3",
            auto_complete="street-address",
        ),
        _field(
            "country",
            _("Country"),
            partial(ui.select, [("", _("Choose a country")), *names.items()]),
            is_required=is_required,
            auto_complete="country",
        ),
        _field(
            "vat_id",
            _("VAT ID"),
            ui.text_input,
            hint=_("For companies, for example DE123456789."),
            type="text",
            max_length=policies.VAT_ID_MAX_LENGTH,
            auto_complete="off",
            spell_check=False,
        ),
    ]


def _back_button() -> Node:
    return ui.button(_("Back"), on_click=_State.close)


def _field(
    name: str,
    label: str,
    build_control: Callable[..., Node],
    *,
    is_required: Any = False,
    hint: str = "",
    **props: Any,
) -> Node:
    field_name = f"billing_{name}"
    error = ui.error_message(_State.errors, field_name)
    value = getattr(_State.details, name)
    control = build_control(name=field_name, error=error, default_value=value, **props)
    text = rx.fragment(label, rx.cond(is_required, rx.fragment(), ui.optional_label()))
    return ui.field(text, control, name=field_name, hint=hint, error=error)
