"""Communities over HTTP. `{community}` is an id or a slug."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import RedirectResponse

from community.api.identity import Caller, SignedIn
from community.api.limits import limited
from community.api.negotiation import JsonUnlessPage
from community.api.paging import Paging
from community.api.profiles import MOVED_FOR
from community.api.refusals import refusals
from community.core.database import reading, unit_of_work
from community.core.pagination import Page
from community.domain import accounts, communities
from community.domain.accounts import Person
from community.domain.communities import CommunityView, Posting

router = APIRouter(tags=["Communities"])
pages = APIRouter(tags=["Communities"], route_class=JsonUnlessPage)

_writes = [limited("writes")]
# Longer than anything that is accepted: the domain says how long each may be.
_Text = Annotated[str, Field(max_length=20_000)]


class NewCommunity(BaseModel):
    """A community to open. Pictures are ids of uploads."""

    slug: _Text
    name: _Text
    description: _Text = ""
    rules: _Text = ""
    posting: Posting = "everyone"
    avatar: UUID | None = None
    header: UUID | None = None


class ChangedCommunity(BaseModel):
    """What to change: only the fields that are given. A picture given as null is taken away."""

    slug: _Text = ""
    name: _Text = ""
    description: _Text = ""
    rules: _Text = ""
    posting: Posting = "everyone"
    avatar: UUID | None = None
    header: UUID | None = None


@pages.get("/communities")
async def list_communities(
    actor: Caller,
    cut: Paging,
    joined: Annotated[
        bool | None, Query(description="Only those that one belongs to, by name.")
    ] = None,
) -> Page[CommunityView]:
    """Open communities, those with most members first."""
    async with reading() as session:
        if joined:
            return Page(items=await communities.joined(session, actor))
        return await communities.largest(session, actor, cursor=cut.cursor, limit=cut.limit)


@router.post(
    "/communities",
    status_code=201,
    dependencies=_writes,
    responses=refusals("banned", "conflict", "too_large"),
)
async def create_community(new: NewCommunity, actor: SignedIn, response: Response) -> CommunityView:
    """Open a community."""
    async with unit_of_work() as session:
        made = await communities.create(session, actor, **dict(new))
        view = await communities.get_view(session, actor, made.id)
    response.headers["Location"] = f"/communities/{view.slug}"
    return view


@router.get(
    "/communities/{community}",
    response_model=CommunityView,
    responses={301: {"description": "It has another address now."}, **refusals("not_found")},
)
async def get_community(community: str, actor: Caller) -> CommunityView | Response:
    """A community with its rules and moderators."""
    async with reading() as session:
        moved = await communities.find_moved(session, community)
        if moved is None:
            return await communities.get_view(session, actor, community)
    headers = {"Cache-Control": MOVED_FOR}
    return RedirectResponse(f"/communities/{moved}", 301, headers=headers)


@router.patch(
    "/communities/{community}",
    dependencies=_writes,
    responses=refusals("not_found", "conflict", "too_large"),
)
async def edit_community(
    community: str, changes: ChangedCommunity, actor: SignedIn
) -> CommunityView:
    """Change what is given. A former address leads to the new one."""
    async with unit_of_work() as session:
        community_id = await _id_of(session, community)
        given = changes.model_dump(exclude_unset=True)
        await communities.edit(session, actor, community_id=community_id, **given)
        return await communities.get_view(session, actor, community_id)


@router.post(
    "/communities/{community}/membership",
    dependencies=_writes,
    responses=refusals("not_found", "banned", "conflict"),
)
async def join_community(community: str, actor: SignedIn) -> CommunityView:
    """Become a member: its posts are in one's Personal feed."""
    async with unit_of_work() as session:
        community_id = await _id_of(session, community)
        await communities.join(session, actor, community_id=community_id)
        return await communities.get_view(session, actor, community_id)


@router.delete(
    "/communities/{community}/membership",
    status_code=204,
    dependencies=_writes,
    responses=refusals("not_found", "conflict"),
)
async def leave_community(community: str, actor: SignedIn) -> None:
    """Be a member no longer."""
    async with unit_of_work() as session:
        await communities.leave(session, actor, community_id=await _id_of(session, community))


@router.get("/communities/{community}/members", responses=refusals("not_found"))
async def list_members(community: str, cut: Paging) -> Page[Person]:
    """The members, longest on the site first."""
    async with reading() as session:
        return await communities.members(
            session, await _id_of(session, community), cursor=cut.cursor, limit=cut.limit
        )


@router.post(
    "/communities/{community}/moderators/{user}",
    dependencies=_writes,
    responses=refusals("not_found", "conflict"),
)
async def appoint_moderator(community: str, user: str, actor: SignedIn) -> CommunityView:
    """Let a member moderate; for the owner."""
    async with unit_of_work() as session:
        community_id = await _id_of(session, community)
        person = await accounts.get_user(session, user)
        await communities.appoint(session, actor, community_id=community_id, user_id=person.id)
        return await communities.get_view(session, actor, community_id)


@router.delete(
    "/communities/{community}/moderators/{user}",
    status_code=204,
    dependencies=_writes,
    responses=refusals("not_found", "conflict"),
)
async def dismiss_moderator(community: str, user: str, actor: SignedIn) -> None:
    """Make a moderator a plain member again; for the owner and that moderator."""
    async with unit_of_work() as session:
        community_id = await _id_of(session, community)
        person = await accounts.get_user(session, user)
        await communities.dismiss(session, actor, community_id=community_id, user_id=person.id)


@router.post(
    "/communities/{community}/close", dependencies=_writes, responses=refusals("not_found")
)
async def close_community(community: str, actor: SignedIn) -> CommunityView:
    """Nobody joins or publishes from now on; what was published stays readable."""
    async with unit_of_work() as session:
        community_id = await _id_of(session, community)
        await communities.close(session, actor, community_id=community_id)
        return await communities.get_view(session, actor, community_id)


@router.post(
    "/communities/{community}/reopen", dependencies=_writes, responses=refusals("not_found")
)
async def reopen_community(community: str, actor: SignedIn) -> CommunityView:
    """Let people join and publish again."""
    async with unit_of_work() as session:
        community_id = await _id_of(session, community)
        await communities.reopen(session, actor, community_id=community_id)
        return await communities.get_view(session, actor, community_id)


async def _id_of(session: AsyncSession, community: str) -> int:
    return (await communities.get_community(session, community)).id
