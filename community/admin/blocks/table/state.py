"""The State of a table in the Admin Panel.

Search, filters, sort, chosen columns and the open record are parts of the URL. The State changes
the URL, and `load` reads it when the page opens, after the Back button and after a reload.
"""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Final

import reflex as rx
from pydantic import Field

from community import urls
from community.admin.blocks.section_state import SectionState
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.rows import TablePage, TableRow, build_row
from community.core.db.pagination import MAX_CURSOR_LENGTH, Page
from community.core.db.sessions import read_session
from community.core.errors import Invalid, NotFound
from community.core.ids import parse_id
from community.domain import tables
from community.domain.tables import Table
from community.i18n import formats, gettext as _, ngettext
from community.realtime import messages
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms, lists, location, open_tabs, request_context, toasts
from community.state.runtime.policy import admin

Code = Annotated[str, Field(max_length=tables.MAX_CODE_LENGTH)]
SearchTerm = Annotated[str, Field(max_length=1_000)]
Cursor = Annotated[str, Field(max_length=MAX_CURSOR_LENGTH + 1)]
# The parts of a side sheet that changed, or none if all of them may have.
Parts = Annotated[list[Code], Field(max_length=20)]

# Bulk actions run in one transaction for each record.
MAX_SELECTED: Final = 500
# The State remembers the loaded ids, so that "Select all" sends none.
MAX_LOADED: Final = 5_000

# The name that the viewer typed into the field of a filter.
FilterName = Annotated[str, Field(max_length=200)]


