"""The dialog that gives a user a plan without a payment."""

from typing import Any

import reflex as rx

from community.admin.blocks.list_form import text_field
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.components import ui
from community.domain.accounts import SLUG_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, choose, el
from community.styles.ui import form, overlay

_State: Any = UserSubscriptionsState
_DIALOG_ID = "grant-plan"


def grant_dialog() -> rx.Component:
    return ui.dialog(
        rx.el.form(
            *_fields(),
            rx.el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
                ui.button(_("Grant"), type="submit", variant="primary"),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            key=choose(_State.is_granting, "open", "closed"),
            on_submit=_State.grant,
            no_validate=True,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=_DIALOG_ID,
        title=_("Grant a plan"),
        text=_("Nothing is charged. The plan ends by itself."),
        size="sm",
        open=_State.is_granting,
        guards_input=True,
        on_close=_State.close_form,
    )


def _fields() -> list[Node]:
    plans = rx.fragment(
        el.option(_("Choose a plan"), value=""),
        rx.foreach(_State.figures.plans, lambda plan: el.option(plan.name, value=plan.id)),
    )
    return [
        text_field(
            _State.errors,
            "username",
            _("Username"),
            max_length=SLUG_MAX_LENGTH,
            auto_complete="off",
            spell_check=False,
        ),
        text_field(
            _State.errors,
            "plan_id",
            _("Plan"),
            control=lambda **props: ui.select(plans, **props),
        ),
        text_field(_State.errors, "until", _("Until"), hint=_("Including this day."), type="date"),
    ]
