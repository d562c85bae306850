"""The page with the plans that users can buy, in the order of the site, and the promo codes."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.record_list.view import RecordListView, RemovalTexts
from community.admin.layout import admin_page
from community.admin.plans.form import plan_sheet
from community.admin.plans.price_change import price_change_dialogs
from community.admin.plans.promo_codes import promo_code_list, promo_code_sheet
from community.admin.plans.promo_codes_state import PromoCodesState
from community.admin.plans.state import SECTION, PlansState
from community.components import ui
from community.i18n import gettext as _, noop
from community.rendering import Node, each, el, present, when
from community.styles.admin import lists as styles
from community.styles.ui import form

DELETION: Final = RemovalTexts(noop("No one has bought this plan. It will be removed for good."))
END_OF_SALE: Final = RemovalTexts(
    noop(
        "People have bought this plan, so it can't be deleted. No one will be able to "
        "buy it anymore. Subscribers keep it, and it is still renewed."
    ),
    title=noop("Take {name} off sale?"),
    confirm=noop("Take off sale"),
    when="is_bought",
)
_state: Any = PlansState
_list: Final = RecordListView(PlansState)


def plans_page() -> rx.Component:
    return admin_page(
        SECTION,
        _list.rows(
            _row,
            hint=_(
                "Users see the plans in this order. Changes of what a plan costs and includes "
                "are for new buyers: subscribers keep what they have bought."
            ),
            empty_title=_("No plans yet"),
            empty_text=_("Create a plan to sell features for a month or a year."),
            empty_icon="wallet",
        ),
        rx.cond(_state.rows.length() > 0, promo_code_list()),
        actions=(_list.add_button(),),
        dialogs=(
            plan_sheet(),
            promo_code_sheet(),
            *price_change_dialogs(),
            _list.removal_dialog(DELETION, END_OF_SALE),
        ),
        is_ready=_state.is_loaded & PromoCodesState.is_loaded,
    )


def _row(plan: Any) -> Node:
    return _list.row(
        plan,
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
        controls=(
            _list.edit_button(plan),
            # A plan that was bought and is off sale can neither be deleted nor taken off sale.
            when(~plan.is_bought | plan.is_active, lambda: _list.remove_button(plan)),
            _list.switch(plan),
        ),
    )


def _count_subscribers(plan: Any) -> Node:
    return ui.plural_text("{n} subscriber", "{n} subscribers", plan.subscribers_count)
