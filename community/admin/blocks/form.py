"""The form of a section of settings, which is built from the definitions of the settings."""

from collections.abc import Collection, Mapping
from typing import Any

import reflex as rx

from community.admin.blocks.inputs import WIDE_KINDS, render_input
from community.components import ui
from community.domain import site
from community.i18n import gettext as _
from community.rendering import Node, react_component
from community.styles.admin import form as styles
from community.styles.ui import button

_SettingsForm = react_component(
    "admin/settings_form.js",
    "SettingsForm",
    on_submit=dict[str, Any],
    on_preview=dict[str, str],
    on_draft=dict[str, Any],
)
_SectionLinks = react_component("settings/section_links.js", "SectionLinks")
_SettingsConflict = react_component("admin/settings_conflict.js", "SettingsConflict")
_CopyButton = react_component("copy_field.js", "CopyButton")


def settings_form(
    section_type: type[site.SettingsSection],
    *,
    state: Any,
    extras: Mapping[type[site.SettingsPart], rx.Component] | None = None,
    on_draft: Any = None,
) -> rx.Component:
    """Return the form of a section. `state` has what `admin/settings/state.py` declares."""
    parts = [_part(part, state, (extras or {}).get(part)) for part in section_type.list_parts()]
    return _SettingsForm(
        _conflicts(state),
        *parts,
        _save_bar(),
        draft_key=section_type.name,
        values=state.values,
        defaults=_list_defaults(section_type),
        version=state.version,
        conflict_version=state.conflict_version,
        save_count=state.save_count,
        rejection_count=state.rejection_count,
        on_submit=state.save,
        on_preview=state.show_preview,
        class_name=styles.FORM,
        **({} if on_draft is None else {"on_draft": on_draft}),
    )


def _list_defaults(section_type: type[site.SettingsSection]) -> dict[str, Any]:
    defaults = section_type().model_dump(mode="json")
    definitions = site.get_definitions(section_type).values()
    return {item.code: "" if item.is_secret else defaults[item.code] for item in definitions}


def list_contents(
    section_type: type[site.SettingsSection],
    separate_parts: Collection[type[site.SettingsPart]] = (),
) -> rx.Component:
    """Return links to the parts of the form. The link to the part in view is marked as current.

    Args:
        separate_parts: The parts that the page shows alone, if the URL has their hash.
    """
    links = [
        rx.el.a(
            _(part.title),
            href=f"#{get_anchor(part)}",
            class_name=styles.CONTENTS_LINK,
            aria_current=False,
            # The browser and not the router scrolls to the part.
            custom_attrs={"reloadDocument": True},
        )
        for part in section_type.list_parts()
    ]
    return _SectionLinks(
        rx.el.nav(
            rx.el.div(*links, class_name=styles.CONTENTS_LIST),
            class_name=styles.CONTENTS,
            aria_label=_("On this page"),
        ),
        separate_ids=[get_anchor(part) for part in separate_parts],
    )


def get_anchor(part: type[site.SettingsPart]) -> str:
    return f"part-{part.__name__.lower()}"


def _part(part: type[site.SettingsPart], state: Any, extra: rx.Component | None) -> rx.Component:
    title_id = f"{get_anchor(part)}-title"
    definitions = list(site.iter_part_definitions(part))
    advanced = [_row(item, state) for item in definitions if item.setting.is_advanced]
    rows = [_row(item, state) for item in definitions if not item.setting.is_advanced]
    switch = rows.pop(0) if part.is_switched else None
    return rx.el.section(
        rx.el.div(
            rx.el.h2(_(part.title), id=title_id, class_name=styles.SECTION_TITLE),
            rx.el.p(_(part.description), class_name=styles.SECTION_TEXT)
            if part.description
            else None,
            class_name=styles.SECTION_HEADER,
        ),
        None if switch is None else rx.el.div(switch, data_part_switch=""),
        rx.el.div(
            rx.el.div(*rows, _advanced(advanced) if advanced else None, class_name=styles.ROWS),
            rx.el.div(extra, class_name=styles.EXTRA) if extra is not None else None,
            class_name="" if switch is None else styles.SWITCHED,
        ),
        id=get_anchor(part),
        class_name=styles.SECTION,
        aria_labelledby=title_id,
        data_section="",
    )


