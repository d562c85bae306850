"""Finding communities and their people."""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, and_, false, or_, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.core import clock, pagination
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.locks import HELD
from community.core.pagination import Page
from community.core.plain import plain_line
from community.domain import accounts
from community.domain.accounts.schemas import Person
from community.domain.communities import policies
from community.domain.communities.schemas import CommunityLabel, CommunityView
from community.domain.communities.views import label_of, views
from community.models import Community, FormerSlug, Membership, User
from community.models.columns import bring
from community.models.communities import lower_slug

# A list of moderators is read by people; nobody appoints hundreds.
MODERATORS_SHOWN = 50
_MAX_ID = 2**63 - 1


async def get_community(
    session: AsyncSession, which: int | str, *, for_change: bool = False
) -> Community:
    """A community by id or slug (digits alone are an id), with its owner.

    Args:
        for_change: hold it until the end of the transaction.

    Raises:
        NotFound: there is none.
    """
    query = select(Community).where(_is(which)).options(bring(Community.owner))
    if for_change:
        query = query.with_for_update(of=Community, **HELD).execution_options(
            populate_existing=True
        )
    found = await session.scalar(query)
    if found is None:
        raise NotFound("There is no such community.")
    return found


async def find_moved(session: AsyncSession, slug: str) -> str | None:
    """The slug that a community has now which had this one before: the old address leads there."""
    if not policies.is_slug(slug):
        return None
    return await session.scalar(
        select(Community.slug)
        .join(FormerSlug, col(FormerSlug.target_id) == col(Community.id))
        .where(
            col(FormerSlug.kind) == "community",
            col(FormerSlug.slug) == slug.lower(),
            col(FormerSlug.created_at) > clock.now() - policies.FORMER_SLUG_TERM,
        )
    )


async def find_standing(
    session: AsyncSession, actor: Actor, community_id: int
) -> Membership | None:
    """The actor's membership, if they have one."""
    if actor.user_id is None:
        return None
    return await session.get(Membership, (community_id, actor.user_id))


async def may_moderate(session: AsyncSession, actor: Actor, community: Community) -> bool:
    """Administrators, the owner and its moderators."""
    if actor.is_admin or actor.is_guest or actor.is_person(community.owner_id):
        return policies.moderates(actor, community, None)
    return policies.moderates(actor, community, await find_standing(session, actor, community.id))


async def get_view(session: AsyncSession, actor: Actor, which: int | str) -> CommunityView:
    """A community's page as this actor sees it. Four queries.

    Raises:
        NotFound: there is none.
    """
    community = await get_community(session, which)
    moderators = await _moderators(session, community.id)
    return (await views(session, actor, [community], {community.id: moderators}))[0]


async def view_at(session: AsyncSession, actor: Actor, slug: str) -> CommunityView:
    """The community at an address, as this actor sees it.

    Raises:
        NotFound: there is none; `details["slug"]` is its address now, if it was found there before.
    """
    try:
        found = await get_view(session, actor, slug)
    except NotFound as refusal:
        if (moved := await find_moved(session, slug)) is None:
            raise
        raise NotFound(refusal.sentence, details={"slug": moved}) from refusal
    if found.slug != slug:
        raise NotFound("It has another address.", details={"slug": found.slug})
    return found


