"""The HTTP routes of the CSV files of tables."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import StreamingResponse

from community import urls
from community.api.http import Caller, rate_limit, require_section
from community.core.actor import Actor
from community.domain import tables
from community.domain.tables import Table

DESCRIPTION: Final = (
    "Download all records of the table that match the search and the filters. "
    "The parameters are those of the page of the table. Unknown values are ignored."
)


@dataclass(frozen=True, slots=True)
class TableFile:
    """The CSV file of a table.

    Attributes:
        columns: The codes of all columns.
        iter_parts: Yields the file for the query parameters.
    """

    table: Table
    columns: Sequence[str]
    iter_parts: Callable[[Actor, Mapping[str, str]], AsyncIterator[bytes]]


def build_router(files: Iterable[TableFile]) -> APIRouter:
    router = APIRouter(tags=["Admin Panel"])
    for file in files:
        _add_route(router, file)
    return router


def _add_route(router: APIRouter, file: TableFile) -> None:
    table = file.table

    async def download(request: Request, actor: Caller) -> StreamingResponse:
        return StreamingResponse(
            file.iter_parts(actor, request.query_params),
            media_type="text/csv; charset=utf-8",
            headers={
                "Content-Disposition": f'attachment; filename="{table.code}.csv"',
                "Cache-Control": "private, no-store",
            },
        )

    router.add_api_route(
        urls.admin_csv(table.code),
        download,
        name=f"download_{table.code}",
        summary=f"Download the table {table.code} as CSV",
        description=DESCRIPTION,
        dependencies=[require_section(table.section), rate_limit("exports")],
        response_class=StreamingResponse,
        responses={200: {"description": "The CSV file.", "content": {"text/csv": {}}}},
        openapi_extra={"parameters": list(_describe_parameters(table, file.columns))},
    )


def _describe_parameters(table: Table, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    if table.search is not None:
        yield _describe(tables.SEARCH_PARAM, maxLength=tables.MAX_SEARCH_LENGTH)
    yield _describe(tables.SORT_PARAM, enum=sorted(table.get_sort_codes()))
    yield _describe(
        tables.COLUMNS_PARAM,
        description="Codes of columns, separated by commas.",
        maxLength=sum(len(code) + 1 for code in columns),
    )
    for item in table.filters:
        yield _describe(item.code, enum=[choice.code for choice in item.choices])
    for id_filter in table.id_filters:
        yield _describe(id_filter.code, pattern=r"^\d{1,18}$")


def _describe(name: str, **schema: Any) -> dict[str, Any]:
    return {
        "name": name,
        "in": "query",
        "required": False,
        "schema": {"type": "string", **schema},
    }
