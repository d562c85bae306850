"""The form of a plan, in a side sheet."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.record_list.view import RecordListView
from community.admin.frame import notice
from community.admin.plans.models import FEATURE_PREFIX
from community.admin.plans.price_change import price_change_group
from community.admin.plans.state import PlansState
from community.components import ui
from community.core.money import CURRENCIES
from community.domain.subscriptions import DESCRIPTION_MAX_LENGTH, MAX_TRIAL_DAYS, NAME_MAX_LENGTH
from community.i18n import formats, gettext as _, pgettext
from community.rendering import Node, el
from community.styles.ui import form as styles

_state: Any = PlansState
_list: Final = RecordListView(PlansState)


def plan_sheet() -> rx.Component:
    plan = _state.row
    return _list.sheet(
        rx.cond(
            plan & plan.is_bought,
            notice(
                _(
                    "People have bought this plan. If you change the price, the period, the trial "
                    "or the features, the change is for new buyers only."
                )
            ),
        ),
        *_text_fields(),
        *_price_fields(plan),
        _features(plan),
        rx.cond(plan, price_change_group(plan)),
        _list.checkbox(
            "is_active",
            _("On sale"),
            hint=_("Subscribers keep a plan that is off sale."),
            default=True,
        ),
    )


def _text_fields() -> list[Node]:
    return [
        _list.field("name", pgettext("plan", "Name"), max_length=NAME_MAX_LENGTH),
        _list.field(
            "description",
            _("Description"),
            optional=True,
            control=ui.text_area,
            max_length=DESCRIPTION_MAX_LENGTH,
        ),
    ]


def _price_fields(plan: Any) -> list[Node]:
    currencies = [(code, f"{code} · {formats.format_currency_name(code)}") for code in CURRENCIES]
    periods = [("month", _("Month")), ("year", _("Year"))]
    return [
        _list.field(
            "price",
            _("Price"),
            hint=_("For one period, for example {example}", example="4.50"),
            input_mode="decimal",
            auto_complete="off",
        ),
        _list.select("currency", _("Currency"), currencies, default=_state.default_currency),
        _list.select("period", _("Period"), periods, default="month"),
        _list.input(
            "trial_days",
            _("Trial days"),
            hint=_("How long new subscribers use the plan before they pay. 0 for no trial."),
            type="number",
            min=0,
            max=MAX_TRIAL_DAYS,
            input_mode="numeric",
            default_value=rx.cond(plan, plan.trial_days.to(str), "0"),
        ),
    ]


def _features(plan: Any) -> Node:
    error = ui.error_message(_state.errors, "features")
    return el.fieldset(
        el.legend(_("Features"), class_name=styles.GROUP_TITLE),
        el.div(
            rx.foreach(
                _state.features,
                lambda feature: ui.checkbox(
                    _feature_label(feature),
                    hint=rx.cond(
                        feature.unavailable != "", feature.unavailable, feature.description
                    ).to(str),
                    name=FEATURE_PREFIX + feature.code,
                    default_checked=rx.cond(
                        plan, plan.feature_codes.contains(feature.code), False
                    ).to(bool),
                    key=feature.code,
                ),
            ),
            class_name=styles.STACK,
        ),
        rx.cond(error != "", el.p(error, class_name=f"{styles.ERROR} mt-3", role="alert")),
        class_name=styles.GROUP,
    )


def _feature_label(feature: Any) -> Node:
    unavailable = ui.badge(_("Unavailable"))
    return el.span(
        feature.name,
        rx.cond(feature.unavailable != "", unavailable),
        class_name=styles.LABEL_WITH_BADGE,
    )
