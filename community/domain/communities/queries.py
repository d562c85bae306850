"""Functions that find and list communities, their members and their moderators."""

from collections.abc import Callable, Collection, Iterable, Sequence

from sqlalchemy import ColumnElement, and_, false, or_, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from community import urls
from community.core import clock, errors
from community.core.actor import Actor
from community.core.db import pagination, statements
from community.core.db.columns import eager
from community.core.db.pagination import Page
from community.core.ids import parse_id
from community.core.text.normalization import clean_search_term
from community.domain import identity, people
from community.domain.communities import policies
from community.domain.communities.schemas import CommunityMember, CommunitySummary, CommunityView
from community.domain.communities.serializers import build_views, to_community_summary, to_member
from community.i18n import gettext as _
from community.models import Community, FormerSlug, Membership, User
from community.models.communities import lower_slug

# The page of a community lists at most this many moderators.
MAX_LISTED_MODERATORS = 50
MAX_SEARCH_LENGTH = 100


async def get_community(
    session: AsyncSession, id_or_slug: int | str, *, for_update: bool = False
) -> Community:
    """Return a community by id, also as digits, or by slug, with its `owner` loaded."""
    query = select(Community).where(_has_id_or_slug(id_or_slug)).options(eager(Community.owner))
    if for_update:
        query = query.with_for_update(
            of=Community, **statements.FOR_NO_KEY_UPDATE
        ).execution_options(populate_existing=True)
    community = await session.scalar(query)
    if community is None:
        raise errors.NotFound(_("Community not found"))
    return community


async def find_summaries(
    session: AsyncSession, ids: Collection[int]
) -> dict[int, CommunitySummary]:
    """Return the summaries of communities by id, also of closed ones."""
    if not ids:
        return {}
    rows = await session.scalars(select(Community).where(col(Community.id).in_(ids)))
    return {row.id: to_community_summary(row) for row in rows}


async def find_views(
    session: AsyncSession, actor: Actor, ids: Collection[int]
) -> dict[int, CommunityView]:
    """Return communities as the actor sees them by id, also closed ones."""
    if not ids:
        return {}
    query = select(Community).where(col(Community.id).in_(ids)).options(eager(Community.owner))
    rows = (await session.scalars(query)).all()
    return {view.id: view for view in await build_views(session, actor, rows)}


async def find_current_slug(session: AsyncSession, former_slug: str) -> str | None:
    if not policies.is_slug(former_slug):
        return None
    return await session.scalar(
        select(Community.slug)
        .join(FormerSlug, col(FormerSlug.target_id) == col(Community.id))
        .where(
            col(FormerSlug.kind) == "community",
            col(FormerSlug.slug) == former_slug.lower(),
            col(FormerSlug.created_at) > clock.now() - people.FORMER_SLUG_RESERVATION,
        )
    )


async def find_membership(
    session: AsyncSession, actor: Actor, community_id: int
) -> Membership | None:
    if actor.user_id is None:
        return None
    return await session.get(Membership, (community_id, actor.user_id))


async def may_moderate(session: AsyncSession, actor: Actor, community: Community) -> bool:
    """Return whether the actor may moderate the community, with a query only if it is needed."""
    if actor.is_admin or actor.is_guest or actor.is_user(community.owner_id):
        return policies.is_moderator(actor, community, None)
    return policies.is_moderator(
        actor, community, await find_membership(session, actor, community.id)
    )


async def filter_moderators(
    session: AsyncSession, actors: Iterable[Actor], community: Community
) -> set[int | None]:
    """Return the user ids of the actors for whom `may_moderate` is true. Runs one query."""
    appointed = await session.scalars(
        select(Membership).where(
            col(Membership.community_id) == community.id,
            col(Membership.moderator_since).is_not(None),
        )
    )
    memberships = {membership.user_id: membership for membership in appointed}
    return {
        actor.user_id
        for actor in actors
        if policies.is_moderator(actor, community, memberships.get(actor.user_id or 0))
    }


async def get_view(session: AsyncSession, actor: Actor, id_or_slug: int | str) -> CommunityView:
    """Return a community with its moderators, as the actor sees it. Runs up to four queries."""
    community = await get_community(session, id_or_slug)
    moderators = await _list_moderators(session, community.id)
    return (await build_views(session, actor, [community], {community.id: moderators}))[0]


async def get_view_by_slug(
    session: AsyncSession,
    actor: Actor,
    slug: str,
    build_url: Callable[[str], str] = urls.community,
) -> CommunityView:
    """Return the community for the slug in a URL, as the actor sees it.

    Raises:
        NotFound: No community has exactly this slug. It is `Moved` with the URL for the current
            slug if a community had this one, or has it in another case.
    """
    try:
        view = await get_view(session, actor, slug)
    except errors.NotFound as error:
        if (current_slug := await find_current_slug(session, slug)) is None:
            raise
        raise errors.Moved(error.message, build_url(current_slug)) from error
    if view.slug != slug:
        raise errors.Moved(_("Community not found"), build_url(view.slug))
    return view


