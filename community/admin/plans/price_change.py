"""The part of the sheet of a plan that moves its subscribers to the current price."""

from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog, labelled
from community.admin.plans.price_change_state import DialogName, PriceChangeState
from community.components import ui
from community.domain.subscriptions import PRICE_CHANGE_NOTICE
from community.i18n import gettext as _
from community.rendering import Node, el, present
from community.styles.ui import form

_State: Any = PriceChangeState


def price_change_group(plan: Any) -> Node:
    """Return who pays an earlier price, and the planned change, or nothing."""
    return rx.cond(
        (plan.earlier_text != "") | (plan.price_change_text != ""),
        el.fieldset(
            el.legend(_("Subscribers with an earlier price"), class_name=form.GROUP_TITLE),
            present(plan.earlier_text, lambda text: el.p(text, class_name=form.HINT)),
            present(plan.price_change_text, lambda text: el.p(text, class_name=form.HINT)),
            el.div(
                rx.cond(
                    plan.price_change_text != "",
                    _button(_("Withdraw price change"), "withdraw", plan),
                    _button(_("Move to the current price"), "plan", plan),
                )
            ),
            class_name=f"{form.GROUP} {form.STACK}",
        ),
    )


def _button(label: str, dialog: DialogName, plan: Any) -> Node:
    return ui.button(label, size="sm", on_click=_State.ask(dialog, plan.id))


def price_change_dialogs() -> tuple[rx.Component, ...]:
    first_day = ui.text_input(
        name="first_day", id=None, type="date", required=True, min=_State.earliest_day
    )
    label = _("First day, at least {n} days from today", n=PRICE_CHANGE_NOTICE.days)
    return (
        confirmation_dialog(
            dialog_id="plan-price-change",
            title=_("Move subscribers to the current price?"),
            consequence=_(
                "They get an email with the old price, the new price and how to cancel. Renewals "
                "from this day on take the new price, and the current features apply from then on."
            ),
            fields=(labelled(label, first_day),),
            confirm_label=_("Notify subscribers"),
            on_confirm=_State.confirm,
            on_close=_State.close,
            is_open=_State.dialog == "plan",
            error=_State.error,
            reason="required",
            variant="primary",
        ),
        confirmation_dialog(
            dialog_id="withdraw-price-change",
            title=_("Withdraw the price change?"),
            consequence=_("Subscribers keep their price. Those who were notified get an email."),
            confirm_label=_("Withdraw"),
            on_confirm=_State.confirm,
            on_close=_State.close,
            is_open=_State.dialog == "withdraw",
            error=_State.error,
            reason="required",
        ),
    )
