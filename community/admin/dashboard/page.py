"""The page at `/admin-panel`: numbers over time, what waits, the health and the first steps."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.chart import Series, area_chart, chart_table, period_switch
from community.admin.dashboard.checklist import checklist_card
from community.admin.dashboard.health import health_card
from community.admin.dashboard.state import DashboardState
from community.admin.layout import admin_page, refresh
from community.components import ui
from community.core.actor import DASHBOARD
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import sections as styles
from community.styles.ui.icons import IconName

REFRESH_SECONDS = 15


def dashboard_page() -> rx.Component:
    report: Any = DashboardState.report
    return admin_page(
        DASHBOARD,
        refresh(seconds=REFRESH_SECONDS, on_refresh=DashboardState.refresh),
        el.div(
            checklist_card(),
            el.section(
                _figure_card(_("New people"), report.people, Series("people", _("New people"))),
                _figure_card(_("Posts"), report.posts, Series("posts", _("Posts"))),
                _figure_card(_("Comments"), report.comments, Series("comments", _("Comments"))),
                class_name=styles.FIGURES,
                aria_label=_("New people, posts and comments"),
            ),
            el.div(
                _activity_card(report),
                el.div(_waiting_card(), health_card(), class_name=styles.SIDE),
                class_name=styles.ROW,
            ),
            chart_table(report.points, *_all_series(), caption=_("Statistics")),
            class_name=styles.STACK,
        ),
        actions=(period_switch(DashboardState.period, DashboardState.select_period),),
        is_ready=DashboardState.is_loaded,
    )


def _all_series() -> list[Series]:
    return [
        Series("people", _("New people")),
        Series("posts", _("Posts")),
        Series("comments", _("Comments")),
        *_activity_series(),
    ]


def _activity_series() -> list[Series]:
    return [
        Series("active", _("Active people")),
        Series("online", _("Most people online"), "success"),
    ]


def _figure_card(title: str, figure: Any, series: Series) -> Node:
    return el.div(
        el.div(
            el.h2(title, class_name=styles.CARD_TITLE),
            el.p(
                el.span(figure.count, class_name=styles.NUMBER),
                rx.cond(
                    figure.change != "",
                    el.span(
                        figure.change,
                        title=_("Compared with the period before"),
                        class_name=styles.CHANGE,
                    ),
                ),
                class_name=styles.FIGURE,
            ),
            el.p(figure.overall, class_name=styles.CHANGE),
        ),
        area_chart(DashboardState.report.points, series, label=_("Chart: {name}", name=title)),
        class_name=styles.CARD,
    )


def _activity_card(report: Any) -> Node:
    title = _("Activity")
    return el.section(
        el.h2(title, class_name=styles.CARD_TITLE),
        el.div(
            _number(_("active today"), report.active_today),
            _number(_("online now"), report.online_now),
            class_name=styles.NUMBERS,
        ),
        area_chart(
            report.points,
            *_activity_series(),
            label=_("Chart: {name}", name=title),
            height=None,
            has_dots=report.has_gaps,
        ),
        class_name=styles.WIDE,
    )


def _number(label: str, number: Any) -> Node:
    return el.p(
        el.span(number, class_name=styles.NUMBER),
        el.span(label, class_name=styles.CHANGE),
        class_name=styles.FIGURE,
    )


def _waiting_card() -> Node:
    waiting: Any = DashboardState.waiting
    return el.section(
        el.h2(_("Needs attention"), class_name=styles.CARD_TITLE),
        el.div(
            _waiting_link(
                "list", _("Posts to review"), waiting.posts, "posts?status=on_moderation"
            ),
            _waiting_link(
                "comment",
                _("Comments to review"),
                waiting.comments,
                "comments?status=on_moderation",
            ),
            _waiting_link("flag", _("Reports waiting"), waiting.reports, "reports?state=open"),
            _waiting_link("alert", _("Failed jobs"), waiting.jobs, "jobs?state=failed"),
            _waiting_link("mail", _("Failed emails"), waiting.mails, "mail?state=failed"),
            _waiting_link(
                "shield",
                _("Disputes to answer"),
                waiting.disputes,
                "subscription-payments?dispute=open",
                note=_deadline(waiting.dispute_deadline),
            ),
            _waiting_link(
                "undo",
                _("Failed refunds"),
                waiting.refunds,
                "subscription-payments?refund=failed",
            ),
            _waiting_link(
                "wallet",
                _("Differences in payments"),
                waiting.differences,
                "subscription-payments",
            ),
        ),
        class_name=styles.CARD,
    )


def _waiting_link(
    icon: IconName, label: str, count: Any, section: str, *, note: Node = None
) -> Node:
    text = label if note is None else el.span(label, note, class_name=styles.ITEM_LABEL)
    return rx.cond(
        count.is_none(),
        rx.fragment(),
        el.a(
            ui.icon(icon, styles.ICON),
            text,
            el.span(
                count,
                class_name=rx.cond(count > 0, styles.ITEM_COUNT_URGENT, styles.ITEM_COUNT),
            ),
            href=urls.admin_section(section),
            class_name=styles.WAITING_LINK,
        ),
    )


def _deadline(due_by: Any) -> Node:
    text = ui.rich_text(_("Answer by {time}"), time=ui.local_time(due_by))
    return rx.cond(due_by != "", el.span(text, class_name=styles.ITEM_NOTE))
