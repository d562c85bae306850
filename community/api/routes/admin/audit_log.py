"""The HTTP route that lists the audit log."""

from typing import Annotated

from fastapi import APIRouter, Query

from community import urls
from community.api.http import DefaultPageParams, Id, Session, SignedIn, require_section
from community.core.clock import UtcTime
from community.core.db.pagination import Page
from community.domain import audit

router = APIRouter(
    prefix=f"{urls.ADMIN_API}/audit-log",
    tags=["Admin Panel"],
    dependencies=[require_section("audit-log")],
)


@router.get("")
async def list_entries(
    actor: SignedIn,
    session: Session,
    page: DefaultPageParams,
    *,
    q: Annotated[
        str,
        Query(max_length=audit.SEARCH_MAX_LENGTH, description="A text in names, reason or action."),
    ] = "",
    administrator: Annotated[Id | None, Query(description="The id of the administrator.")] = None,
    action: Annotated[str, Query(max_length=60, description="The code of the action.")] = "",
    target_kind: Annotated[str, Query(max_length=30)] = "",
    target_id: Annotated[str, Query(max_length=60)] = "",
    since: Annotated[UtcTime | None, Query(description="The earliest time.")] = None,
    until: Annotated[UtcTime | None, Query(description="The end of the period.")] = None,
) -> Page[audit.AuditEntryView]:
    """List the actions of administrators, newest first."""
    filters = audit.AuditFilters(
        search=q,
        actor_id=administrator,
        action=action,
        target_kind=target_kind,
        target_id=target_id,
        since=since,
        until=until,
    )
    return await audit.list_entries(session, actor, filters, cursor=page.cursor, limit=page.limit)
