"""The layout of live pages of the Admin Panel, filled with data from the State."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import reflex as rx

from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.record_dialog import ActionButton, action_dialogs, bulk_buttons
from community.admin.frame import (
    admin_frame,
    admin_heading,
    forbidden_message,
    second_factor_message,
)
from community.admin.layout_state import AdminState
from community.admin.navigation import get_nav_item
from community.components import location, sign_in, skeletons
from community.components.layout import not_found
from community.components.layout.page import hydration, member_buttons, overlays, page
from community.i18n import gettext as _
from community.rendering import Node, react_component
from community.state.pages.layout import LayoutState

# Failed jobs and emails cause no message.
WAITING_REFRESH_SECONDS = 30
# Place it on the page as `refresh(seconds=10, on_refresh=SomeState.refresh)`.
refresh = react_component("admin/refresh.js", "Refresh", on_refresh=None)


def admin_page(
    section: str,
    *content: Node,
    actions: tuple[Node, ...] = (),
    dialogs: tuple[Node, ...] = (),
    is_ready: rx.Var[bool] | None = None,
) -> rx.Component:
    """Return the page of a section of the Admin Panel.

    Viewers who may not open the section get a message instead of the content: "Page not found", or
    "No access" if they are administrators.

    Args:
        is_ready: Whether the data of the section is loaded. Until then, a placeholder is visible.
    """
    is_known = _is_known()
    is_granted = is_known & (AdminState.access == "granted")
    is_loaded = is_granted if is_ready is None else is_granted & is_ready
    main = rx.cond(
        is_known & (AdminState.access == "forbidden"),
        forbidden_message(),
        rx.cond(
            is_known & (AdminState.access == "second_factor"),
            second_factor_message(),
            rx.fragment(
                refresh(seconds=WAITING_REFRESH_SECONDS, on_refresh=AdminState.refresh_waiting),
                admin_heading(section, *actions),
                rx.cond(is_loaded, rx.fragment(*content), skeletons.list_skeleton()),
            ),
        ),
    )
    frame = admin_frame(
        main,
        section=section,
        site=LayoutState.site,
        has_section=_has_section,
        get_waiting=_get_waiting,
        header_buttons=[member_buttons()],
        overlays=[overlays(), sign_in.confirmation_dialog(), *dialogs],
    )
    return rx.cond(
        is_known & (AdminState.access == "missing"),
        _not_found_page(),
        rx.fragment(hydration(is_loaded | (AdminState.access == "forbidden")), frame),
    )


def admin_title(section: str) -> rx.Var[str]:
    is_missing = AdminState.access == "missing"
    title = rx.cond(is_missing, not_found.page_not_found_title(), _(get_nav_item(section).title))
    return location.page_title(title, is_ready=_is_known())


def _is_known() -> rx.Var[bool]:
    is_known: rx.Var[bool] = location.is_current_path(AdminState.path) & (AdminState.access != "")
    return is_known


# A memo, because Reflex compiles a memo only once for all pages.
@rx.memo
def _not_found_page() -> rx.Component:
    return page(
        not_found.not_found_message(not_found.page_not_found_text()),
        is_ready=_is_known(),
        sidebar=None,
    )


def _has_section(code: str) -> rx.Var[bool]:
    sections: Any = AdminState.sections
    return cast("rx.Var[bool]", sections.contains(code))


def _get_waiting(code: str) -> rx.Var[str]:
    waiting: Any = AdminState.waiting
    return cast("rx.Var[str]", rx.cond(waiting.contains(code), waiting[code].to(str), ""))


def record_page(
    section: str,
    state: Any,
    actions: Sequence[ActionButton],
    sheet: Callable[[Sequence[ActionButton]], Node],
    *,
    sheet_actions: Sequence[ActionButton] = (),
    more_dialogs: Sequence[Node] = (),
    **texts: Any,
) -> rx.Component:
    """Return the page of a table whose State derives from `RecordActionsState`.

    Args:
        actions: The actions on one record or several selected ones.
        sheet: Returns the side sheet of a record with the buttons of the actions.
        sheet_actions: Further actions, on the record in the side sheet only.
    """
    table = data_table(state, bulk_actions=bulk_buttons(state, actions), **texts)
    all_actions = (*actions, *sheet_actions)
    dialogs = (sheet(all_actions), *action_dialogs(state, all_actions), *more_dialogs)
    return admin_page(section, table, dialogs=dialogs)
