"""Charts of the subscriptions over time, which a button opens."""

from typing import Any

import reflex as rx

from community.admin.blocks.chart import Series, area_chart, chart_table, period_switch
from community.admin.subscription_payments.table import PROVIDERS
from community.admin.user_subscriptions.history_state import SubscriptionHistoryState
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import lists as styles, sections
from community.styles.ui import data_table

_CHART_HEIGHT = 140


def history() -> Node:
    state: Any = SubscriptionHistoryState
    return el.section(
        ui.button(
            rx.cond(state.is_open, _("Hide charts"), _("Show charts")),
            icon_name="chart",
            size="sm",
            on_click=state.toggle,
            aria_expanded=rx.cond(state.is_open, "true", "false"),
        ),
        rx.cond(state.is_open, _charts(state)),
        class_name=styles.HISTORY_SECTION,
        aria_label=_("Numbers over time"),
    )


def _charts(state: Any) -> Node:
    numbers = state.history
    revenue = Series("revenue", _("Monthly revenue"))
    subscribers = Series("subscribers", _("Paid subscribers"))
    churned = Series("churned", _("Ended subscriptions"))
    converted = Series("converted", _("Converted trials"))
    failed = Series("failed", _("Failed payments"))
    all_series = (revenue, subscribers, churned, converted, failed)
    return el.div(
        _choices(state),
        el.div(
            _card(numbers, revenue, numbers.revenue, numbers.currency),
            _card(numbers, subscribers, numbers.subscribers, ""),
            _card(numbers, churned, numbers.churned, numbers.churn),
            _card(numbers, converted, numbers.converted, numbers.conversion),
            _card(numbers, failed, numbers.failed, ""),
            class_name=styles.CARDS,
        ),
        chart_table(numbers.points, *all_series, caption=_("Numbers over time")),
        class_name=sections.STACK,
    )


def _choices(state: Any) -> Node:
    plans = rx.foreach(
        UserSubscriptionsState.figures.plans, lambda plan: el.option(plan.name, value=plan.id)
    )
    currencies = rx.foreach(state.history.currencies, lambda code: el.option(code, value=code))
    return el.div(
        period_switch(state.period, state.select_period),
        _labelled_select(
            _("Plan"),
            state.plan,
            state.select_plan,
            el.option(_("All plans"), value=""),
            plans,
        ),
        _labelled_select(
            _("Payment provider"),
            state.provider,
            state.select_provider,
            el.option(_("All providers"), value=""),
            *(el.option(_(label), value=code) for code, label in PROVIDERS.items()),
        ),
        rx.cond(
            state.history.currencies.length() > 1,
            _labelled_select(
                _("Currency"), state.history.currency, state.select_currency, currencies
            ),
        ),
        el.a(
            ui.icon("download"),
            _("Download CSV"),
            href=state.csv_url,
            download="",
            class_name=data_table.TOOL,
            # The router has no page with this address.
            custom_attrs={"reloadDocument": True},
        ),
        class_name=styles.CHOICES,
    )


def _labelled_select(label: str, value: Any, on_change: Any, *options: Node) -> Node:
    return el.div(
        el.select(
            *options,
            value=value,
            on_change=on_change,
            class_name=data_table.SELECT,
            aria_label=label,
        ),
        ui.icon("chevron_down", data_table.SELECT_ARROW),
        class_name=data_table.FILTER,
    )


def _card(numbers: Any, series: Series, value: Any, note: Any) -> Node:
    return el.div(
        el.div(
            el.h2(series.label, class_name=sections.CARD_TITLE),
            el.p(
                el.span(value, class_name=sections.NUMBER),
                el.span(note, class_name=sections.CHANGE),
                class_name=sections.FIGURE,
            ),
        ),
        area_chart(
            numbers.points,
            series,
            label=_("Chart: {name}", name=series.label),
            height=_CHART_HEIGHT,
            has_dots=numbers.has_gaps,
        ),
        class_name=sections.CARD,
    )
