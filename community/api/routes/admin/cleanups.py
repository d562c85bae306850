"""HTTP routes with which administrators clean up what a user wrote, and undo it."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Id, Session, SignedIn, error_responses, rate_limit, require_section
from community.domain import cleanups, identity
from community.domain.cleanups import CleanupOptions, CleanupView, ContentCounts

_SECTION = require_section(identity.USERS_SECTION)

router = APIRouter(prefix=urls.ADMIN_API, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=urls.ADMIN_API,
    tags=["Admin Panel"],
    dependencies=[_SECTION, rate_limit("writes")],
    responses=error_responses("confirmation_required"),
)

UserId = Annotated[Id, Path()]
CleanupId = Annotated[Id, Path()]
Reason = Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")]


class CleanupRequest(CleanupOptions):
    """What a clean-up covers, and the ban that begins with it."""

    reason: Reason
    ban: Annotated[
        bool, Field(description="Ban the user. A ban that is in force stays as it is.")
    ] = True
    until: Annotated[
        datetime | None, Field(description="When the ban ends by itself. Null: it does not.")
    ] = None


class UndoRequest(BaseModel):
    reason: Reason = ""


@router.get("/users/{user}/contents")
async def count_contents(user: UserId, actor: SignedIn, session: Session) -> ContentCounts:
    """Return how many posts, comments and messages a clean-up of a user would cover."""
    return await cleanups.count_contents(session, actor, user_id=user)


@router.get("/cleanups/{cleanup}")
async def get_cleanup(cleanup: CleanupId, actor: SignedIn, session: Session) -> CleanupView:
    """Return the progress of a clean-up."""
    return await cleanups.get_cleanup(session, actor, cleanup_id=cleanup)


@write_router.post("/users/{user}/cleanup", status_code=202)
async def start_cleanup(
    user: UserId, request: CleanupRequest, actor: SignedIn, session: Session
) -> CleanupView:
    """Hide or delete what a user wrote, and ban them. The content follows in the background."""
    return await cleanups.start(
        session,
        actor,
        user_id=user,
        options=request,
        reason=request.reason,
        ban=request.ban,
        until=request.until,
    )


@write_router.post("/cleanups/{cleanup}/undo", status_code=202)
async def undo_cleanup(
    cleanup: CleanupId, request: UndoRequest, actor: SignedIn, session: Session
) -> CleanupView:
    """Restore what a clean-up changed. Content that was changed since then stays as it is."""
    return await cleanups.undo(session, actor, cleanup_id=cleanup, reason=request.reason)
