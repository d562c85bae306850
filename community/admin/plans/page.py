"""The page with the plans that users can buy, in the order of the site, and the promo codes."""

from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog
from community.admin.blocks.lists import (
    delete_button,
    edit_button,
    row_actions,
    row_switch,
    sortable_list,
    sortable_row,
)
from community.admin.layout import admin_page
from community.admin.plans.form import plan_sheet
from community.admin.plans.price_change import price_change_dialogs
from community.admin.plans.promo_codes import promo_code_list, promo_code_sheet
from community.admin.plans.promo_codes_state import PromoCodesState
from community.admin.plans.state import SECTION, PlansState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, each, el, present, when
from community.styles.admin import lists as styles
from community.styles.ui import form

_state: Any = PlansState


def plans_page() -> rx.Component:
    return admin_page(
        SECTION,
        rx.cond(_state.plans.length() > 0, _list(), _empty()),
        rx.cond(_state.plans.length() > 0, promo_code_list()),
        actions=(_add_button("primary"),),
        dialogs=(plan_sheet(), promo_code_sheet(), *price_change_dialogs(), _removal_dialog()),
        is_ready=_state.is_loaded & PromoCodesState.is_loaded,
    )


def _list() -> Node:
    return rx.fragment(
        el.p(
            _(
                "Users see the plans in this order. Changes of what a plan costs and includes "
                "are for new buyers: subscribers keep what they have bought."
            ),
            class_name=styles.HINT,
        ),
        sortable_list(rx.foreach(_state.plans, _row), label=_("Plans"), on_reorder=_state.reorder),
    )


def _empty() -> Node:
    return ui.empty_state(
        _("No plans yet"),
        _("Create a plan to sell features for a month or a year."),
        icon_name="wallet",
        action=_add_button("secondary"),
    )


def _add_button(variant: Any) -> Node:
    return ui.button(
        _("Add plan"), icon_name="plus", variant=variant, size="sm", on_click=_state.open_form(0)
    )


def _row(plan: Any) -> Node:
    return sortable_row(
        el.div(
            el.div(
                el.span(plan.name, dir="auto", class_name=styles.NAME),
                when(~plan.is_active, lambda: ui.badge(_("Off sale"))),
                class_name=styles.TEXT,
            ),
            el.div(
                el.span(plan.price_text),
                el.span(_count_subscribers(plan)),
                when(
                    plan.trial_days > 0,
                    lambda: el.span(
                        ui.plural_text("{n} trial day", "{n} trial days", plan.trial_days)
                    ),
                ),
                class_name=styles.DETAILS,
            ),
            el.div(plan.feature_names, dir="auto", class_name=styles.NOTE),
            present(plan.hidden_features, lambda text: el.div(text, class_name=styles.NOTE)),
            each(plan.problems, lambda text: el.div(text, class_name=form.ERROR)),
            class_name=styles.COLUMN,
        ),
        row_actions(
            edit_button(plan.name, _state.open_form(plan.id)),
            # A plan that was bought and is off sale can neither be deleted nor taken off sale.
            when(
                ~plan.is_bought | plan.is_active,
                lambda: delete_button(plan.name, _state.ask_to_remove(plan.id)),
            ),
            row_switch(
                plan.name,
                checked=plan.is_active,
                on_change=lambda value: _state.set_active(plan.id, value),
            ),
        ),
        key=plan.id.to(str),
        name=plan.name,
    )


def _count_subscribers(plan: Any) -> Node:
    return ui.plural_text("{n} subscriber", "{n} subscribers", plan.subscribers_count)


def _removal_dialog() -> rx.Component:
    plan = _state.removing
    is_bought = (plan & plan.is_bought).to(bool)
    return confirmation_dialog(
        dialog_id="remove-plan",
        title=rx.cond(
            is_bought,
            _("Take {name} off sale?", name=plan.name),
            _("Delete {name}?", name=plan.name),
        ),
        consequence=rx.cond(
            is_bought,
            _(
                "People have bought this plan, so it can't be deleted. No one will be able to "
                "buy it anymore. Subscribers keep it, and it is still renewed."
            ),
            _("No one has bought this plan. It will be removed for good."),
        ),
        confirm_label=rx.cond(is_bought, _("Take off sale"), _("Delete")),
        on_confirm=_state.remove,
        on_close=_state.cancel_removal,
        is_open=plan != None,  # noqa: E711  # compared in the browser
        error=_state.removal_error,
    )
