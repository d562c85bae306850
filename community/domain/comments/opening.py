"""What the page of a post shows of its discussion when it opens, or opens again."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.core.errors import Invalid, NotFound
from community.domain import posts
from community.domain.comments import queries
from community.domain.comments.order import Order
from community.domain.comments.schemas import Thread
from community.domain.comments.views import Viewer, views
from community.models import Comment


@dataclass(frozen=True, slots=True)
class Opening:
    """A discussion as an address asks for it.

    Attributes:
        focus: the comment whose branch this is; None for the whole discussion.
        is_lost: a comment was asked for that is not there, or not any more.
        is_later: this is not the first page.
    """

    thread: Thread
    order: Order
    focus: int | None = None
    is_lost: bool = False
    is_later: bool = False


async def open_discussion(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    order: str = "",
    comment: str = "",
    after: str = "",
) -> Opening:
    """The discussion as an address asks for it: `?order=new`, `?comment=5`, `?after=CURSOR`.

    What nobody could have meant (an unknown order, a comment of another post) opens the first page.

    Raises:
        NotFound: the post is not there for this actor.
    """
    if comment and (branch := await _find_branch(session, actor, post_id, comment)) is not None:
        return Opening(branch, Order.BEST, focus=int(comment))
    chosen = next((each for each in Order if each == order), Order.BEST)
    try:
        thread = await queries.thread(
            session, actor, post_id=post_id, order=chosen, cursor=after or None
        )
    except Invalid:
        thread, after = await queries.thread(session, actor, post_id=post_id, order=chosen), ""
    return Opening(thread, chosen, is_lost=bool(comment), is_later=bool(after))


async def again(
    session: AsyncSession, actor: Actor, *, post_id: int, comment_ids: Sequence[int]
) -> Thread:
    """What is there now of comments that somebody has read; what is gone is not among them.

    Raises:
        NotFound: the post is not there for this actor.
    """
    post = await posts.get_readable(session, actor, post_id)
    viewer = await Viewer.of(session, actor, post)
    found = await session.scalars(
        queries.shown(viewer).where(
            col(Comment.post_id) == post.id, col(Comment.id).in_(comment_ids)
        )
    )
    return Thread(items=await views(session, viewer, list(found)), total=post.comments_count)


async def _find_branch(
    session: AsyncSession, actor: Actor, post_id: int, comment: str
) -> Thread | None:
    if not comment.isascii() or not comment.isdigit() or len(comment) > 18:
        return None
    try:
        await queries.get_readable(session, actor, int(comment))
        branch = await queries.branch(session, actor, comment_id=int(comment))
    except NotFound:
        return None
    return branch if branch.items[0].post_id == post_id else None
