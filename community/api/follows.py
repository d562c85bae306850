"""HTTP routes for follows and ignore lists."""

from fastapi import APIRouter

from community.api.authentication import Caller, SignedIn
from community.api.error_responses import error_responses
from community.api.negotiation import HtmlDefaultRoute
from community.api.pagination import DefaultPageParams
from community.api.rate_limits import rate_limit
from community.core.database import read_session, unit_of_work
from community.core.pagination import Page
from community.domain import accounts, follows
from community.domain.follows import Relationship, UserListItem

router = APIRouter(tags=["Follows"])
page_router = APIRouter(tags=["Follows"], route_class=HtmlDefaultRoute)

_writes = [rate_limit("writes")]


@router.post(
    "/follows/{user}",
    dependencies=_writes,
    responses=error_responses("banned", "ignored", "not_found", "validation"),
)
async def follow(user: str, actor: SignedIn) -> Relationship:
    """Follow a user. Their posts then appear in the caller's Personal feed. Idempotent."""
    async with unit_of_work() as session:
        followed = await accounts.get_user(session, user)
        await follows.follow(session, actor, user_id=followed.id)
        return await follows.get_relationship(session, actor, user_id=followed.id)


@router.delete(
    "/follows/{user}",
    status_code=204,
    dependencies=_writes,
    responses=error_responses("not_found"),
)
async def unfollow(user: str, actor: SignedIn) -> None:
    """Unfollow a user."""
    async with unit_of_work() as session:
        followed = await accounts.get_user(session, user)
        await follows.unfollow(session, actor, user_id=followed.id)


@router.get("/ignore")
async def list_ignored(actor: SignedIn, page: DefaultPageParams) -> Page[UserListItem]:
    """List the users that the caller ignores, most recently added first. The list is private."""
    async with read_session() as session:
        return await follows.list_ignored(session, actor, cursor=page.cursor, limit=page.limit)


@router.post(
    "/ignore/{user}", dependencies=_writes, responses=error_responses("not_found", "validation")
)
async def ignore(user: str, actor: SignedIn) -> Relationship:
    """Ignore a user. The caller and this user then no longer follow each other."""
    async with unit_of_work() as session:
        followed = await accounts.get_user(session, user)
        await follows.ignore(session, actor, user_id=followed.id)
        return await follows.get_relationship(session, actor, user_id=followed.id)


@router.delete(
    "/ignore/{user}", status_code=204, dependencies=_writes, responses=error_responses("not_found")
)
async def unignore(user: str, actor: SignedIn) -> None:
    """Stop ignoring a user."""
    async with unit_of_work() as session:
        followed = await accounts.get_user(session, user)
        await follows.unignore(session, actor, user_id=followed.id)


@page_router.get("/profile/{user}/followers", responses=error_responses("not_found"))
async def list_followers(user: str, actor: Caller, page: DefaultPageParams) -> Page[UserListItem]:
    """List the followers of a user, most recent follower first."""
    async with read_session() as session:
        followed = await accounts.get_user(session, user)
        return await follows.list_followers(
            session, actor, user_id=followed.id, cursor=page.cursor, limit=page.limit
        )


@page_router.get("/profile/{user}/following", responses=error_responses("not_found"))
async def list_following(user: str, actor: Caller, page: DefaultPageParams) -> Page[UserListItem]:
    """List the users that a user follows, most recently followed first."""
    async with read_session() as session:
        followed = await accounts.get_user(session, user)
        return await follows.list_following(
            session, actor, user_id=followed.id, cursor=page.cursor, limit=page.limit
        )
