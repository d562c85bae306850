"""HTTP routes for communities. The path parameter `{community}` is an id or a slug."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import RedirectResponse

from community.api.authentication import Caller, SignedIn
from community.api.error_responses import error_responses
from community.api.negotiation import JsonDefaultRoute
from community.api.pagination import DefaultPageParams
from community.api.profiles import REDIRECT_CACHE_CONTROL
from community.api.rate_limits import rate_limit
from community.core.database import read_session, unit_of_work
from community.core.pagination import Page
from community.domain import accounts, communities
from community.domain.accounts import UserSummary
from community.domain.communities import CommunityView, PostingPolicy

router = APIRouter(tags=["Communities"])
page_router = APIRouter(tags=["Communities"], route_class=JsonDefaultRoute)

_writes = [rate_limit("writes")]
# Higher than the limit of the domain, so that the domain reports which limit is exceeded.
_Text = Annotated[str, Field(max_length=20_000)]


class CommunityCreate(BaseModel):
    """A new community. `avatar` and `header` are the ids of uploaded images."""

    slug: _Text
    name: _Text
    description: _Text = ""
    rules: _Text = ""
    posting: PostingPolicy = "everyone"
    avatar: UUID | None = None
    header: UUID | None = None


class CommunityUpdate(BaseModel):
    """The fields of a community to change. Omitted fields keep their value.

    Set `avatar` or `header` to `null` to remove the image.
    """

    slug: _Text = ""
    name: _Text = ""
    description: _Text = ""
    rules: _Text = ""
    posting: PostingPolicy = "everyone"
    avatar: UUID | None = None
    header: UUID | None = None


@page_router.get("/communities")
async def list_communities(
    actor: Caller,
    page: DefaultPageParams,
    joined: Annotated[
        bool | None, Query(description="List only the caller's communities, ordered by name.")
    ] = None,
) -> Page[CommunityView]:
    """List open communities, largest first."""
    async with read_session() as session:
        if joined:
            return Page(items=await communities.list_joined(session, actor))
        return await communities.list_largest(session, actor, cursor=page.cursor, limit=page.limit)


@router.post(
    "/communities",
    status_code=201,
    dependencies=_writes,
    responses=error_responses("banned", "conflict", "too_large"),
)
async def create_community(
    new: CommunityCreate, actor: SignedIn, response: Response
) -> CommunityView:
    """Create a community."""
    async with unit_of_work() as session:
        created = await communities.create(session, actor, **dict(new))
        view = await communities.get_view(session, actor, created.id)
    response.headers["Location"] = f"/communities/{view.slug}"
    return view


@router.get(
    "/communities/{community}",
    response_model=CommunityView,
    responses={
        301: {"description": "The slug has changed. Redirects to the current one."},
        **error_responses("not_found"),
    },
)
async def get_community(community: str, actor: Caller) -> CommunityView | Response:
    """Retrieve a community with its rules and moderators."""
    async with read_session() as session:
        current_slug = await communities.find_current_slug(session, community)
        if current_slug is None:
            return await communities.get_view(session, actor, community)
    headers = {"Cache-Control": REDIRECT_CACHE_CONTROL}
    return RedirectResponse(f"/communities/{current_slug}", 301, headers=headers)


@router.patch(
    "/communities/{community}",
    dependencies=_writes,
    responses=error_responses("not_found", "conflict", "too_large"),
)
async def edit_community(
    community: str, changes: CommunityUpdate, actor: SignedIn
) -> CommunityView:
    """Edit a community. If the slug changes, the former slug redirects to the new one."""
    async with unit_of_work() as session:
        community_id = await _find_community_id(session, community)
        values = changes.model_dump(exclude_unset=True)
        await communities.edit(session, actor, community_id=community_id, **values)
        return await communities.get_view(session, actor, community_id)


@router.post(
    "/communities/{community}/membership",
    dependencies=_writes,
    responses=error_responses("not_found", "banned", "conflict"),
)
async def join_community(community: str, actor: SignedIn) -> CommunityView:
    """Join a community. Its posts appear in the caller's Personal feed."""
    async with unit_of_work() as session:
        community_id = await _find_community_id(session, community)
        await communities.join(session, actor, community_id=community_id)
        return await communities.get_view(session, actor, community_id)


@router.delete(
    "/communities/{community}/membership",
    status_code=204,
    dependencies=_writes,
    responses=error_responses("not_found", "conflict"),
)
async def leave_community(community: str, actor: SignedIn) -> None:
    """Leave a community."""
    async with unit_of_work() as session:
        await communities.leave(
            session, actor, community_id=await _find_community_id(session, community)
        )


@router.get("/communities/{community}/members", responses=error_responses("not_found"))
async def list_members(community: str, page: DefaultPageParams) -> Page[UserSummary]:
    """List the members of a community. Members with the oldest accounts come first."""
    async with read_session() as session:
        return await communities.list_members(
            session,
            await _find_community_id(session, community),
            cursor=page.cursor,
            limit=page.limit,
        )


@router.post(
    "/communities/{community}/moderators/{user}",
    dependencies=_writes,
    responses=error_responses("not_found", "conflict"),
)
async def appoint_moderator(community: str, user: str, actor: SignedIn) -> CommunityView:
    """Make a member a moderator. Only the owner or an administrator may do this."""
    async with unit_of_work() as session:
        community_id = await _find_community_id(session, community)
        member = await accounts.get_user(session, user)
        await communities.add_moderator(
            session, actor, community_id=community_id, user_id=member.id
        )
        return await communities.get_view(session, actor, community_id)


@router.delete(
    "/communities/{community}/moderators/{user}",
    status_code=204,
    dependencies=_writes,
    responses=error_responses("not_found", "conflict"),
)
async def dismiss_moderator(community: str, user: str, actor: SignedIn) -> None:
    """Make a moderator an ordinary member.

    Only the owner, an administrator or the moderator themselves may do this.
    """
    async with unit_of_work() as session:
        community_id = await _find_community_id(session, community)
        member = await accounts.get_user(session, user)
        await communities.remove_moderator(
            session, actor, community_id=community_id, user_id=member.id
        )


@router.post(
    "/communities/{community}/close", dependencies=_writes, responses=error_responses("not_found")
)
async def close_community(community: str, actor: SignedIn) -> CommunityView:
    """Close a community to new members and posts. Published posts stay readable."""
    async with unit_of_work() as session:
        community_id = await _find_community_id(session, community)
        await communities.close(session, actor, community_id=community_id)
        return await communities.get_view(session, actor, community_id)


@router.post(
    "/communities/{community}/reopen", dependencies=_writes, responses=error_responses("not_found")
)
async def reopen_community(community: str, actor: SignedIn) -> CommunityView:
    """Reopen a closed community."""
    async with unit_of_work() as session:
        community_id = await _find_community_id(session, community)
        await communities.reopen(session, actor, community_id=community_id)
        return await communities.get_view(session, actor, community_id)


async def _find_community_id(session: AsyncSession, community: str) -> int:
    return (await communities.get_community(session, community)).id
