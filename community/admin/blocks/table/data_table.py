"""A table of the Admin Panel, rendered from its definition (`layout.py`).

`state.py` contains its State, `toolbar.py` the controls above it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import reflex as rx

from community.admin.blocks.table.bulk_action_progress import bulk_action_progress, selection_text
from community.admin.blocks.table.cells import table_cell
from community.admin.blocks.table.layout import NUMBER_KINDS, Column, TableLayout
from community.admin.blocks.table.rows import LoadedTable, TableRow
from community.admin.blocks.table.toolbar import toolbar
from community.components import lists, ui
from community.domain.tables import Table
from community.i18n import gettext as _
from community.rendering import Node, el, group, react_component
from community.styles import post as post_styles
from community.styles.ui import data_table as styles
from community.styles.ui.icons import IconName

SKELETON_ROWS = 8

_NewRecordsButton = react_component("admin/new_records_button.js", "NewRecordsButton", on_show=None)
_TableUrl = react_component("admin/table_url.js", "TableUrl")


def data_table(
    state: Any,
    *,
    caption: str,
    search_label: str = "",
    empty_title: str,
    empty_text: str,
    empty_icon: IconName = "list",
    empty_action: Node = None,
    bulk_actions: Sequence[Node] = (),
    opens_records: bool = True,
    new_count: Any = None,
    id_choices: Mapping[str, Any] | None = None,
) -> rx.Component:
    """Return a table with its toolbar and its bulk bar.

    Args:
        search_label: The placeholder of the search field, for example "Search by name".
        empty_text: What the viewer can do about it.
        bulk_actions: Buttons that act on the selected rows. Without them, rows have no checkboxes.
        opens_records: Whether a click on a row opens its record, for a page with a side sheet.
        id_choices: Vars with the names of the records that an `IdFilter` can choose, by id, by the
            code of the filter. It is then shown as the other filters.
        new_count: A Var with the number of new records, which a button above the rows shows.
    """
    name = f"table_{state.table.code}".replace("-", "_")
    loaded = lists.use_appended_list(name, state.loaded_page, LoadedTable, state.removed_ids)
    empty = ui.empty_state(empty_title, empty_text, icon_name=empty_icon, action=empty_action)
    is_selectable = bool(bulk_actions)
    return rx.fragment(
        _TableUrl(url=state.url, replaces=state.replaces_url),
        toolbar(state, search_label=search_label, id_choices=id_choices or {}),
        bulk_action_progress(state) if is_selectable else None,
        rx.cond(
            loaded.is_ready,
            rx.cond(
                loaded.rows.length() > 0,
                group(
                    None if new_count is None else _new_records_button(state, new_count),
                    _frame(
                        state,
                        loaded,
                        caption,
                        is_selectable=is_selectable,
                        opens_records=opens_records,
                    ),
                    _bulk_bar(state, loaded, bulk_actions) if is_selectable else None,
                ),
                rx.cond(state.is_filtered, _no_matches(state), empty),
            ),
            _skeleton(),
        ),
    )


def _new_records_button(state: Any, count: Any) -> Node:
    return _NewRecordsButton(
        ui.icon("chevron_up"),
        count=count,
        table_id=_frame_id(state),
        class_names={
            "container": post_styles.NEW_POSTS_CONTAINER,
            "button": post_styles.NEW_POSTS_BUTTON,
        },
        on_show=state.refresh,
    )


def _frame_id(state: Any) -> str:
    return f"table-{state.table.code}"


def _frame(
    state: Any, loaded: Any, caption: str, *, is_selectable: bool, opens_records: bool
) -> Node:
    return el.div(
        el.table(
            el.caption(caption, class_name="sr-only"),
            el.thead(
                _head_row(state, loaded, is_selectable=is_selectable),
                role="rowgroup",
                class_name=styles.HEAD,
            ),
            el.tbody(
                rx.foreach(
                    loaded.rows,
                    lambda row: _row(
                        state, row, is_selectable=is_selectable, opens_records=opens_records
                    ),
                ),
                role="rowgroup",
                class_name=styles.BODY,
            ),
            role="table",
            class_name=styles.TABLE,
        ),
        rx.cond(
            loaded.next_cursor != "",
            el.button(
                ui.icon("chevron_down"),
                _("Load more"),
                type="button",
                class_name=styles.MORE,
                on_click=state.load_more(loaded.next_cursor),
            ),
        ),
        id=_frame_id(state),
        class_name=styles.FRAME,
        role="region",
        tab_index=0,
        aria_label=caption,
    )


def _head_row(state: Any, loaded: Any, *, is_selectable: bool) -> Node:
    layout: TableLayout = state.layout
    has_selection = state.selected_ids.length() > 0
    has_all = has_selection & (state.selected_ids.length() >= loaded.rows.length())
    select_all = el.th(
        el.input(
            type="checkbox",
            checked=has_all,
            data_partial=rx.cond(has_selection & ~has_all, "true", None),
            read_only=True,
            class_name=styles.CHECK,
            aria_label=_("Select all loaded rows"),
            on_click=state.select_all(~has_selection),
        ),
        scope="col",
        role="columnheader",
        class_name=styles.HEAD_CHECK,
    )
    headings = [_optional(state, column, _heading(state, column)) for column in layout.columns]
    return el.tr(select_all if is_selectable else None, *headings, role="row")


def _heading(state: Any, column: Column) -> Node:
    class_name = styles.HEAD_NUMBER if column.kind in NUMBER_KINDS else styles.HEAD_CELL
    attributes: dict[str, Any] = {"scope": "col", "role": "columnheader", "class_name": class_name}
    if not column.sort:
        return el.th(_(column.label), **attributes)
    is_current = (state.sort == column.sort) | (state.sort == f"-{column.sort}")
    is_descending = state.sort == f"-{column.sort}"
    return el.th(
        el.button(
            _(column.label),
            rx.cond(
                is_current,
                rx.cond(
                    is_descending,
                    ui.icon("chevron_down", styles.SORT_ICON),
                    ui.icon("chevron_up", styles.SORT_ICON),
                ),
                ui.icon("sort", styles.SORT_ICON_IDLE),
            ),
            type="button",
            class_name=rx.cond(is_current, styles.SORT_CURRENT, styles.SORT),
            on_click=state.change_sort(column.sort),
        ),
        aria_sort=rx.cond(is_current, rx.cond(is_descending, "descending", "ascending"), "none"),
        **attributes,
    )


def _row(state: Any, loaded_row: Any, *, is_selectable: bool, opens_records: bool) -> Node:
    key = loaded_row.id.to(str)
    row = rx.cond(
        state.changed_rows.contains(key), state.changed_rows[key].to(TableRow), loaded_row
    ).to(TableRow)
    is_selected = state.selected_ids.contains(loaded_row.id)
    first, *others = state.layout.columns
    on_open = state.open_record(loaded_row.id) if opens_records else None
    return el.tr(
        _select_cell(state, row, is_selected) if is_selectable else None,
        _optional(state, first, table_cell(first, row.cells[first.code], on_open=on_open)),
        *(
            _optional(state, column, table_cell(column, row.cells[column.code]))
            for column in others
        ),
        key=loaded_row.id,
        role="row",
        class_name=_row_class(state.table, row, is_selected),
    )


def _row_class(table: Table, row: Any, is_selected: Any) -> Any:
    class_name = rx.cond(is_selected, styles.ROW_SELECTED, styles.ROW)
    if table.is_waiting is None:
        return class_name
    return rx.cond(row.is_waiting, f"{styles.WAITING} {class_name}", class_name)


def _select_cell(state: Any, row: Any, is_selected: Any) -> Node:
    return el.td(
        el.input(
            type="checkbox",
            checked=is_selected,
            read_only=True,
            class_name=styles.CHECK,
            aria_label=_("Select {name}", name=row.label),
            on_click=state.select_row(row.id, ~is_selected),
        ),
        role="cell",
        class_name=styles.CHECK_CELL,
    )


def _optional(state: Any, column: Column, node: Node) -> Node:
    """Return the cell if the viewer has chosen its column. The first column is always shown."""
    if column is state.layout.columns[0]:
        return node
    return rx.cond(state.columns.contains(column.code), node)


def _bulk_bar(state: Any, loaded: Any, actions: Sequence[Node]) -> Node:
    count = state.selected_ids.length()
    return rx.cond(
        count > 0,
        el.div(
            selection_text(state, loaded),
            el.div(*actions, class_name=styles.BULK_ACTIONS),
            el.div(
                ui.icon_button(
                    "x", _("Clear selection"), size="sm", on_click=state.select_all(False)
                ),
                class_name=styles.BULK_CLEAR,
            ),
            class_name=styles.BULK_BAR,
            data_bulk_bar="",
            role="toolbar",
            aria_label=_("Selected rows"),
        ),
    )


def _no_matches(state: Any) -> Node:
    return ui.empty_state(
        _("No matches"),
        _("Nothing matches the search and the filters."),
        icon_name="search",
        action=ui.button(_("Clear filters"), on_click=state.clear_filters),
    )


def _skeleton() -> Node:
    row = el.div(
        *(ui.skeleton(styles.SKELETON_CELL) for _index in range(4)), class_name=styles.SKELETON_ROW
    )
    return el.div(
        *(row for _index in range(SKELETON_ROWS)),
        class_name=styles.FRAME,
        aria_busy="true",
        aria_label=_("Loading"),
        role="status",
    )
