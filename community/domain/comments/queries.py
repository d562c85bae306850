"""Finding comments, and pages of a discussion."""

from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from community.core import pagination
from community.core.actor import GUEST, Actor
from community.core.errors import NotFound
from community.core.pagination import Page
from community.domain import posts
from community.domain.comments import policies
from community.domain.comments.holding import hold, hold_with_all_above
from community.domain.comments.levels import more_below, with_neighbours, with_replies
from community.domain.comments.order import Order
from community.domain.comments.schemas import CommentRevisionView, CommentView, Thread
from community.domain.comments.thread import REPLIES_PER_PAGE, ROOTS_PER_PAGE, ancestors
from community.domain.comments.views import Viewer, views
from community.models import Comment, CommentMedia, CommentRevision, Post
from community.models.columns import bring

# With all that says who may read it, in one query.
_WITH_ALL = (
    select(Comment)
    .where(Comment.id == bindparam("comment_id"))
    .options(
        bring(Comment.author), bring(Comment.post, Post.author), bring(Comment.post, Post.community)
    )
)


async def get_readable(session: AsyncSession, actor: Actor, comment_id: int) -> Comment:
    """A comment whose text this actor may read, with its author and post.

    Raises:
        NotFound: it, or its post, is not there for this actor.
    """
    comment, post = await _get(session, actor, comment_id)
    await _ensure_may_read(session, actor, comment, post)
    return comment


async def get_for_change(
    session: AsyncSession, actor: Actor, comment_id: int
) -> tuple[Comment, Post]:
    """A comment that somebody signed in wants to change, held, and its post."""
    assert actor.id
    # PostgreSQL does not lock the far side of an outer join; whoever changes a row needs no author.
    held = await hold(session, col(Comment.id) == comment_id)
    if not held:
        raise _no_such_comment()
    post = await posts.get_readable(session, actor, held[0].post_id)
    await _ensure_may_read(session, actor, held[0], post)
    return held[0], post


async def get_for_counting(
    session: AsyncSession, actor: Actor, comment_id: int
) -> tuple[Comment, Post]:
    """The same where it enters or leaves the discussion: what counts it is held, too.

    Authors find what they deleted themselves as well.
    """
    assert actor.id
    comment = await hold_with_all_above(session, comment_id)
    if comment is None:
        raise _no_such_comment()
    post = await posts.get_readable(session, actor, comment.post_id)
    if not actor.is_person(comment.author_id):
        await _ensure_may_read(session, actor, comment, post)
    return comment, post


async def find_in_post(session: AsyncSession, post_id: int, comment_id: int) -> Comment | None:
    """A comment of this post, whatever its status."""
    return await session.scalar(
        select(Comment).where(Comment.id == comment_id, Comment.post_id == post_id)
    )


async def has_media(session: AsyncSession, comment_id: int) -> bool:
    found = await session.scalar(
        select(CommentMedia.position).where(CommentMedia.comment_id == comment_id).limit(1)
    )
    return found is not None


async def get_view(session: AsyncSession, actor: Actor, comment_id: int) -> CommentView:
    """One comment as this actor sees it.

    Raises:
        NotFound: not there for this actor.
    """
    comment = await get_readable(session, actor, comment_id)
    viewer = await Viewer.of(session, actor, comment.post)
    return (await views(session, viewer, [comment]))[0]


async def get_pushed(session: AsyncSession, comment_id: int) -> CommentView:
    """A comment as everybody sees it now, also when it is hidden: then it says no more than its
    place.

    Raises:
        NotFound: it is gone, or its post is not public.
    """
    comment = await session.scalar(_WITH_ALL, {"comment_id": comment_id})
    if comment is None or not posts.may_read(GUEST, comment.post):
        raise _no_such_comment()
    viewer = await Viewer.of(session, GUEST, comment.post)
    return (await views(session, viewer, [comment]))[0]


async def thread(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    order: Order = Order.BEST,
    cursor: str | None = None,
    limit: int = ROOTS_PER_PAGE,
) -> Thread:
    """A page of a discussion: `limit` roots, each with three levels of three replies.

    A pinned comment leads the first page, as one of them. The number of queries does not depend on
    the number of comments.

    Raises:
        NotFound: the post is not there for this actor.
    """
    post = await posts.get_readable(session, actor, post_id)
    viewer = await Viewer.of(session, actor, post)
    roots, next_cursor = await _roots(session, viewer, order, cursor, limit)
    items = await with_replies(session, viewer, roots, order)
    return Thread(
        items=await views(session, viewer, items),
        next_cursor=next_cursor,
        more=more_below(items, order),
        total=post.comments_count,
    )


async def replies(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    order: Order = Order.BEST,
    cursor: str | None = None,
    limit: int = REPLIES_PER_PAGE,
) -> Thread:
    """The next direct replies of a comment, each with what is below it."""
    comment, post = await _get(session, actor, comment_id)
    viewer = await Viewer.of(session, actor, post)
    query = shown(viewer).where(col(Comment.parent_id) == comment.id)
    children, next_cursor = await _page(session, query, order, cursor, limit)
    items = await with_replies(session, viewer, children, order, levels=1)
    return Thread(
        items=await views(session, viewer, items),
        next_cursor=next_cursor,
        more=more_below(items, order),
        total=comment.replies_count,
    )


