"""The page with the list of advertisements and the settings of advertising."""

from typing import Any

import reflex as rx

from community.admin.advertisements.form import advertisement_sheet
from community.admin.advertisements.models import STATUS_TONES
from community.admin.advertisements.report import report_sheet
from community.admin.advertisements.report_state import AdvertisementReportState
from community.admin.advertisements.state import SECTION, AdvertisementsState
from community.admin.blocks.confirmation import confirmation_dialog
from community.admin.blocks.form import settings_form
from community.admin.blocks.lists import (
    delete_button,
    edit_button,
    row_actions,
    row_switch,
    sortable_list,
    sortable_row,
)
from community.admin.layout import admin_page
from community.admin.settings.state import SettingsFormState
from community.components import ui
from community.domain import site
from community.i18n import gettext as _
from community.rendering import Node, el, when
from community.styles.admin import lists as styles

_state: Any = AdvertisementsState
_report: Any = AdvertisementReportState


def advertisements_page() -> rx.Component:
    return admin_page(
        SECTION,
        rx.cond(_state.advertisements.length() > 0, _list(), _empty()),
        el.div(
            settings_form(site.AdvertisingSettings, state=SettingsFormState),
            class_name=styles.SECTION,
        ),
        actions=(_add_button("primary"),),
        dialogs=(advertisement_sheet(), report_sheet(), _removal_dialog()),
        is_ready=_state.is_loaded & (SettingsFormState.group == site.AdvertisingSettings.name),
    )


def _list() -> Node:
    return rx.fragment(
        el.p(
            _(
                "Several advertisements in one place take turns by their weight. House "
                "advertisements appear only where no other one fits."
            ),
            class_name=styles.HINT,
        ),
        sortable_list(
            rx.foreach(_state.advertisements, _row),
            label=_("Advertisements"),
            on_reorder=_state.reorder,
        ),
    )


def _empty() -> Node:
    return ui.empty_state(
        _("No advertisements yet"),
        _("Add a banner or an advertisement between posts or comments."),
        icon_name="megaphone",
        action=_add_button("secondary"),
    )


def _add_button(variant: Any) -> Node:
    return ui.button(
        _("Add advertisement"),
        icon_name="plus",
        variant=variant,
        size="sm",
        on_click=_state.open_form(0),
    )


def _row(row: Any) -> Node:
    return sortable_row(
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
        _row_actions(row),
        key=row.id.to(str),
        name=row.name,
    )


def _status(row: Any) -> Node:
    label = row.status_label
    return rx.match(
        row.status,
        *((status, ui.badge(label, tone=tone)) for status, tone in STATUS_TONES.items()),
        ui.badge(label),
    )


def _row_actions(row: Any) -> Node:
    return row_actions(
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
        edit_button(row.name, _state.open_form(row.id)),
        delete_button(row.name, _state.ask_to_remove(row.id)),
        row_switch(
            row.name,
            checked=row.is_active,
            on_change=lambda value: _state.set_active(row.id, value),
        ),
    )


def _removal_dialog() -> rx.Component:
    row = _state.removing
    return confirmation_dialog(
        dialog_id="remove-advertisement",
        title=_("Delete {name}?", name=row.name),
        consequence=_(
            "It disappears from all pages at once, and its statistics are deleted for good. Turn "
            "it off instead to keep them."
        ),
        confirm_label=_("Delete"),
        on_confirm=_state.remove,
        on_close=_state.cancel_removal,
        is_open=row != None,  # noqa: E711  # compared in the browser
        error=_state.removal_error,
    )
