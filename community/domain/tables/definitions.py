"""Definitions of the tables of the Admin Panel: filters, sorts and search.

A subject defines the records of its table once. `queries.py` reads them, and the Admin Panel adds
columns and labels (`admin/blocks/table/layout.py`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy import ColumnElement, Select

from community.core.ids import parse_id, parse_uuid
from community.core.text.normalization import clean_search_term
from community.domain.tables.filters import Filter, IdFilter

PAGE_SIZE: Final = 50
MAX_SEARCH_LENGTH: Final = 100
# Longer than the names and codes of all parameters that tables use.
MAX_CODE_LENGTH: Final = 60
SEARCH_PARAM, SORT_PARAM, COLUMNS_PARAM, RECORD_PARAM = "q", "sort", "columns", "record"

RecordId: TypeAlias = int | UUID


@dataclass(frozen=True, slots=True)
class Sort:
    """An order of the rows. Rows with equal keys are ordered by id."""

    code: str
    key: Any
    key_type: type
    is_descending: bool = False
    is_nullable: bool = False
    leading: ColumnElement[bool] | None = None


@dataclass(frozen=True, kw_only=True)
class Table:
    code: str  # the name of the table in the URL of its CSV file and in messages
    section: str  # the section of the Admin Panel whose administrators may read the table
    # Returns the query for all records, without order. A query for one column or entity returns its
    # value as the record, other queries a tuple.
    select: Callable[[], Select[Any]]
    id: Any
    sorts: tuple[Sort, ...]
    default_sort: str  # the code of a sort, with a leading "-" for the descending direction
    id_type: type[int] | type[UUID] = int
    filters: tuple[Filter, ...] = ()
    id_filters: tuple[IdFilter, ...] = ()
    # Returns the condition for a search term that is not empty. None without a search.
    search: Callable[[str], ColumnElement[bool]] | None = None
    # Whether PostgreSQL has a trigram index for the condition of the search
    has_trigram_index: bool = False
    # Tells whether a record waits for an administrator. Its row is emphasized.
    is_waiting: Callable[[Any], bool] | None = None

    def get_sort(self, code: str) -> Sort:
        """Return the sort with this code, which may have a leading "-"."""
        return next(sort for sort in self.sorts if sort.code == code.removeprefix("-"))

    def parse_record_id(self, text: str) -> RecordId | None:
        """Return the id of a record that a URL or a browser contains, or None if it is invalid."""
        return parse_uuid(text) if self.id_type is UUID else parse_id(text)

    def get_sort_codes(self) -> set[str]:
        return {prefix + sort.code for sort in self.sorts for prefix in ("", "-")}


@dataclass(frozen=True, slots=True)
class TableView:
    """What a viewer has chosen to see of a table. It is a part of the URL."""

    sort: str
    search: str = ""
    # The codes of the selected choices, or ids, by the code of their filter
    filters: Mapping[str, str] = field(default_factory=dict)


def encode_record_id(record_id: RecordId) -> int | str:
    return record_id if isinstance(record_id, int) else str(record_id)


def parse_view(table: Table, params: Mapping[str, str]) -> TableView:
    """Return the view that URL parameters describe. Unknown and invalid values are ignored."""
    sort = params.get(SORT_PARAM, "")
    return TableView(
        sort=sort if sort in table.get_sort_codes() else table.default_sort,
        search=clean_search_term(params.get(SEARCH_PARAM, ""), max_length=MAX_SEARCH_LENGTH),
        filters={
            code: value for code, value in params.items() if _is_valid_filter(table, code, value)
        },
    )


def keep_conditions(table: Table, view: TableView) -> TableView:
    """Return a view with the search and the filters of another one, else as by default."""
    return replace(parse_view(table, {}), search=view.search, filters=view.filters)


def build_params(table: Table, view: TableView) -> dict[str, str]:
    """Return the URL parameters of a view, without those that have the default value."""
    params = {SEARCH_PARAM: view.search, **view.filters}
    if view.sort != table.default_sort:
        params[SORT_PARAM] = view.sort
    return {name: value for name, value in params.items() if value}


def build_url(path: str, params: Mapping[str, str]) -> str:
    return f"{path}?{urlencode(params, safe=',')}" if params else path


def list_filter_conditions(table: Table, view: TableView) -> list[ColumnElement[bool]]:
    conditions = []
    for item in table.filters:
        chosen = view.filters.get(item.code)
        conditions += [choice.condition() for choice in item.choices if choice.code == chosen]
    for id_filter in table.id_filters:
        record_id = parse_id(view.filters.get(id_filter.code, ""))
        if record_id is not None:
            conditions.append(id_filter.condition(record_id))
    return conditions


def _is_valid_filter(table: Table, code: str, value: str) -> bool:
    if any(code == id_filter.code for id_filter in table.id_filters):
        return parse_id(value) is not None
    choices = next((item.choices for item in table.filters if item.code == code), ())
    return any(value == choice.code for choice in choices)