async def list_largest(
    session: AsyncSession,
    actor: Actor,
    *,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[CommunityView]:
    """Return open communities, most members first. Runs up to three queries."""
    query = _select_open_communities()
    order = (col(Community.members_count), col(Community.id))
    if start := pagination.decode_cursor(cursor, pagination.Int32, int):
        query = query.where(tuple_(*order) < start)
    query = query.order_by(*(column.desc() for column in order)).limit(limit + 1)
    rows = (await session.scalars(query)).all()
    page, next_cursor = pagination.split_page(rows, limit, lambda row: (row.members_count, row.id))
    return Page(items=await build_views(session, actor, page), next_cursor=next_cursor)


async def list_joined(session: AsyncSession, actor: Actor) -> list[CommunityView]:
    """Return the open communities that the actor has joined, ordered by name."""
    query = (
        _select_open_communities()
        .join(Membership, col(Membership.community_id) == col(Community.id))
        .where(col(Membership.user_id) == actor.id)
        .order_by(func.lower(Community.name), col(Community.id))
    )
    return await build_views(session, actor, (await session.scalars(query)).all())


async def list_allowed_for_posting(
    session: AsyncSession, actor: Actor, *, search: str = "", limit: int
) -> list[CommunitySummary]:
    """Return open communities where the actor may publish posts.

    Communities that the actor has joined come first, followed by the other communities. Within each
    of these two groups, the communities with the most members come first.
    """
    is_own_membership = and_(
        col(Membership.community_id) == col(Community.id), col(Membership.user_id) == actor.user_id
    )
    is_member = col(Membership.user_id).is_not(None)
    query = (
        select(Community)
        .outerjoin(Membership, is_own_membership)
        .where(col(Community.closed_at).is_(None), policies.allows_posts_by(actor))
        .order_by(is_member.desc(), col(Community.members_count).desc(), col(Community.id).desc())
        .limit(limit)
    )
    if term := clean_search_term(search, max_length=policies.NAME_MAX_LENGTH):
        name_matches = col(Community.name).icontains(term, autoescape=True)
        slug_matches = col(Community.slug).icontains(term, autoescape=True)
        query = query.where(or_(name_matches, slug_matches))
    return [to_community_summary(row) for row in await session.scalars(query)]


async def list_suggested(session: AsyncSession, actor: Actor, *, limit: int) -> list[CommunityView]:
    """Return open communities that the actor has not joined, most members first."""
    query = _select_open_communities()
    if actor.user_id is not None:
        joined_ids = select(Membership.community_id).where(col(Membership.user_id) == actor.user_id)
        query = query.where(col(Community.id).not_in(joined_ids))
    query = query.order_by(col(Community.members_count).desc(), col(Community.id).desc()).limit(
        limit
    )
    return await build_views(session, actor, (await session.scalars(query)).all())


async def list_members(
    session: AsyncSession,
    community: Community | CommunityView,
    *,
    only_moderators: bool = False,
    search: str = "",
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[CommunityMember]:
    """Return the members of a community, ordered by user id: the oldest accounts come first."""
    query = (
        select(User, Membership)
        .join(Membership, col(Membership.user_id) == col(User.id))
        .where(col(Membership.community_id) == community.id, identity.is_active)
    )
    if only_moderators:
        query = query.where(col(Membership.moderator_since).is_not(None))
    if term := clean_search_term(search, max_length=MAX_SEARCH_LENGTH):
        columns = (col(User.name), col(User.slug))
        query = query.where(or_(*(column.icontains(term, autoescape=True) for column in columns)))
    if start := pagination.decode_cursor(cursor, int):
        query = query.where(col(Membership.user_id) > start[0])
    rows = (await session.execute(query.order_by(col(Membership.user_id)).limit(limit + 1))).all()
    page, next_cursor = pagination.split_page(rows, limit, lambda row: (row[0].id,))
    owner_id = community.owner.id
    return Page(
        items=[to_member(user, membership, owner_id) for user, membership in page],
        next_cursor=next_cursor,
    )


def _select_open_communities() -> SelectOfScalar[Community]:
    return (
        select(Community).where(col(Community.closed_at).is_(None)).options(eager(Community.owner))
    )


async def _list_moderators(session: AsyncSession, community_id: int) -> Sequence[User]:
    return (
        await session.scalars(
            select(User)
            .join(Membership, col(Membership.user_id) == col(User.id))
            .where(
                col(Membership.community_id) == community_id,
                col(Membership.moderator_since).is_not(None),
                identity.is_active,
            )
            .order_by(col(Membership.moderator_since), col(User.id))
            .limit(MAX_LISTED_MODERATORS)
        )
    ).all()


def _has_id_or_slug(id_or_slug: int | str) -> ColumnElement[bool]:
    slug = str(id_or_slug)
    if (community_id := parse_id(slug)) is not None:
        return col(Community.id) == community_id
    return lower_slug == slug.lower() if policies.is_slug(slug) else false()
