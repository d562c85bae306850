"""The dialog with which administrators return money to a buyer."""

from typing import Any

import reflex as rx

from community.admin.blocks.record_list.view import text_field
from community.admin.subscription_payments.state import PaymentsState
from community.components import ui
from community.domain.subscriptions.payments.refunds import REFUND_REASONS
from community.domain.subscriptions.policies import REFUND_NOTE_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, choose, el
from community.styles.ui import form, overlay

_State: Any = PaymentsState
_DIALOG_ID = "refund-payment"


def refund_button() -> Node:
    return el.div(
        ui.button(
            _("Return money"),
            icon_name="undo",
            size="sm",
            on_click=_State.open_refund,
        )
    )


def refund_dialog() -> rx.Component:
    is_open = _State.refund_id != ""
    return ui.dialog(
        rx.el.form(
            ui.form_alert(_State.refund_error),
            *_fields(),
            el.p(
                _("The buyer gets an email with the amount and the reason. You can't undo this."),
                class_name=form.HINT,
            ),
            rx.el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
                ui.button(_("Return money"), type="submit", variant="danger"),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            key=choose(is_open, "open", "closed"),
            on_submit=_State.refund,
            no_validate=True,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=_DIALOG_ID,
        title=_("Return money to the buyer?"),
        text=_describe_effect(),
        size="sm",
        open=is_open,
        guards_input=True,
        on_close=_State.close_refund,
    )


def _describe_effect() -> Any:
    return rx.match(
        _State.record.kind,
        (
            "upgrade",
            _(
                "If the whole amount is returned, the earlier plan comes back. After a part, "
                "the plan stays."
            ),
        ),
        (
            "gift",
            _(
                "If the whole amount is returned, the recipient loses the plan. After a part, "
                "they keep it."
            ),
        ),
        _(
            "If the whole amount is returned, the plan that this payment paid for ends. After "
            "a part, the plan stays."
        ),
    )


def _fields() -> list[Node]:
    options = [el.option(_(label), value=code) for code, label in REFUND_REASONS.items()]
    reasons = rx.fragment(el.option(_("Choose a reason"), value=""), *options)
    return [
        text_field(
            _State.errors,
            "amount",
            _("Amount in {currency}", currency=_State.texts.currency),
            hint=_("At most {amount}.", amount=_State.texts.refundable),
            default_value=_State.texts.refundable_input,
            input_mode="decimal",
            auto_complete="off",
        ),
        text_field(
            _State.errors,
            "reason",
            _("Reason"),
            control=lambda **props: ui.select(reasons, **props),
        ),
        text_field(
            _State.errors,
            "note",
            _("Note"),
            hint=_("Only administrators see it."),
            optional=True,
            max_length=REFUND_NOTE_MAX_LENGTH,
            auto_complete="off",
        ),
    ]
