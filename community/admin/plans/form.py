"""The form of a plan, in a side sheet."""

from typing import Any

import reflex as rx

from community.admin.blocks.lists import text_field
from community.admin.blocks.side_sheet import sheet_footer, side_sheet
from community.admin.frame import notice
from community.admin.plans.models import FEATURE_PREFIX
from community.admin.plans.price_change import price_change_group
from community.admin.plans.state import PlansState
from community.components import ui
from community.core.money import CURRENCIES
from community.domain.subscriptions import (
    DESCRIPTION_MAX_LENGTH,
    MAX_TRIAL_DAYS,
    NAME_MAX_LENGTH,
)
from community.i18n import gettext as _
from community.i18n import pgettext
from community.i18n.formats import format_currency_name
from community.rendering import Node, el
from community.styles.ui import form as styles

SHEET_ID = "plan-form"
_state: Any = PlansState


def plan_sheet() -> rx.Component:
    return side_sheet(
        rx.cond(_state.is_form_open, _form()),
        id=SHEET_ID,
        title=rx.cond(_state.editing, _("Edit plan"), _("New plan")),
        open=_state.is_form_open,
        on_close=_state.close_form,
        is_form=True,
    )


def _form() -> rx.Component:
    plan = _state.plan
    return rx.el.form(
        rx.cond(
            plan & plan.is_bought,
            notice(
                _(
                    "People have bought this plan. If you change the price, the period, the trial "
                    "or the features, the change is for new buyers only."
                )
            ),
        ),
        *_text_fields(plan),
        *_price_fields(plan),
        _features(plan),
        rx.cond(plan, price_change_group(plan)),
        ui.checkbox(
            _("On sale"),
            hint=_("Subscribers keep a plan that is off sale."),
            name="is_active",
            default_checked=rx.cond(plan, plan.is_active, True).to(bool),
        ),
        sheet_footer(ui.button(_("Save"), type="submit", variant="primary")),
        key=rx.cond(plan, plan.id.to(str), "new"),
        on_submit=_state.save,
        no_validate=True,
        class_name=styles.STACK,
    )


def _text_fields(plan: Any) -> list[Node]:
    return [
        text_field(
            _state.errors,
            "name",
            pgettext("plan", "Name"),
            default_value=rx.cond(plan, plan.name, ""),
            max_length=NAME_MAX_LENGTH,
        ),
        text_field(
            _state.errors,
            "description",
            _("Description"),
            optional=True,
            control=ui.text_area,
            default_value=rx.cond(plan, plan.description, ""),
            max_length=DESCRIPTION_MAX_LENGTH,
        ),
    ]


def _price_fields(plan: Any) -> list[Node]:
    currencies = [(code, f"{code} · {format_currency_name(code)}") for code in CURRENCIES]
    periods = [("month", _("Month")), ("year", _("Year"))]
    return [
        text_field(
            _state.errors,
            "price",
            _("Price"),
            hint=_("For one period, for example {example}", example="4.50"),
            input_mode="decimal",
            auto_complete="off",
            default_value=rx.cond(plan, plan.price, ""),
        ),
        _select("currency", _("Currency"), currencies, plan, _state.default_currency),
        _select("period", _("Period"), periods, plan, "month"),
        text_field(
            _state.errors,
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


def _select(name: str, label: str, options: list[tuple[str, str]], plan: Any, default: Any) -> Node:
    value = rx.cond(plan, getattr(plan, name), default)
    return text_field(
        _state.errors,
        name,
        label,
        control=lambda **props: ui.select(options, **props),
        default_value=value,
    )


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
