"""HTTP routes for communities. The path parameter `{community}` is an id or a slug."""

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse

from community.api.http import Caller, Session, SignedIn, error_responses, rate_limit
from community.api.http.parameters import CommunityId, DefaultPageParams, Reference, UserId
from community.api.http.responses import JsonDefaultRoute
from community.api.routes.users import REDIRECT_CACHE_CONTROL
from community.core.db.pagination import Page
from community.core.db.sessions import unit_of_work
from community.domain import communities, posts

router = APIRouter(tags=["Communities"])
write_router = APIRouter(tags=["Communities"], dependencies=[rate_limit("writes")])
page_router = APIRouter(tags=["Communities"], route_class=JsonDefaultRoute)

# Higher than the limit of the domain, so that the domain reports which limit is exceeded.
_Text = Annotated[str, Field(max_length=20_000)]


class CommunityUpdate(BaseModel):
    """The fields of a community to change. Omitted fields keep their value.

    Set `avatar` or `header` to `null` to remove the image. If `premoderates_comments` is true,
    posts and comments wait until a moderator publishes them.
    """

    slug: _Text = ""
    name: _Text = ""
    description: _Text = ""
    rules: _Text = ""
    posting: communities.PostingPolicy = "everyone"
    premoderates_comments: bool = False
    avatar: UUID | None = None
    header: UUID | None = None


class CommunityCreate(CommunityUpdate):
    """A new community. `avatar` and `header` are the ids of uploaded images."""

    slug: _Text
    name: _Text


@page_router.get("/communities")
async def list_communities(
    actor: Caller,
    session: Session,
    page: DefaultPageParams,
    joined: Annotated[
        bool | None, Query(description="List only the caller's communities, ordered by name.")
    ] = None,
) -> Page[communities.CommunityView]:
    """List open communities, largest first."""
    if joined:
        return Page(items=await communities.list_joined(session, actor))
    return await communities.list_largest(session, actor, cursor=page.cursor, limit=page.limit)


@write_router.post("/communities", status_code=201, responses=error_responses("banned"))
async def create_community(
    new: CommunityCreate, actor: SignedIn, response: Response
) -> communities.CommunityView:
    """Create a community."""
    values = dict(new) | {"rules": await communities.render_rules(new.rules)}
    async with unit_of_work() as session:
        created = await communities.create(session, actor, **values)
        view = await communities.get_view(session, actor, created.id)
        response.headers["Location"] = f"/communities/{view.slug}"
        return view


@router.get(
    "/communities/{community}",
    response_model=communities.CommunityView,
    responses={301: {"description": "The slug has changed. Redirects to the current one."}},
)
async def get_community(
    community: Reference, actor: Caller, session: Session
) -> communities.CommunityView | Response:
    """Retrieve a community with its rules and moderators."""
    current_slug = await communities.find_current_slug(session, community)
    if current_slug is None:
        return await communities.get_view(session, actor, community)
    headers = {"Cache-Control": REDIRECT_CACHE_CONTROL}
    return RedirectResponse(f"/communities/{current_slug}", 301, headers=headers)


@write_router.patch("/communities/{community}")
async def edit_community(
    community: Reference, changes: CommunityUpdate, actor: SignedIn
) -> communities.CommunityView:
    """Edit a community. If the slug changes, the former slug redirects to the new one."""
    values = changes.model_dump(exclude_unset=True)
    if "rules" in values:
        values["rules"] = await communities.render_rules(changes.rules)
    async with unit_of_work() as session:
        community_id = (await communities.get_community(session, community)).id
        await communities.edit(session, actor, community_id=community_id, **values)
        return await communities.get_view(session, actor, community_id)


@write_router.post("/communities/{community}/membership", responses=error_responses("banned"))
async def join_community(
    actor: SignedIn, session: Session, community_id: CommunityId
) -> communities.CommunityView:
    """Join a community. Its posts appear in the caller's Personal feed."""
    await communities.join(session, actor, community_id=community_id)
    return await communities.get_view(session, actor, community_id)


@write_router.delete("/communities/{community}/membership", status_code=204)
async def leave_community(actor: SignedIn, session: Session, community_id: CommunityId) -> None:
    """Leave a community."""
    await communities.leave(session, actor, community_id=community_id)


@router.get("/communities/{community}/posts-to-review")
async def list_posts_to_review(
    actor: SignedIn, session: Session, community_id: CommunityId, page: DefaultPageParams
) -> Page[posts.PostCard]:
    """List the posts that wait for review, oldest first. Only moderators may see them."""
    return await posts.list_held(
        session, actor, community_id=community_id, cursor=page.cursor, limit=page.limit
    )


@router.get("/communities/{community}/members")
async def list_members(
    session: Session,
    community_id: CommunityId,
    page: DefaultPageParams,
    role: Annotated[
        Literal["moderator"] | None, Query(description="List only the owner and the moderators.")
    ] = None,
    q: Annotated[
        str, Query(max_length=100, description="Text that the name or the slug contains.")
    ] = "",
) -> Page[communities.CommunityMember]:
    """List the members of a community. Members with the oldest accounts come first."""
    community = await communities.get_community(session, community_id)
    return await communities.list_members(
        session,
        community,
        only_moderators=role is not None,
        search=q,
        cursor=page.cursor,
        limit=page.limit,
    )


@write_router.post("/communities/{community}/moderators/{user}")
async def appoint_moderator(
    actor: SignedIn, session: Session, community_id: CommunityId, user_id: UserId
) -> communities.CommunityView:
    """Make a member a moderator. Only the owner or an administrator may do this."""
    await communities.add_moderator(session, actor, community_id=community_id, user_id=user_id)
    return await communities.get_view(session, actor, community_id)


@write_router.delete("/communities/{community}/moderators/{user}", status_code=204)
async def dismiss_moderator(
    actor: SignedIn, session: Session, community_id: CommunityId, user_id: UserId
) -> None:
    """Make a moderator an ordinary member.

    Only the owner, an administrator or the moderator themselves may do this.
    """
    await communities.remove_moderator(session, actor, community_id=community_id, user_id=user_id)


@write_router.post("/communities/{community}/transfer/{user}")
async def transfer_community(
    actor: SignedIn, session: Session, community_id: CommunityId, user_id: UserId
) -> communities.CommunityView:
    """Make a member the owner. The former owner stays a moderator.

    Only the owner or an administrator may do this.
    """
    await communities.transfer(session, actor, community_id=community_id, user_id=user_id)
    return await communities.get_view(session, actor, community_id)


@write_router.post("/communities/{community}/close")
async def close_community(
    actor: SignedIn, session: Session, community_id: CommunityId
) -> communities.CommunityView:
    """Close a community to new members, posts and comments. Published posts stay readable.

    The slug of the community stays reserved.
    """
    await communities.close(session, actor, community_id=community_id)
    return await communities.get_view(session, actor, community_id)


@write_router.post("/communities/{community}/reopen")
async def reopen_community(
    actor: SignedIn, session: Session, community_id: CommunityId
) -> communities.CommunityView:
    """Reopen a closed community.

    Only an administrator can reopen a community that an administrator closed.
    """
    await communities.reopen(session, actor, community_id=community_id)
    return await communities.get_view(session, actor, community_id)
