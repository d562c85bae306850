"""What a buyer agrees to, in a dialog: the amount, what is paid later, and the terms."""

from collections.abc import Mapping
from typing import Any, Final

import reflex as rx

from community.components import location, sign_in, ui
from community.components.payments.billing_form import billing_summary, dialog_billing_form
from community.domain.subscriptions.checkout import texts
from community.domain.subscriptions.checkout.schemas import Checkout, CheckoutLine, CheckoutNote
from community.i18n import gettext as _
from community.rendering import Node, choose, each, el, present, switch
from community.state.pages.payments.checkout import CheckoutState
from community.state.pages.settings.billing import BillingState
from community.styles import payments as styles
from community.styles.ui.icons import IconName

_ICONS: Final[Mapping[str, IconName]] = {
    "plan": "schedule",
    "renewal": "refresh",
    "credit": "wallet",
    "card": "credit_card",
}
_DIALOG_ID: Final = "checkout"
_State: Any = CheckoutState
_Billing: Any = BillingState


def checkout_summary(checkout: Checkout | Any) -> Node:
    """Return what is paid now, and below it what is paid later, by what, and until when."""
    return el.div(
        el.dl(
            each(checkout.lines, _line),
            el.div(
                el.dt(_("To pay now"), class_name=styles.TOTAL_NAME),
                el.dd(checkout.total, class_name=styles.TOTAL_AMOUNT),
                class_name=styles.TOTAL,
            ),
            class_name=styles.LINES,
        ),
        present(checkout.included_vat, lambda text: el.p(text, class_name=styles.VAT)),
        el.ul(each(checkout.notes, _note), class_name=styles.NOTES),
        class_name=styles.SUMMARY,
    )


def checkout_body(
    checkout: Checkout | Any, *, notice: Node | None = None, billing: Node, actions: Node
) -> Node:
    """Return the content of the checkout dialog. The gallery (`pages/design`) also shows it."""
    return el.div(
        notice or "",
        checkout_summary(checkout),
        billing,
        checkout_agreement(checkout),
        el.div(actions, class_name=styles.CHECKOUT_ACTIONS),
        class_name=styles.BODY,
    )


def checkout_agreement(checkout: Checkout | Any) -> Node:
    """Return the sentence about the terms of the site, if it has any."""
    return sign_in.agreement(
        checkout.has_terms,
        checkout.has_privacy,
        texts.describe_agreement,
        lambda sentence: el.p(sentence, class_name=styles.AGREEMENT),
    )


def changed_notice() -> Node:
    """Return the message above a summary that differs from what the buyer has seen."""
    text = _("The price or the terms have changed. Check them again.")
    return el.p(text, class_name=styles.CHANGED, role="alert")


def confirm_label(checkout: Checkout | Any) -> Any:
    without_payment = choose(checkout.kind == "trial", _("Start free trial"), _("Change plan"))
    return choose(checkout.amount > 0, _("Continue to payment"), without_payment)


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
        location.redirect_component(_State.payment_url),
    )


def _line(line: CheckoutLine | Any) -> Node:
    return el.div(
        el.dt(line.name, class_name=styles.LINE_NAME, dir="auto"),
        el.dd(line.amount, class_name=styles.LINE_AMOUNT),
        key=line.name,
        class_name=styles.LINE,
    )


def _note(note: CheckoutNote | Any) -> Node:
    icons = {kind: ui.icon(name, styles.NOTE_ICON) for kind, name in _ICONS.items()}
    return el.li(
        switch(note.kind, icons, ui.icon("info", styles.NOTE_ICON)),
        el.span(note.text, class_name=styles.NOTE_TEXT),
        key=note.kind,
        class_name=styles.NOTE,
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
