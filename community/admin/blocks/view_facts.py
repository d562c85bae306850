"""What a table shows about its view: how many records match, and the names of its filters."""

from typing import Annotated

from pydantic import Field

from community.core.db.sessions import read_session
from community.core.ids import parse_id
from community.domain import tables
from community.domain.tables import Table, TableView
from community.i18n import gettext as _
from community.i18n import ngettext
from community.i18n.formats import format_number
from community.state.runtime import request_context

# The name that the viewer typed into the field of a filter.
FilterName = Annotated[str, Field(max_length=200)]


async def load_filter_names(table: Table, view: TableView) -> dict[str, str]:
    """Return the names of the chosen records, by the code of the filter."""
    names = {}
    async with read_session() as session:
        for item in table.id_filters:
            record_id = parse_id(view.filters.get(item.code, ""))
            if record_id is not None and item.describe is not None:
                names[item.code] = await item.describe(session, record_id)
    return {code: name for code, name in names.items() if name}


async def describe_total(table: Table, view: TableView) -> tuple[int, str]:
    """Return how many records match, at most `MAX_COUNTED` and one, and the same as text."""
    async with read_session() as session:
        count = await tables.count_matching(session, request_context.get_actor(), table, view)
    if count > tables.MAX_COUNTED:
        return count, _("More than {n} records", n=format_number(tables.MAX_COUNTED))
    return count, ngettext("{n} record", "{n} records", count)
