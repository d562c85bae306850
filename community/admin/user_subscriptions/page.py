"""The page with the subscriptions of all users."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.record_dialog import ActButton, act_dialogs, bulk_buttons
from community.admin.blocks.table import data_table
from community.admin.layout import admin_page
from community.admin.user_subscriptions.grant_dialog import grant_dialog
from community.admin.user_subscriptions.sheet import subscription_sheet
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.components import ui
from community.i18n import gettext as _
from community.i18n import noop
from community.rendering import Node, el
from community.styles import admin_figures as styles

ACTS: Final = (
    ActButton(
        "revoke",
        noop("Revoke"),
        noop("Revoke subscriptions?"),
        noop(
            "Their features end at once, and nothing more is charged. Money is not returned: "
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
        data_table(
            state,
            caption=_("Subscriptions"),
            search_label=_("Search by name, username or email"),
            empty_title=_("No subscriptions yet"),
            empty_text=_("Subscriptions appear here as soon as someone buys a plan."),
            empty_icon="wallet",
            empty_action=_grant_button("secondary"),
            bulk_actions=bulk_buttons(state, ACTS),
        ),
        actions=(_grant_button("primary"),),
        dialogs=(subscription_sheet(ACTS), grant_dialog(), *act_dialogs(state, ACTS)),
    )


def _grant_button(variant: Any) -> Node:
    state: Any = UserSubscriptionsState
    return ui.button(
        _("Grant a plan"), icon_name="plus", variant=variant, size="sm", on_click=state.open_form
    )


def _figures(state: Any) -> Node:
    figures = state.figures
    return rx.cond(
        figures.live != "",
        el.section(
            _figure(_("Live subscriptions"), figures.live),
            rx.cond(
                figures.revenue.length() > 0,
                _figure(_("Monthly revenue"), figures.revenue.join(" · ")),
            ),
            rx.foreach(figures.plans, lambda plan: _plan(state, plan)),
            class_name=styles.FIGURES,
            aria_label=_("Statistics"),
        ),
    )


def _figure(label: Any, value: Any) -> Node:
    return el.div(*_number(label, value), class_name=styles.FIGURE)


def _plan(state: Any, plan: Any) -> Node:
    """Return how many users have a plan, as a button that shows only them."""
    return el.button(
        *_number(plan.name, plan.count),
        type="button",
        on_click=state.change_filter("plan", plan.id),
        key=plan.id,
        class_name=styles.CHOICE,
    )


def _number(label: Any, value: Any) -> list[Node]:
    return [
        el.div(label, dir="auto", class_name=styles.LABEL),
        el.div(value, class_name=styles.NUMBER),
    ]
