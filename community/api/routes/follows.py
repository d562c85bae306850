"""HTTP routes for follows and ignore lists."""

from fastapi import APIRouter
from pydantic import BaseModel

from community.api.http import Caller, Session, SignedIn, error_responses, rate_limit
from community.api.http.parameters import DefaultPageParams, UserId
from community.api.http.responses import HtmlDefaultRoute
from community.core.db.pagination import Page
from community.domain import follows

router = APIRouter(tags=["Follows"])
write_router = APIRouter(tags=["Follows"], dependencies=[rate_limit("writes")])
page_router = APIRouter(tags=["Follows"], route_class=HtmlDefaultRoute)


class IgnoreRequest(BaseModel):
    """For how long the caller ignores the user. The term starts with the request."""

    term: follows.IgnoreTerm = follows.IgnoreTerm.FOREVER


@write_router.post("/follows/{user}", responses=error_responses("banned", "ignored"))
async def follow(actor: SignedIn, session: Session, user_id: UserId) -> follows.Relationship:
    """Follow a user. Their posts then appear in the caller's Personal feed. Idempotent."""
    await follows.follow(session, actor, user_id=user_id)
    return await follows.get_relationship(session, actor, user_id=user_id)


@write_router.delete("/follows/{user}", status_code=204)
async def unfollow(actor: SignedIn, session: Session, user_id: UserId) -> None:
    """Unfollow a user."""
    await follows.unfollow(session, actor, user_id=user_id)


@router.get("/ignore")
async def list_ignored(
    actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[follows.IgnoredUser]:
    """List the users that the caller ignores, most recently added first. The list is private."""
    return await follows.list_ignored(session, actor, cursor=page.cursor, limit=page.limit)


@write_router.post("/ignore/{user}")
async def ignore(
    actor: SignedIn, session: Session, user_id: UserId, request: IgnoreRequest | None = None
) -> follows.Relationship:
    """Ignore a user, for a term or for good. Repeat the request to change the term.

    The caller and this user then no longer follow each other.
    """
    term = (request or IgnoreRequest()).term
    await follows.ignore(session, actor, user_id=user_id, term=term)
    return await follows.get_relationship(session, actor, user_id=user_id)


@write_router.delete("/ignore/{user}", status_code=204)
async def unignore(actor: SignedIn, session: Session, user_id: UserId) -> None:
    """Stop ignoring a user."""
    await follows.unignore(session, actor, user_id=user_id)


@page_router.get("/profile/{user}/followers")
async def list_followers(
    actor: Caller, session: Session, user_id: UserId, page: DefaultPageParams
) -> Page[follows.UserListItem]:
    """List the followers of a user, most recent follower first."""
    return await follows.list_followers(
        session, actor, user_id=user_id, cursor=page.cursor, limit=page.limit
    )


@page_router.get("/profile/{user}/following")
async def list_following(
    actor: Caller, session: Session, user_id: UserId, page: DefaultPageParams
) -> Page[follows.UserListItem]:
    """List the users that a user follows, most recently followed first."""
    return await follows.list_following(
        session, actor, user_id=user_id, cursor=page.cursor, limit=page.limit
    )
