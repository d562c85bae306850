"""CSV files of the tables of the Admin Panel, one route for each table."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import StreamingResponse

from community import urls
from community.api.http.authentication import Caller, require_section
from community.api.http.rate_limits import rate_limit
from community.domain import (
    accounts,
    audit,
    comments,
    communities,
    jobs,
    mail,
    moderation,
    posts,
    subscriptions,
    tables,
    uploads,
)
from community.domain.subscriptions.administration.invoice_table import INVOICE_TABLE
from community.domain.tables import Table

# To add the CSV file of a table, add its definition here.
TABLES: Final[tuple[Table, ...]] = (
    accounts.USER_TABLE,
    accounts.invitations.INVITATION_TABLE,
    audit.AUDIT_TABLE,
    jobs.JOB_TABLE,
    mail.MAIL_TABLE,
    posts.POST_TABLE,
    comments.COMMENT_TABLE,
    communities.COMMUNITY_TABLE,
    moderation.reports.REPORT_TABLE,
    uploads.UPLOAD_TABLE,
    subscriptions.SUBSCRIPTION_TABLE,
    subscriptions.PAYMENT_TABLE,
    INVOICE_TABLE,
)

DESCRIPTION: Final = (
    "Download all records of the table that match the search and the filters. "
    "The parameters are those of the page of the table. Unknown values are ignored."
)

router = APIRouter(tags=["Admin Panel"])


def _add_route(table: Table) -> None:
    async def download(request: Request, actor: Caller) -> StreamingResponse:
        view = tables.parse_view(table, request.query_params)
        return StreamingResponse(
            tables.iter_csv(actor, table, view),
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
        openapi_extra={"parameters": list(_describe_parameters(table))},
    )


def _describe_parameters(table: Table) -> Iterator[dict[str, Any]]:
    if table.search is not None:
        yield _describe(tables.SEARCH_PARAM, maxLength=tables.MAX_SEARCH_LENGTH)
    yield _describe(tables.SORT_PARAM, enum=sorted(table.get_sort_codes()))
    yield _describe(
        tables.COLUMNS_PARAM,
        description="Codes of columns, separated by commas.",
        maxLength=sum(len(column.code) + 1 for column in table.columns),
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


for _table in TABLES:
    _add_route(_table)
