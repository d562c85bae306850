"""The role and the sections of the user in the side sheet."""

from typing import Any

import reflex as rx

from community.admin.blocks.side_sheet import sheet_section
from community.admin.navigation import GROUPS, NAV_ITEMS, NavItem
from community.admin.users.person_state import PersonState
from community.admin.users.roles_state import RolesState
from community.components import ui
from community.core.actor import ALL_SECTIONS, DASHBOARD
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import permissions as styles
from community.styles.ui import data_table

_State: Any = RolesState


def roles_section() -> Node:
    """Return the role, which administrators of the section can change."""
    person: Any = PersonState.person
    return sheet_section(
        rx.cond(person.is_admin, _administrator(person), _ordinary_user(person)),
        title=_("Role"),
    )


def _ordinary_user(person: Any) -> Node:
    return rx.fragment(
        el.p(_("User without access to the Admin Panel"), class_name=data_table.SHEET_TEXT),
        rx.cond(
            ~person.is_bot & ~person.banned_at.to(bool) & ~_State.is_self,
            el.div(
                ui.button(_("Make administrator"), size="sm", on_click=_State.grant),
                class_name=data_table.SHEET_LINK_ROW,
            ),
        ),
    )


def _administrator(person: Any) -> Node:
    is_full = person.sections.contains(ALL_SECTIONS)
    count = rx.cond(
        is_full,
        _("Full administrator"),
        ui.plural_text("{n} section", "{n} sections", person.sections.length()),
    )
    return el.details(
        el.summary(
            el.span(_("Administrator"), ": ", count),
            ui.icon("chevron_down", styles.CARD_ARROW),
            class_name=styles.CARD_SUMMARY,
        ),
        el.label(
            el.span(_("Full administrator")), _full_checkbox(is_full), class_name=styles.CARD_ROW
        ),
        *(_group(name, person, is_full) for name in GROUPS if name),
        el.div(
            ui.button(
                _("Remove administrator"),
                size="sm",
                variant="danger",
                disabled=is_full & ~_State.is_full,
                on_click=_State.revoke,
            ),
            class_name=styles.CARD_ACTIONS,
        ),
        class_name=styles.SHEET_ROLE,
    )


def _group(name: str, person: Any, is_full: Any) -> Node:
    items = [item for item in NAV_ITEMS if item.group == name and item.code != DASHBOARD]
    rows = (
        el.label(
            el.span(_(item.title)),
            _section_checkbox(item, person, is_full),
            class_name=styles.CARD_ROW,
        )
        for item in items
    )
    return el.fieldset(el.legend(_(name), class_name=styles.GROUP), *rows)


def _full_checkbox(is_full: Any) -> Node:
    return rx.el.input(
        type="checkbox",
        class_name=styles.CHECK,
        checked=is_full,
        disabled=~_State.is_full | (_State.is_self & ~is_full),
        on_change=_State.set_full,
    )


def _section_checkbox(item: NavItem, person: Any, is_full: Any) -> Node:
    is_granted = is_full | person.sections.contains(item.code)
    may_not_change = ~_State.grantable.contains(item.code) | (_State.is_self & ~is_granted)
    return rx.el.input(
        type="checkbox",
        class_name=styles.CHECK,
        checked=is_granted,
        disabled=is_full | may_not_change,
        on_change=lambda is_checked: _State.toggle(item.code, is_checked),
    )
