"""The controls above a table of the Admin Panel: search, filters, columns and the CSV file."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from community.admin.blocks.inputs import search_input
from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout
from community.components import ui
from community.domain.tables import MAX_SEARCH_LENGTH, Filter, IdFilter, Table
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.ui import data_table as styles


def toolbar(state: Any, *, search_label: str, id_choices: Mapping[str, Any]) -> Node:
    table: Table = state.table
    return el.div(
        _search_field(state, search_label) if table.search is not None else None,
        el.div(
            *(_filter_select(state, item) for item in table.filters),
            *(
                _id_filter_select(state, item, id_choices[item.code])
                if item.code in id_choices
                else _id_filter_chip(state, item)
                for item in table.id_filters
            ),
            _sort_select(state),
            class_name=styles.FILTERS,
        ),
        el.p(state.total, class_name=styles.TOTAL, role="status"),
        el.div(
            _columns_menu(state), _refresh_button(state), _csv_link(state), class_name=styles.TOOLS
        ),
        class_name=styles.TOOLBAR,
        role="search",
    )


def _search_field(state: Any, label: str) -> Node:
    return el.div(
        ui.icon("search", styles.SEARCH_ICON),
        search_input(
            term=state.search,
            on_search=state.change_search,
            label=label,
            class_name=styles.SEARCH_INPUT,
        ),
        class_name=styles.SEARCH,
    )


def _filter_select(state: Any, item: Filter) -> Node:
    labels = _get_labels(state, item).choices
    choices = (el.option(_(labels[choice.code]), value=choice.code) for choice in item.choices)
    return _labelled_select(state, item, *choices)


def _get_labels(state: Any, item: Filter | IdFilter) -> FilterLabels:
    layout: TableLayout = state.layout
    return layout.filters[item.code]


def _id_filter_select(state: Any, item: IdFilter, names: Any) -> Node:
    return _labelled_select(
        state, item, rx.foreach(names, lambda entry: el.option(entry[1], value=entry[0]))
    )


def _labelled_select(state: Any, item: Filter | IdFilter, *options: Node) -> Node:
    chosen = rx.cond(state.filters.contains(item.code), state.filters[item.code].to(str), "")
    label = _(_get_labels(state, item).label)
    return el.div(
        el.select(
            el.option(_("{filter}: all", filter=label), value=""),
            *options,
            value=chosen,
            on_change=lambda value: state.change_filter(item.code, value),
            class_name=rx.cond(chosen != "", styles.SELECT_ACTIVE, styles.SELECT),
            aria_label=label,
        ),
        ui.icon("chevron_down", styles.SELECT_ARROW),
        class_name=styles.FILTER,
    )


def _id_filter_chip(state: Any, item: IdFilter) -> Node:
    name = rx.cond(
        state.filter_names.contains(item.code),
        state.filter_names[item.code].to(str),
        state.filters[item.code].to(str),
    )
    return rx.cond(
        state.filters.contains(item.code),
        el.button(
            _("{filter}: {id}", filter=_(_get_labels(state, item).label), id=name),
            ui.icon("x"),
            type="button",
            class_name=styles.CHIP,
            aria_description=_("Remove filter"),
            on_click=state.change_filter(item.code, ""),
        ),
        None if item.find is None else _id_filter_field(state, item),
    )


def _id_filter_field(state: Any, item: IdFilter) -> Node:
    """Return the field for the name of the record. The Enter key applies it."""
    placeholder = _(_get_labels(state, item).placeholder)
    return el.form(
        el.input(
            type="search",
            name="name",
            placeholder=placeholder,
            aria_label=placeholder,
            auto_complete="off",
            auto_capitalize="none",
            spell_check=False,
            max_length=MAX_SEARCH_LENGTH,
            class_name=styles.FILTER_FIELD,
        ),
        on_submit=lambda message: state.find_filter(item.code, message.to(dict[str, str])["name"]),
        reset_on_submit=True,
    )


def _sort_select(state: Any) -> Node:
    """Return the choice of the sort for phones, which show no column headings."""
    layout: TableLayout = state.layout
    return el.div(
        el.select(
            *(
                el.option(_("Sort: {name}", name=_(layout.get_sort_label(sort))), value=sort.code)
                for sort in layout.table.sorts
            ),
            value=state.sort.replace("-", ""),
            on_change=state.change_sort,
            class_name=styles.SELECT,
            aria_label=_("Sort by"),
        ),
        ui.icon("chevron_down", styles.SELECT_ARROW),
        class_name=styles.SORT_SELECT,
    )


def _columns_menu(state: Any) -> Node:
    layout: TableLayout = state.layout
    menu_id = f"columns-{layout.table.code}"
    return ui.menu(
        el.button(
            ui.icon("list"),
            el.span(_("Columns"), class_name=styles.TOOL_LABEL),
            type="button",
            class_name=styles.TOOL,
            **ui.menu_button_attrs(menu_id),
        ),
        *(_column_choice(state, column) for column in layout.columns[1:]),
        id=menu_id,
        label=_("Columns"),
    )


def _column_choice(state: Any, column: Column) -> Node:
    is_shown = state.columns.contains(column.code)
    return el.label(
        el.input(
            type="checkbox",
            checked=is_shown,
            read_only=True,
            class_name="checkbox",
            on_click=state.set_column_shown(column.code, ~is_shown),
        ),
        _(column.label),
        class_name=styles.COLUMN_CHOICE,
    )


def _refresh_button(state: Any) -> Node:
    return el.button(
        ui.icon("refresh"),
        el.span(_("Refresh"), class_name="sr-only"),
        type="button",
        class_name=styles.TOOL,
        title=_("Refresh"),
        on_click=state.refresh,
    )


def _csv_link(state: Any) -> Node:
    return el.a(
        ui.icon("download"),
        el.span(_("Download CSV"), class_name=styles.TOOL_LABEL),
        href=state.csv_url,
        download="",
        class_name=styles.TOOL,
        # The router has no page with this address.
        custom_attrs={"reloadDocument": True},
    )
