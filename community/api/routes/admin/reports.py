"""HTTP routes with which administrators read and close reports."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Id, Session, SignedIn, error_responses, rate_limit, require_section
from community.api.http.responses import FILE_RESPONSES
from community.api.routes.chat_files import FileRequest, serve_found_file
from community.core.db.sessions import read_session
from community.domain.moderation import reports

_PREFIX = f"{urls.ADMIN_API}/reports"
_SECTION = require_section(reports.SECTION)

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION, rate_limit("writes")]
)

ReportId = Annotated[Id, Path()]


class Closing(BaseModel):
    """The decision about a report: `resolved` if the content broke the rules, else `rejected`."""

    outcome: reports.ReportOutcome
    # Higher than the limit of the domain.
    reason: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")] = ""


class ContentDecision(BaseModel):
    """What becomes of the reported content. `hide` and `delete` resolve the report.

    A private message can only be deleted.
    """

    action: reports.ContentAction
    reason: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")] = ""


class AuthorWarning(BaseModel):
    """What the reported user reads in the mail."""

    reason: Annotated[str, Field(max_length=2_000, description="Sent to the user.")]


@router.get("/{report}")
async def get_report(report: ReportId, actor: SignedIn, session: Session) -> reports.ReportRecord:
    """Return a report with what was reported."""
    return await reports.get_report_record(session, actor, report)


@router.get(
    "/{report}/files/{file}",
    response_class=Response,
    responses={
        200: {"content": {"application/octet-stream": {}}, "description": "The file."},
        **FILE_RESPONSES,
        **error_responses("not_found"),
    },
)
async def serve_file(
    report_id: Annotated[Id, Path(alias="report")],
    file_id: Annotated[UUID, Path(alias="file")],
    actor: SignedIn,
    requested: Annotated[FileRequest, Depends()],
) -> Response:
    """Retrieve a picture or file of a reported private message, or of a message near it."""
    async with read_session() as session:
        found = await reports.get_file(session, actor, report_id=report_id, file_id=file_id)
    return await serve_found_file(found, requested)


@write_router.post("/{report}/close")
async def close_report(
    report: ReportId, closing: Closing, actor: SignedIn, session: Session
) -> reports.ReportRecord:
    """Close a report and the other open reports of the same content. Idempotent."""
    await reports.close(
        session, actor, report_id=report, outcome=closing.outcome, reason=closing.reason
    )
    return await reports.get_report_record(session, actor, report)


@write_router.post("/{report}/content")
async def act_on_content(
    report: ReportId, decision: ContentDecision, actor: SignedIn, session: Session
) -> reports.ReportRecord:
    """Hide, delete or restore the reported post or comment, or delete a message. Idempotent."""
    await reports.act_on_content(
        session, actor, report_id=report, action=decision.action, reason=decision.reason
    )
    return await reports.get_report_record(session, actor, report)


@write_router.post("/{report}/warn")
async def warn_author(
    report: ReportId, warning: AuthorWarning, actor: SignedIn, session: Session
) -> reports.ReportRecord:
    """Warn the reported user by mail, and resolve the report. Needs the section `users` too."""
    await reports.warn_author(session, actor, report_id=report, reason=warning.reason)
    return await reports.get_report_record(session, actor, report)