async def branch(session: AsyncSession, actor: Actor, *, comment_id: int) -> Thread:
    """The ancestors of a comment, itself, and its first replies; `more` leads on below it."""
    viewer, above, items = await _branch(session, actor, comment_id)
    return Thread(
        items=await views(session, viewer, [*above, *items]),
        more=more_below(items, Order.BEST),
        total=viewer.post.comments_count,
    )


async def context(session: AsyncSession, actor: Actor, *, comment_id: int) -> Thread:
    """A branch with what stands beside it: the first replies of each ancestor.

    Where the branch goes through a reply that is not among the first, it stands behind them and
    comes again among those that `more` leads to.
    """
    viewer, above, below = await _branch(session, actor, comment_id)
    items, more = await with_neighbours(session, viewer, above, below)
    return Thread(
        items=await views(session, viewer, items), more=more, total=viewer.post.comments_count
    )


async def history(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    cursor: str | None = None,
    limit: int = pagination.MAX_LIMIT,
) -> Page[CommentRevisionView]:
    """What a comment said before each edit, newest first; for its author and moderators.

    Raises:
        NotFound: not there, or not for this actor to know.
    """
    comment, post = await _get(session, actor, comment_id)
    if not actor.is_person(comment.author_id) and not await posts.may_moderate(
        session, actor, post
    ):
        raise NotFound("There is no such history.")
    query = select(CommentRevision).where(CommentRevision.comment_id == comment.id)
    before = pagination.decode(cursor, int)
    if before is not None:
        query = query.where(col(CommentRevision.id) < before[0])
    query = query.order_by(col(CommentRevision.id).desc()).limit(limit + 1)
    rows = list(await session.scalars(query))
    page, following = pagination.cut(rows, limit, lambda row: (row.id,))
    return Page(
        items=[CommentRevisionView.model_validate(row) for row in page], next_cursor=following
    )


async def _get(session: AsyncSession, actor: Actor, comment_id: int) -> tuple[Comment, Post]:
    comment = await session.scalar(_WITH_ALL, {"comment_id": comment_id})
    if comment is None or (not policies.is_shown(comment) and actor.is_guest):
        raise _no_such_comment()
    if not posts.may_read(actor, comment.post):
        raise _no_such_comment()
    return comment, comment.post


async def _branch(
    session: AsyncSession, actor: Actor, comment_id: int
) -> tuple[Viewer, list[Comment], list[Comment]]:
    """A comment with its first replies, and from the root on what it stands below."""
    comment, post = await _get(session, actor, comment_id)
    viewer = await Viewer.of(session, actor, post)
    above = await session.scalars(
        shown(viewer)
        .where(col(Comment.id).in_(ancestors(comment.path)))
        .order_by(col(Comment.depth))
    )
    below = await with_replies(session, viewer, [comment], Order.BEST, pinned=True)
    return viewer, list(above), below


async def _ensure_may_read(
    session: AsyncSession, actor: Actor, comment: Comment, post: Post
) -> None:
    moderates = comment.moderation_status != "published" and await posts.may_moderate(
        session, actor, post
    )
    if not policies.may_read(actor, comment, moderates=moderates):
        raise _no_such_comment()


def _no_such_comment() -> NotFound:
    return NotFound("There is no such comment.")


def shown(viewer: Viewer) -> SelectOfScalar[Comment]:
    """The comments that have a place in what the viewer sees of a discussion."""
    return (
        select(Comment)
        .where(policies.shown_to(viewer.actor, moderates=viewer.moderates))
        .options(bring(Comment.author))
    )


async def _roots(
    session: AsyncSession, viewer: Viewer, order: Order, cursor: str | None, limit: int
) -> tuple[list[Comment], str | None]:
    everything = shown(viewer).where(col(Comment.post_id) == viewer.post.id)
    query = everything.where(col(Comment.depth) == 0, col(Comment.pinned_at).is_(None))
    if cursor is not None:
        return await _page(session, query, order, cursor, limit)
    pinned = await session.scalar(everything.where(col(Comment.pinned_at).is_not(None)))
    if pinned is None:
        return await _page(session, query, order, None, limit)
    if limit == 1:
        first = await session.scalar(query.order_by(*order.clauses()).limit(1))
        return [pinned], None if first is None else order.cursor_before(first)
    roots, following = await _page(session, query, order, None, limit - 1)
    return [pinned, *roots], following


async def _page(
    session: AsyncSession,
    query: SelectOfScalar[Comment],
    order: Order,
    cursor: str | None,
    limit: int,
) -> tuple[list[Comment], str | None]:
    beyond = order.after(cursor)
    if beyond is not None:
        query = query.where(beyond)
    rows = list(await session.scalars(query.order_by(*order.clauses()).limit(limit + 1)))
    return pagination.cut(rows, limit, order.cursor_key)
