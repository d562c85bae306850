"""The sheet with the statistics of one advertisement and the address for the advertiser."""

from typing import Any

import reflex as rx

from community.admin.advertisements.report_state import AdvertisementReportState
from community.admin.blocks.chart import Series, area_chart, chart_table
from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, each, el, full_number, react_component, when
from community.styles import settings as settings_styles
from community.styles.admin import lists as styles
from community.styles.ui import button, data_table, table

_CopyField = react_component("copy_field.js", "CopyField")
_state: Any = AdvertisementReportState


def report_sheet() -> rx.Component:
    return side_sheet(
        rx.cond(_state.is_open, _content()),
        id="advertisement-report",
        title=_state.name,
        open=_state.is_open,
        on_close=_state.close,
    )


def _content() -> Node:
    totals = _state.totals
    return el.div(
        sheet_section(
            facts(
                fact(_("Impressions"), totals.impressions),
                fact(_("Viewability"), totals.viewability),
                fact(_("Clicks"), totals.clicks),
                fact(_("Click rate"), totals.click_rate),
            ),
            title=_("Total"),
        ),
        rx.cond(_state.days.length() > 0, _tables(), el.p(_("Nothing counted yet"))),
        _advertiser_link(),
        class_name=styles.SHEET_STACK,
    )


def _tables() -> Node:
    series = (
        Series("impressions", _("Impressions")),
        Series("clicks", _("Clicks"), "success"),
    )
    return el.div(
        sheet_section(
            area_chart(_state.days, *series, label=_("Impressions and clicks by day")),
            chart_table(_state.days, *series, caption=_("Impressions and clicks by day")),
            _csv_link("day"),
            title=_("By day"),
        ),
        sheet_section(_table(_state.places, _("Place")), _csv_link("place"), title=_("By place")),
        sheet_section(
            _table(_state.communities, _("Community")),
            _csv_link("community"),
            title=_("By community"),
        ),
        class_name=styles.SHEET_STACK,
    )


def _table(rows: Any, label: str) -> Node:
    headings = (_("Impressions"), _("Clicks"))
    return el.table(
        el.thead(
            el.tr(
                el.th(label, class_name=table.HEAD_CELL, scope="col"),
                *(el.th(text, class_name=table.HEAD_NUMBER, scope="col") for text in headings),
            ),
            class_name=table.HEAD,
        ),
        el.tbody(
            each(
                rows,
                lambda row: el.tr(
                    el.th(row.label, class_name=styles.ROW_HEADING, scope="row"),
                    el.td(full_number(row.impressions), class_name=table.NUMBER),
                    el.td(full_number(row.clicks), class_name=table.NUMBER),
                    class_name=table.ROW,
                ),
            )
        ),
        class_name=table.TABLE,
    )


def _csv_link(by: str) -> Node:
    return el.a(
        ui.icon("download"),
        _("Download CSV"),
        href=f"{_state.csv_url}?by={by}",
        download="",
        class_name=data_table.TOOL,
        # The router has no page with this address.
        custom_attrs={"reloadDocument": True},
    )


def _advertiser_link() -> Node:
    return sheet_section(
        el.p(
            _("With this link, the advertiser reads the statistics without an account."),
            class_name=styles.HINT,
        ),
        when(
            _state.report_url,
            lambda: el.div(
                _CopyField(
                    ui.icon("copy"),
                    ui.icon("check"),
                    value=_state.report_url,
                    label=_("Link for the advertiser"),
                    class_names={
                        "field": settings_styles.KEY_VALUE,
                        "button": button.class_names("primary"),
                    },
                ),
                class_name=f"{settings_styles.KEY_ROW} mb-4",
            ),
        ),
        el.div(
            ui.button(
                rx.cond(_state.has_report_link, _("Create a new link"), _("Create link")),
                size="sm",
                on_click=_state.create_link,
            ),
            when(
                _state.has_report_link,
                lambda: ui.button(
                    _("Revoke"), size="sm", variant="quiet", on_click=_state.revoke_link
                ),
            ),
            class_name=styles.BADGES,
        ),
        title=_("Link for the advertiser"),
    )
