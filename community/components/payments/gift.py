"""The dialog with which a user gives a plan to someone else, and what leads to it."""

from typing import Any, Final

import reflex as rx

from community import urls
from community.components import ui
from community.components.payments.billing_form import billing_summary, dialog_billing_form
from community.components.payments.checkout import (
    changed_notice,
    checkout_agreement,
    checkout_summary,
)
from community.domain.identity import SLUG_MAX_LENGTH
from community.domain.subscriptions import GIFT_MESSAGE_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node
from community.state.pages.payments.gift import GiftState
from community.state.pages.settings.billing import BillingState
from community.styles import payments as styles
from community.styles.ui import form, overlay

_State: Any = GiftState
_Billing: Any = BillingState
_DIALOG_ID: Final = "gift"


def gift_menu_link(slug: Any) -> Node:
    return ui.menu_link(_("Give a plan"), href=urls.give_plan(slug), icon_name="gift")


def gift_button(plan: Any) -> rx.Component:
    return ui.button(
        _("Give as a gift"),
        variant="quiet",
        size="sm",
        icon_name="gift",
        class_name=styles.ACTION_BUTTON,
        on_click=_State.open(plan.id),
    )


def gift_dialog() -> rx.Component:
    is_asked = _State.is_open & _Billing.is_open
    return ui.dialog(
        rx.cond(
            is_asked,
            dialog_billing_form(_DIALOG_ID, _State.checkout, on_submit=_State.save_billing),
        ),
        # It stays while the buyer enters their billing details, so that it keeps the message.
        rx.el.form(
            gift_fields(
                recipient=_State.recipient,
                recipient_error=ui.error_message(_State.errors, "recipient"),
                message_error=ui.error_message(_State.errors, "message"),
            ),
            rx.cond(_State.has_changed, changed_notice()),
            rx.cond(_State.checkout, _checkout(_State.checkout)),
            rx.el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
                ui.button(_("Continue to payment"), type="submit", variant="primary"),
                class_name=styles.CHECKOUT_ACTIONS,
            ),
            key=rx.cond(_State.is_open, "open", "closed"),
            hidden=is_asked,
            on_submit=_State.give,
            no_validate=True,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=_DIALOG_ID,
        title=rx.cond(
            _Billing.is_open,
            _("Billing details"),
            rx.cond(_State.checkout, _State.checkout.title, ""),
        ),
        open=_State.is_open,
        guards_input=True,
        on_close=_State.close,
    )


def _checkout(checkout: Any) -> Node:
    return rx.fragment(
        checkout_summary(checkout),
        billing_summary(),
        checkout_agreement(checkout),
        rx.el.input(type="hidden", name="consent", value=checkout.version),
    )


def gift_fields(
    *, recipient: str | Any, recipient_error: str | Any = "", message_error: str | Any = ""
) -> Node:
    """Return the fields for the person who gets the plan, and for the message to them."""
    return rx.fragment(
        ui.field(
            _("Username"),
            ui.text_input(
                name="recipient",
                type="text",
                error=recipient_error,
                default_value=recipient,
                max_length=SLUG_MAX_LENGTH + 1,
                auto_complete="off",
                spell_check=False,
            ),
            name="recipient",
            hint=_("The person who gets the plan."),
            error=recipient_error,
        ),
        ui.field(
            _("Message"),
            ui.text_area(name="message", error=message_error, max_length=GIFT_MESSAGE_MAX_LENGTH),
            name="message",
            hint=_("We send it with the gift when it is paid."),
            error=message_error,
            optional=True,
        ),
    )
