"""The page with the features that plans can include."""

from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog
from community.admin.blocks.lists import delete_button, edit_button, row_actions, text_field
from community.admin.blocks.side_sheet import sheet_footer, side_sheet
from community.admin.layout import admin_page
from community.admin.plan_features.state import SECTION, PlanFeaturesState
from community.components import ui
from community.domain.subscriptions import (
    CODE_MAX_LENGTH,
    DESCRIPTION_MAX_LENGTH,
    NAME_MAX_LENGTH,
)
from community.i18n import gettext as _
from community.i18n import pgettext
from community.rendering import Node, el, present, when
from community.styles.admin import lists as styles
from community.styles.ui import form as form_styles

SHEET_ID = "feature-form"
_state: Any = PlanFeaturesState


def plan_features_page() -> rx.Component:
    return admin_page(
        SECTION,
        el.p(
            _(
                "Built-in features take effect as soon as a plan includes them. Features that you "
                "add are listed in plans, and other programs can ask who has them."
            ),
            class_name=styles.HINT,
        ),
        el.ul(rx.foreach(_state.features, _row), class_name=styles.LIST, aria_label=_("Features")),
        actions=(
            ui.button(
                _("Add feature"),
                icon_name="plus",
                variant="primary",
                size="sm",
                on_click=_state.open_form(""),
            ),
        ),
        dialogs=(_sheet(), _removal_dialog()),
        is_ready=_state.is_loaded,
    )


def _row(feature: Any) -> Node:
    return el.li(
        _texts(feature),
        row_actions(
            edit_button(feature.name, _state.open_form(feature.code)),
            # A built-in feature with its original texts cannot be removed.
            when(
                feature.has_own_texts,
                lambda: rx.cond(
                    feature.is_built_in,
                    ui.icon_button(
                        "undo",
                        _("Restore the texts of {name}", name=feature.name),
                        size="sm",
                        has_tooltip=False,
                        on_click=_state.ask_to_remove(feature.code),
                    ),
                    delete_button(feature.name, _state.ask_to_remove(feature.code)),
                ),
            ),
        ),
        key=feature.code,
        class_name=styles.ROW,
    )


def _texts(feature: Any) -> Node:
    return el.div(
        el.div(
            el.span(feature.name, dir="auto", class_name=styles.NAME),
            el.span(feature.code, class_name=styles.CODE),
            when(~feature.is_built_in, lambda: ui.badge(_("Added"), tone="accent")),
            present(feature.unavailable, lambda _reason: ui.badge(_("Unavailable"))),
            class_name=styles.TEXT,
        ),
        el.div(feature.description, dir="auto", class_name=styles.NOTE),
        present(
            feature.unavailable,
            lambda reason: el.div(reason, " ", _("Buyers don't see it."), class_name=styles.NOTE),
        ),
        el.div(
            rx.foreach(feature.plans, lambda plan: ui.badge(plan.name, key=plan.id)),
            class_name=styles.BADGES,
        ),
        class_name=styles.COLUMN,
    )


def _sheet() -> rx.Component:
    return side_sheet(
        rx.cond(_state.is_form_open, _form()),
        id=SHEET_ID,
        title=rx.cond(_state.editing, _("Edit feature"), _("New feature")),
        open=_state.is_form_open,
        on_close=_state.close_form,
        is_form=True,
    )


def _form() -> rx.Component:
    feature = _state.feature
    return rx.el.form(
        rx.cond(
            _state.editing == "",
            text_field(
                _state.errors,
                "code",
                _("Code"),
                hint=_("The name of the feature for other programs. You can't change it later."),
                max_length=CODE_MAX_LENGTH,
                auto_complete="off",
                dir="ltr",
            ),
        ),
        text_field(
            _state.errors,
            "name",
            pgettext("feature", "Name"),
            default_value=rx.cond(feature, feature.name, ""),
            max_length=NAME_MAX_LENGTH,
        ),
        text_field(
            _state.errors,
            "description",
            _("Description"),
            optional=True,
            control=ui.text_area,
            default_value=rx.cond(feature, feature.description, ""),
            max_length=DESCRIPTION_MAX_LENGTH,
        ),
        sheet_footer(ui.button(_("Save"), type="submit", variant="primary")),
        key=rx.cond(feature, feature.code, "new"),
        on_submit=_state.save,
        no_validate=True,
        class_name=form_styles.STACK,
    )


def _removal_dialog() -> rx.Component:
    feature = _state.removing
    is_built_in = (feature & feature.is_built_in).to(bool)
    return confirmation_dialog(
        dialog_id="remove-feature",
        title=rx.cond(
            is_built_in,
            _("Restore the texts of {name}?", name=feature.name),
            _("Delete {name}?", name=feature.name),
        ),
        consequence=rx.cond(
            is_built_in,
            _("Your name and description are replaced by the original ones."),
            _("The feature is deleted for good. You can't delete a feature of a plan."),
        ),
        confirm_label=rx.cond(is_built_in, _("Restore"), _("Delete")),
        on_confirm=_state.remove,
        on_close=_state.cancel_removal,
        is_open=feature != None,  # noqa: E711  # compared in the browser
        error=_state.removal_error,
    )
