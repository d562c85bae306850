"""The page with the subscriptions of all users."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.confirmation import labelled
from community.admin.blocks.figures import figure, figure_button, figures
from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.record_dialog import ActionButton, action_dialogs, bulk_buttons
from community.admin.layout import admin_page
from community.admin.user_subscriptions.grant_dialog import grant_dialog
from community.admin.user_subscriptions.history import history
from community.admin.user_subscriptions.sheet import subscription_sheet
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.components import ui
from community.domain.subscriptions import MAX_GRANT_DAYS
from community.i18n import gettext as _, ngettext_noop, noop
from community.rendering import Node


def extension_fields() -> tuple[Node, ...]:
    days = ui.text_input(
        name="days", id=None, type="number", min=1, max=MAX_GRANT_DAYS, input_mode="numeric"
    )
    until = ui.text_input(name="until", id=None, type="date")
    return labelled(_("Days"), days), labelled(_("Or until"), until)


ACTIONS: Final = (
    ActionButton(
        "extend",
        noop("Extend"),
        noop("Extend the access?"),
        ngettext_noop("Extend {n} subscription?", "Extend {n} subscriptions?"),
        noop("The next charge moves by the same time. The person gets an email."),
        "clock",
        reason="required",
        fields=extension_fields,
    ),
    ActionButton(
        "revoke",
        noop("Revoke"),
        noop("Revoke the subscription?"),
        ngettext_noop("Revoke {n} subscription?", "Revoke {n} subscriptions?"),
        noop(
            "The features end at once, and nothing more is charged. Money is not returned: "
            "refund it at the payment provider."
        ),
        "x",
        "danger",
        reason="required",
    ),
)


def user_subscriptions_page() -> rx.Component:
    state: Any = UserSubscriptionsState
    return admin_page(
        "user-subscriptions",
        _figures(state),
        history(),
        data_table(
            state,
            caption=_("Subscriptions"),
            search_label=_("Search by name, username or email"),
            empty_title=_("No subscriptions yet"),
            empty_text=_("Subscriptions appear here as soon as someone buys a plan."),
            empty_icon="wallet",
            empty_action=_grant_button("secondary"),
            bulk_actions=bulk_buttons(state, ACTIONS),
            id_choices={"plan": state.figures.plan_names},
        ),
        actions=(_grant_button("primary"),),
        dialogs=(subscription_sheet(ACTIONS), grant_dialog(), *action_dialogs(state, ACTIONS)),
    )


def _grant_button(variant: Any) -> Node:
    state: Any = UserSubscriptionsState
    return ui.button(
        _("Grant a plan"), icon_name="plus", variant=variant, size="sm", on_click=state.open_form(0)
    )


def _figures(state: Any) -> Node:
    numbers = state.figures
    return rx.cond(
        numbers.live != "",
        figures(
            figure(_("Live subscriptions"), numbers.live),
            rx.cond(
                numbers.revenue.length() > 0,
                figure(_("Monthly revenue"), numbers.revenue.join(" · ")),
            ),
            rx.foreach(
                numbers.plans,
                lambda plan: figure_button(
                    plan.name,
                    plan.count,
                    key=plan.id,
                    on_click=state.change_filter("plan", plan.id),
                ),
            ),
            label=_("Statistics"),
        ),
    )