async def largest(
    session: AsyncSession,
    actor: Actor,
    *,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[CommunityView]:
    """Open communities, those with most members first. Three queries."""
    query = (
        select(Community).where(col(Community.closed_at).is_(None)).options(bring(Community.owner))
    )
    order = (col(Community.members_count), col(Community.id))
    if start := pagination.decode(cursor, pagination.Count, int):
        query = query.where(tuple_(*order) < start)
    query = query.order_by(*(each.desc() for each in order)).limit(limit + 1)
    rows = (await session.scalars(query)).all()
    page, following = pagination.cut(rows, limit, lambda row: (row.members_count, row.id))
    return Page(items=await views(session, actor, page), next_cursor=following)


async def joined(session: AsyncSession, actor: Actor) -> list[CommunityView]:
    """The communities that the actor belongs to, by name; closed ones are left out."""
    query = (
        select(Community)
        .join(Membership, col(Membership.community_id) == col(Community.id))
        .where(col(Membership.user_id) == actor.id, col(Community.closed_at).is_(None))
        .options(bring(Community.owner))
        .order_by(func.lower(Community.name), col(Community.id))
    )
    return await views(session, actor, (await session.scalars(query)).all())


async def open_to(
    session: AsyncSession, actor: Actor, *, name: str = "", limit: int
) -> list[CommunityLabel]:
    """Where the actor may publish: the communities that they belong to, then the largest.

    Args:
        name: what the name or the address has to contain.
    """
    theirs = and_(
        col(Membership.community_id) == col(Community.id), col(Membership.user_id) == actor.user_id
    )
    belongs = col(Membership.user_id).is_not(None)
    query = (
        select(Community)
        .outerjoin(Membership, theirs)
        .where(col(Community.closed_at).is_(None), policies.open_for(actor))
        .order_by(belongs.desc(), col(Community.members_count).desc(), col(Community.id).desc())
        .limit(limit)
    )
    if words := plain_line(name):
        called = col(Community.name).icontains(words, autoescape=True)
        query = query.where(or_(called, col(Community.slug).icontains(words, autoescape=True)))
    return [label_of(row) for row in await session.scalars(query)]


async def to_join(session: AsyncSession, actor: Actor, *, limit: int) -> list[CommunityView]:
    """The largest open communities that the actor does not belong to."""
    query = (
        select(Community).where(col(Community.closed_at).is_(None)).options(bring(Community.owner))
    )
    if actor.user_id is not None:
        theirs = select(Membership.community_id).where(col(Membership.user_id) == actor.user_id)
        query = query.where(col(Community.id).not_in(theirs))
    query = query.order_by(col(Community.members_count).desc(), col(Community.id).desc()).limit(
        limit
    )
    return await views(session, actor, (await session.scalars(query)).all())


async def members(
    session: AsyncSession,
    community_id: int,
    *,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[Person]:
    """The members of a community, longest on the site first."""
    query = (
        select(User)
        .join(Membership, col(Membership.user_id) == col(User.id))
        .where(col(Membership.community_id) == community_id, col(User.deleted_at).is_(None))
    )
    if start := pagination.decode(cursor, int):
        query = query.where(col(Membership.user_id) > start[0])
    rows = (await session.scalars(query.order_by(col(Membership.user_id)).limit(limit + 1))).all()
    page, following = pagination.cut(rows, limit, lambda row: (row.id,))
    return Page(items=[accounts.person_of(row) for row in page], next_cursor=following)


async def labels(session: AsyncSession, ids: Iterable[int]) -> dict[int, CommunityLabel]:
    """The communities with these ids, in one query."""
    wanted = set(ids)
    if not wanted:
        return {}
    rows = await session.scalars(select(Community).where(col(Community.id).in_(wanted)))
    return {row.id: label_of(row) for row in rows}


async def count_owned(session: AsyncSession, user_id: int) -> int:
    """How many open communities somebody owns."""
    owned = (
        select(func.count())
        .select_from(Community)
        .where(col(Community.owner_id) == user_id, col(Community.closed_at).is_(None))
    )
    return await session.scalar(owned) or 0


async def _moderators(session: AsyncSession, community_id: int) -> Sequence[User]:
    return (
        await session.scalars(
            select(User)
            .join(Membership, col(Membership.user_id) == col(User.id))
            .where(
                col(Membership.community_id) == community_id,
                col(Membership.moderator_since).is_not(None),
                col(User.deleted_at).is_(None),
            )
            .order_by(col(Membership.moderator_since), col(User.id))
            .limit(MODERATORS_SHOWN)
        )
    ).all()


def _is(which: int | str) -> ColumnElement[bool]:
    if isinstance(which, str) and not (which.isascii() and which.isdigit()):
        return lower_slug == which.lower() if policies.is_slug(which) else false()
    number = int(which) if len(str(which)) <= len(str(_MAX_ID)) else 0
    return col(Community.id) == (number if number <= _MAX_ID else 0)