class TableState(TransientVarsState, SectionState, mixin=True):
    """Base class of the State of a section that shows a table.

    A subclass sets `layout`, which contains `table`, and can override `_load_record`, which loads
    the data of the side sheet, and `_load_parts` if changes concern only parts of it.
    """

    layout: ClassVar[TableLayout]
    table: ClassVar[Table]

    loaded_page: TablePage | None = None
    path: str = ""  # the path of the page for which the table was loaded
    url: str = ""  # the URL of the current view; the browser shows it
    replaces_url: bool = True  # whether `url` replaces the current entry of the browser history
    csv_url: str = ""  # the URL of the CSV file with all records of the view
    search: str = ""
    sort: str = ""
    filters: dict[str, str] = {}
    # The names of the records by which the table is filtered, by filter
    filter_names: dict[str, str] = {}
    total: str = ""  # how many records match, as text
    match_count: int = 0  # how many records match, at most `MAX_COUNTED` and one
    matching: int = 0  # how many records match, if the viewer has selected all of them; else 0
    columns: list[str] = []
    is_filtered: bool = False
    selected_ids: list[int | str] = []
    changed_rows: dict[str, TableRow] = {}  # the rows that changed after they were loaded, by id
    removed_ids: list[int | str] = []  # the ids of the loaded rows whose records no longer exist
    record_id: int | str = 0  # the id of the record in the side sheet; 0 if the sheet is closed
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})
    _loaded_ids: list[int | str] = []
    _view: tables.TableView | None = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if hasattr(cls, "layout"):
            cls.table = cls.layout.table
        super().__init_subclass__(**kwargs)

    @classmethod
    def _find_section(cls) -> str:
        return cls.table.section if hasattr(cls, "table") else ""

    @rx.event
    @admin("", limit="admin_tables")
    async def load(self) -> None:
        open_tabs.subscribe("page", messages.admin_table_topic(self.table.code))
        params = {str(k): str(v) for k, v in self.router.url.query_parameters.items()}
        self.path = location.get_path(self)
        self._view = tables.parse_view(self.table, params)
        self.columns = list(self.layout.parse_columns(params))
        self.record_id = 0
        self._close_dialogs()
        await self._show_first_page()
        await self._load_progress()
        record_id = self.table.parse_record_id(params.get(tables.RECORD_PARAM, ""))
        if record_id:
            await self._open(tables.encode_record_id(record_id))
        self._update_url(replaces=True)

    async def _load_progress(self) -> None:
        """Load the progress of a bulk action."""

    @rx.event
    @admin("", limit="admin_tables")
    async def refresh(self) -> None:
        await self._show_first_page()

    @rx.event
    @admin("", limit="admin_tables")
    async def load_more(self, cursor: Cursor) -> None:
        if len(self._loaded_ids) < MAX_LOADED:
            await self._load_page(cursor)

    @rx.event
    @admin("", limit="admin_tables")
    async def change_search(self, term: SearchTerm) -> None:
        """Show the records that contain a text. The browser calls this while the user types."""
        await self._change_view(replaces=bool(self.search), **{tables.SEARCH_PARAM: term})

    @rx.event
    @admin("", limit="admin_tables")
    async def change_filter(self, code: Code, value: Code) -> None:
        """Select a choice of a filter. An empty value removes the filter."""
        await self._change_view(**{code: value})

    @rx.event
    @admin("", limit="admin_tables")
    async def find_filter(self, code: Code, name: FilterName) -> None:
        item = next((item for item in self.table.id_filters if item.code == code), None)
        if item is None or item.find is None:
            return
        async with read_session() as session:
            record_id = await item.find(session, name)
        if record_id is None:
            await toasts.show_toast(self, _("Nothing found with this name."))
        else:
            await self._change_view(**{code: str(record_id)})

    @rx.event
    @admin("", limit="admin_tables")
    async def clear_filters(self) -> None:
        view = self._get_view()
        await self._change_view(**dict.fromkeys(view.filters, ""), **{tables.SEARCH_PARAM: ""})

    @rx.event
    @admin("", limit="admin_tables")
    async def change_sort(self, code: Code) -> None:
        """Sort by a column, or reverse the order if the table is already sorted by it."""
        sort = next((sort for sort in self.table.sorts if sort.code == code), None)
        if sort is None:
            return
        is_reversed = self.sort.removeprefix("-") == code
        is_descending = not self.sort.startswith("-") if is_reversed else sort.is_descending
        await self._change_view(**{tables.SORT_PARAM: ("-" if is_descending else "") + code})

    @rx.event
    @admin("", limit="admin_tables")
    async def set_column_shown(self, code: Code, is_shown: bool) -> None:
        codes = {*self.columns, code} if is_shown else {*self.columns} - {code}
        self.columns = list(self.layout.parse_columns({tables.COLUMNS_PARAM: ",".join(codes)}))
        self._update_url(replaces=True)

    @rx.event
    @admin("")
    async def select_row(self, record_id: forms.RecordKey, is_selected: bool) -> None:
        self.matching = 0
        others = [selected for selected in self.selected_ids if selected != record_id]
        self.selected_ids = [*others, record_id][-MAX_SELECTED:] if is_selected else others

    @rx.event
    @admin("")
    async def select_all(self, is_selected: bool) -> None:
        """Select all loaded rows, at most `MAX_SELECTED`, or none."""
        self.matching = 0
        removed = {*self.removed_ids}
        ids = [record_id for record_id in self._loaded_ids if record_id not in removed]
        self.selected_ids = ids[:MAX_SELECTED] if is_selected else []

    @rx.event
    @admin("", limit="admin_tables")
    async def open_record(self, record_id: forms.RecordKey) -> None:
        await self._open(record_id)
        self._update_url()

    @rx.event
    @admin("")
    async def close_record(self) -> None:
        if self.record_id:
            self.record_id = 0
            self._update_url()

    @rx.event
    @admin("", limit="admin_tables")
    async def reload_record(self, record_id: forms.RecordKey, parts: Parts) -> None:
        """Reload a row in place, and `parts` of the side sheet if it shows the record."""
        if record_id not in self._loaded_ids and record_id != self.record_id:
            return
        async with read_session() as session:
            record = await tables.find_record(
                session, request_context.get_actor(), self.table, self._parse_id(record_id)
            )
        if record is None:
            self._remove_row(record_id)
        else:
            row = build_row(self.layout, record)
            self.changed_rows = lists.remember_change(self.changed_rows, record_id, row)
        if self.record_id == record_id:
            await self._open(record_id, parts)

    async def _load_record(self, record_id: Any) -> None:
        """Load the data that the side sheet shows. The id has the type `Table.id_type`."""

    async def _load_parts(self, record_id: Any, parts: Sequence[str]) -> None:  # noqa: ARG002
        """Load the data of changed parts of the open side sheet."""
        await self._load_record(record_id)

    def _parse_id(self, record_id: int | str) -> tables.RecordId:
        """Return an id that the browser sent.

        Raise `Invalid` if it is no id of a record of the table.
        """
        parsed = self.table.parse_record_id(str(record_id))
        if parsed is None:
            raise Invalid(forms.invalid_request_message())
        return parsed

    async def _open(self, record_id: int | str, changed_parts: Sequence[str] = ()) -> None:
        """Show a record in the side sheet, or load `changed_parts` of it again if there are any."""
        parsed = self._parse_id(record_id)
        try:
            if changed_parts:
                await self._load_parts(parsed, changed_parts)
            else:
                await self._load_record(parsed)
            self.record_id = record_id
        except NotFound as error:
            self.record_id = 0
            await toasts.show_toast(self, error.message)

    def _remove_row(self, record_id: int | str) -> None:
        if record_id not in self.removed_ids:
            self.removed_ids = [*self.removed_ids, record_id][-MAX_LOADED:]
        self.selected_ids = [selected for selected in self.selected_ids if selected != record_id]
        if self.record_id == record_id:
            self.record_id = 0
            self._update_url(replaces=True)

    def _get_view(self) -> tables.TableView:
        return self._view or tables.parse_view(self.table, {})

    async def _change_view(self, *, replaces: bool = False, **params: str) -> None:
        current = tables.build_params(self.table, self._get_view())
        self._view = tables.parse_view(self.table, current | params)
        await self._show_first_page()
        self._update_url(replaces=replaces)

    async def _show_first_page(self) -> None:
        self.changed_rows, self.removed_ids, self.selected_ids, self.matching = {}, [], [], 0
        self.filter_names = await load_filter_names(self.table, self._get_view())
        await self._count()
        await self._load_page("")

    async def _count(self) -> None:
        self.match_count, self.total = await describe_total(self.table, self._get_view())

    async def _load_page(self, cursor: str) -> None:
        try:
            page = await self._read_page(cursor)
        except Invalid:
            cursor, page = "", await self._read_page("")
        known = self._loaded_ids if cursor else []
        self._loaded_ids = [*known, *(tables.encode_record_id(record.id) for record in page.items)]
        self.loaded_page = TablePage(
            start_cursor=cursor,
            next_cursor=page.next_cursor or "",
            rows=[build_row(self.layout, record) for record in page.items],
        )

    async def _read_page(self, cursor: str) -> Page[Any]:
        async with read_session() as session:
            return await tables.load_page(
                session, request_context.get_actor(), self.table, self._get_view(), cursor=cursor
            )

    def _update_url(self, *, replaces: bool = False) -> None:
        view = self._get_view()
        self.search, self.sort = view.search, view.sort
        self.filters = dict(view.filters)
        self.is_filtered = bool(view.search or view.filters)
        self.columns = self.columns or list(self.layout.get_default_columns())
        params = self.layout.build_params(view, self.columns)
        self.csv_url = tables.build_url(urls.admin_csv(self.table.code), params)
        if self.record_id:
            params[tables.RECORD_PARAM] = str(self.record_id)
        self.replaces_url, self.url = replaces, tables.build_url(self.path, params)


async def load_filter_names(table: Table, view: tables.TableView) -> dict[str, str]:
    names = {}
    async with read_session() as session:
        for item in table.id_filters:
            record_id = parse_id(view.filters.get(item.code, ""))
            if record_id is not None and item.describe is not None:
                names[item.code] = await item.describe(session, record_id)
    return {code: name for code, name in names.items() if name}


async def describe_total(table: Table, view: tables.TableView) -> tuple[int, str]:
    """Return how many records match, at most `MAX_COUNTED` and one, and the same as text."""
    async with read_session() as session:
        count = await tables.count_matching(session, request_context.get_actor(), table, view)
    if count > tables.MAX_COUNTED:
        return count, _("More than {n} records", n=formats.format_number(tables.MAX_COUNTED))
    return count, ngettext("{n} record", "{n} records", count)
