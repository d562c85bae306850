"""The action of a moderator on a post that waits, and the list of such posts in a community."""

from typing import Literal, TypeAlias

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.core.db import pagination
from community.core.db.pagination import Page
from community.core.errors import PermissionDenied
from community.core.text.normalization import clean_line
from community.domain import communities
from community.domain.posts import policies, schemas
from community.domain.posts.reading import queries, serializers
from community.domain.posts.reading.rows import load_card_rows, select_card_rows
from community.domain.posts.writing import publishing
from community.i18n import gettext as _
from community.models import Post

ModeratedPostStatus: TypeAlias = Literal["published", "unpublished"]

MAX_REASON_LENGTH = 500


async def moderate(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    status: ModeratedPostStatus,
    reason: str = "",
    base_version: int | None = None,
) -> bool:
    """Publish a post that waits for a moderator, or reject it with the status "unpublished".

    Raise `Conflict` if the post was changed since `base_version`, or its community is closed.
    """
    cleaned = clean_line(reason, field="reason", max_length=MAX_REASON_LENGTH)
    post = await queries.get_for_update(session, actor, post_id, include_status="unpublished")
    can_moderate = await queries.may_moderate(session, actor, post)
    if not can_moderate:
        raise PermissionDenied(_("Only a moderator can do this."))
    if not policies.is_held(post):
        return False
    if not policies.may_approve(actor, post, can_moderate=can_moderate):
        raise PermissionDenied(_("Another moderator has to review your post."))
    policies.ensure_unchanged_for_moderator(post, base_version)
    if status == "published":
        await publishing.publish(session, actor, post_id=post_id, reason=cleaned)
    else:
        await publishing.unpublish(session, actor, post_id=post_id, reason=cleaned)
    return True


async def list_held(
    session: AsyncSession,
    actor: Actor,
    *,
    community_id: int,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[schemas.PostCard]:
    """Return the posts in a community that wait for a moderator, oldest first."""
    community = await communities.get_community(session, community_id)
    if not await communities.may_moderate(session, actor, community) or actor.is_read_only:
        raise PermissionDenied(_("Only a moderator can do this."))
    query = select_card_rows().where(
        policies.has_status("on_moderation"), col(Post.community_id) == community_id
    )
    if key := pagination.decode_cursor(cursor, int):
        query = query.where(col(Post.id) > key[0])
    rows = await load_card_rows(session, query.order_by(col(Post.id)).limit(limit + 1))
    page, next_cursor = pagination.split_page(rows, limit, lambda post: (post.id,))
    return Page(items=await serializers.build_cards(session, actor, page), next_cursor=next_cursor)
