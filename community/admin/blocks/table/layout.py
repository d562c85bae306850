"""How the Admin Panel shows a table of the domain (`domain/tables`): its columns and labels.

Each section defines its table once, as a `TableLayout`, for the page and for the CSV file.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from community.admin.blocks.table.values import Badge, Value
from community.domain import tables
from community.domain.tables import COLUMNS_PARAM, Sort, Table, TableView
from community.i18n import noop

Width: TypeAlias = Literal["auto", "sm", "md", "lg"]
# How a column is shown. A size is a number of bytes.
Kind: TypeAlias = Literal[
    "text", "person", "picture", "number", "size", "money", "time", "badge", "link"
]
# Columns of these kinds are aligned to the right.
NUMBER_KINDS: Final = frozenset({"number", "size"})

_PERIOD_LABELS: Final = {
    "day": noop("Last 24 hours"),
    "week": noop("Last 7 days"),
    "month": noop("Last 30 days"),
    "year": noop("Last 365 days"),
}


@dataclass(frozen=True, slots=True)
class Column:
    code: str  # the name of the column in the URL and in the CSV file
    label: str  # the untranslated heading, marked with `noop`
    # Returns the value for a record, of the type that `kind` requires
    value: Callable[[Any], Value]
    kind: Kind = "text"
    width: Width = "auto"
    is_default: bool = True  # whether the table shows the column until the viewer chooses columns
    # The code of the sort that the heading of the column offers. Empty if there is none.
    sort: str = ""


@dataclass(frozen=True, slots=True)
class FilterLabels:
    """The untranslated texts of a filter."""

    label: str
    # The labels of the choices, by their codes
    choices: Mapping[str, str] = field(default_factory=dict)
    placeholder: str = ""  # what the viewer types to find the record of an `IdFilter`


@dataclass(frozen=True, kw_only=True)
class TableLayout:
    table: Table
    columns: tuple[Column, ...]
    # The texts of all filters, by their codes
    filters: Mapping[str, FilterLabels] = field(default_factory=dict)
    # The untranslated names of sorts that differ from the label of their column, by code
    sorts: Mapping[str, str] = field(default_factory=dict)

    def get_sort_label(self, sort: Sort) -> str:
        column_label = next((item.label for item in self.columns if item.sort == sort.code), "")
        return self.sorts.get(sort.code, column_label)

    def get_default_columns(self) -> tuple[str, ...]:
        return tuple(column.code for column in self.columns if column.is_default)

    def parse_columns(self, params: Mapping[str, str]) -> tuple[str, ...]:
        """Return the codes of the columns that URL parameters choose, in the order of the table."""
        codes = set(params.get(COLUMNS_PARAM, "").split(","))
        chosen = tuple(column.code for column in self.columns if column.code in codes)
        return chosen or self.get_default_columns()

    def build_params(self, view: TableView, columns: Sequence[str]) -> dict[str, str]:
        """Return the URL parameters of a view, without those that have the default value."""
        params = tables.build_params(self.table, view)
        if tuple(columns) != self.get_default_columns():
            params[COLUMNS_PARAM] = ",".join(columns)
        return params


def period_labels(label: str) -> FilterLabels:
    return FilterLabels(label, _PERIOD_LABELS)


def badge_labels(label: str, badges: Mapping[Any, Badge]) -> FilterLabels:
    return FilterLabels(label, {code: badge.label for code, badge in badges.items()})