def _advanced(rows: list[rx.Component]) -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            ui.icon("chevron_down", styles.ADVANCED_ICON),
            _("Advanced"),
            class_name=styles.ADVANCED_SUMMARY,
        ),
        rx.el.div(*rows, class_name=styles.ADVANCED_ROWS),
        class_name=styles.ADVANCED,
    )


def _row(definition: site.SettingDefinition, state: Any) -> rx.Component:
    setting, code = definition.setting, definition.code
    error = ui.error_message(state.errors, code)
    row_class = styles.WIDE_ROW if definition.kind in WIDE_KINDS else styles.ROW
    if definition.kind == "switch":
        row_class = styles.SWITCH_ROW
    label = rx.el.label(_(setting.label), html_for=f"field-{code}", class_name=styles.LABEL)
    return rx.el.div(
        rx.el.div(
            label,
            rx.el.p(_(setting.help), id=f"help-{code}", class_name=styles.HELP)
            if setting.help
            else None,
            class_name=styles.LABELS,
        ),
        rx.el.div(
            rx.el.div(
                render_input(definition, state, error),
                _reset_button(definition),
                class_name=styles.SWITCH_LINE
                if definition.kind == "switch"
                else styles.CONTROL_LINE,
            ),
            rx.cond(
                error != "",
                rx.el.p(error, id=f"note-{code}", class_name=styles.ERROR, role="alert"),
            ),
            class_name=styles.CONTROL,
        ),
        class_name=row_class,
        data_setting_row="",
    )


def _reset_button(definition: site.SettingDefinition) -> rx.Component | None:
    if definition.kind in {"secret", "image"}:
        return None
    return ui.icon_button(
        "undo",
        _("Reset to default: {setting}", setting=_(definition.setting.label)),
        size="sm",
        has_tooltip=False,
        title=_("Reset to default"),
        data_reset=definition.code,
        class_name=styles.RESET,
    )


def _conflicts(state: Any) -> rx.Component:
    return rx.cond(
        state.conflicts.length() > 0,
        rx.el.section(
            rx.el.h2(
                _("Someone else changed these settings"),
                id="conflicts-title",
                class_name=styles.CONFLICTS_TITLE,
            ),
            rx.el.p(
                _("Nothing is saved yet. Choose a version of each setting, then save again."),
                class_name=styles.CONFLICTS_TEXT,
            ),
            rx.el.div(
                rx.foreach(state.conflicts, _conflict),
                class_name=styles.CONFLICTS_ROWS,
            ),
            class_name=styles.CONFLICTS,
            role="alert",
            aria_labelledby="conflicts-title",
        ),
    )


def _conflict(conflict: Any) -> rx.Component:
    return _SettingsConflict(
        conflict=conflict,
        labels={"yours": _("Your version"), "theirs": _("Saved version")},
        class_names=styles.CONFLICT,
        key=conflict.code,
    )


def _save_bar() -> rx.Component:
    return rx.el.div(
        ui.button(_("Save"), type="submit", variant="primary"),
        rx.el.span(_("Unsaved changes"), class_name=styles.UNSAVED),
        class_name=styles.SAVE_BAR,
    )


def address_field(label: str, address: Any) -> Node:
    return rx.el.div(
        rx.el.span(label, class_name=styles.LABEL),
        rx.el.code(address, class_name=styles.CALLBACK),
        _CopyButton(
            rx.el.span(_("Copy")),
            value=address,
            class_name=button.class_names("secondary", "sm"),
        ),
        class_name=styles.CALLBACK_ROW,
    )
