"""The page of a post."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import advertising, ai, comments, posts
from community.domain.posts.schemas import ArticleView
from community.i18n import active_language


@dataclass(frozen=True, slots=True)
class PostPage:
    """A post with a part of its discussion."""

    post: ArticleView
    thread: comments.ThreadPage
    is_summary_offered: bool  # whether the page has the box with the AI summary

    @property
    def advertised(self) -> advertising.PageContext | None:
        """What the advertisements of the page depend on. None before the post is published."""
        post, community = self.post, self.post.community
        if not posts.is_published(post):
            return None
        community_id = community.id if community else 0
        return advertising.PageContext(active_language(), community_id, frozenset(post.tags))


async def load_post_page(
    session: AsyncSession,
    actor: Actor,
    post_id: int,
    *,
    order: str = "",
    comment: str = "",
    after: str = "",
) -> PostPage:
    row = await posts.get_with_html(session, actor, post_id)
    post = await posts.build_article(session, actor, row)
    thread = await comments.get_thread_page(
        session, actor, row, order=order, comment=comment, after=after
    )
    return PostPage(post, thread, await ai.is_summary_offered(session, post))
