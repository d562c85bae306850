"""The dialog in which a user agrees to the price and the terms of a plan."""

from typing import Any, Final

import reflex as rx

from community.components import ui
from community.components.location import redirect_component
from community.components.payments.billing_form import billing_summary, dialog_billing_form
from community.components.payments.checkout import (
    changed_notice,
    checkout_body,
    confirm_label,
)
from community.i18n import gettext as _
from community.rendering import Node
from community.state.pages.payments.checkout import CheckoutState
from community.state.pages.settings.billing import BillingState

_DIALOG_ID: Final = "checkout"
_State: Any = CheckoutState
_Billing: Any = BillingState


def checkout_dialog() -> rx.Component:
    checkout = _State.checkout
    return rx.fragment(
        ui.dialog(
            rx.cond(
                _State.is_open & _Billing.is_open,
                dialog_billing_form(_DIALOG_ID, checkout, on_submit=_State.save_billing),
                rx.cond(checkout, _body(checkout)),
            ),
            id=_DIALOG_ID,
            title=rx.cond(
                _Billing.is_open,
                _("Billing details"),
                rx.cond(checkout, checkout.title, ""),
            ),
            open=_State.is_open,
            on_close=_State.close,
        ),
        redirect_component(_State.payment_url),
    )


def _body(checkout: Any) -> Node:
    return checkout_body(
        checkout,
        notice=rx.cond(_State.has_changed, changed_notice()),
        billing=billing_summary(),
        actions=rx.fragment(
            ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
            ui.button(
                confirm_label(checkout),
                variant="primary",
                on_click=_State.confirm(checkout.version),
            ),
        ),
    )
