"""The page with the list of advertisements and the settings of advertising."""

from typing import Any, Final

import reflex as rx

from community.admin.advertisements.form import advertisement_sheet
from community.admin.advertisements.models import STATUS_TONES
from community.admin.advertisements.report import report_sheet
from community.admin.advertisements.report_state import AdvertisementReportState
from community.admin.advertisements.state import SECTION, AdvertisementsState
from community.admin.blocks.form import settings_form
from community.admin.blocks.record_list.view import RecordListView, RemovalTexts
from community.admin.layout import admin_page
from community.admin.settings.state import SettingsFormState
from community.components import ui
from community.domain import site
from community.i18n import gettext as _, noop
from community.rendering import Node, el, when
from community.styles.admin import lists as styles

DELETION: Final = RemovalTexts(
    noop(
        "It disappears from all pages at once, and its statistics are deleted for good. Turn "
        "it off instead to keep them."
    )
)
_state: Any = AdvertisementsState
_list: Final = RecordListView(AdvertisementsState)
_report: Any = AdvertisementReportState


def advertisements_page() -> rx.Component:
    return admin_page(
        SECTION,
        _list.rows(
            _row,
            hint=_(
                "Several advertisements in one place take turns by their weight. House "
                "advertisements appear only where no other one fits."
            ),
            empty_title=_("No advertisements yet"),
            empty_text=_("Add a banner or an advertisement between posts or comments."),
            empty_icon="megaphone",
        ),
        el.div(
            settings_form(site.AdvertisingSettings, state=SettingsFormState),
            class_name=styles.SECTION,
        ),
        actions=(_list.add_button(),),
        dialogs=(advertisement_sheet(), report_sheet(), _list.removal_dialog(DELETION)),
        is_ready=_state.is_loaded & (SettingsFormState.group == site.AdvertisingSettings.name),
    )


def _row(row: Any) -> Node:
    return _list.row(
        row,
        when(
            row.image,
            lambda: el.img(src=row.image, alt="", class_name=styles.THUMBNAIL),
        ),
        el.div(
            el.div(
                el.span(row.name, dir="auto", class_name=styles.NAME),
                _status(row),
                when(row.is_house, lambda: ui.badge(_("House"))),
                class_name=styles.TEXT,
            ),
            el.div(
                el.span(row.place_label),
                el.span(row.period),
                el.span(row.impressions),
                el.span(row.clicks),
                class_name=styles.DETAILS,
            ),
            el.div(row.preview, dir="auto", class_name=styles.NOTE),
            class_name=styles.COLUMN,
        ),
        controls=_controls(row),
    )


def _status(row: Any) -> Node:
    label = row.status_label
    return rx.match(
        row.status,
        *((status, ui.badge(label, tone=tone)) for status, tone in STATUS_TONES.items()),
        ui.badge(label),
    )


def _controls(row: Any) -> list[Node]:
    return [
        when(
            row.can_approve & (row.status == "waiting_for_approval"),
            lambda: ui.button(
                _("Approve"),
                size="sm",
                aria_label=_("Approve {name}", name=row.name),
                on_click=_state.approve(row.id),
            ),
        ),
        ui.icon_button(
            "chart",
            _("Statistics of {name}", name=row.name),
            size="sm",
            has_tooltip=False,
            on_click=_report.open(row.id),
        ),
        _list.edit_button(row),
        _list.remove_button(row),
        _list.switch(row),
    ]
