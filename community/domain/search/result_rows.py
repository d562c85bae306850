"""The rows of the page of a search. Rows of all types have the same fields."""

import html

from community.core.read_models import ReadModel, Timestamp
from community.domain.communities import CommunitySummary
from community.domain.people import UserSummary
from community.domain.search import schemas


class SearchRow(ReadModel):
    """A result. Fields that its type does not have are empty."""

    id: str  # unique among the rows of all types
    type: str  # `post`, `comment`, `user`, `community` or `tag`
    url: str
    # title_html, excerpt_html: HTML in which `<mark>` surrounds the words of the query
    title_html: str
    excerpt_html: str = ""
    author: UserSummary | None = None  # the author of a post or comment, or the user
    community: CommunitySummary | None = None  # the community of a post, or the community itself
    created_at: Timestamp | None = None
    count: int = 0  # the comments on a post, replies, followers, members, or posts with a tag
    reactions_count: int = 0
    image: str | None = None


def build_row(result: schemas.SearchResult) -> SearchRow:
    if isinstance(result, schemas.PostResult):
        return _build_post_row(result)
    if isinstance(result, schemas.CommentResult):
        return _build_comment_row(result)
    key = result.target.name if isinstance(result, schemas.TagResult) else result.target.id
    return SearchRow(
        id=f"{result.type}-{key}",
        type=result.type,
        url=result.target.url,
        title_html=result.title_html,
        excerpt_html=result.excerpt_html,
        author=result.target if isinstance(result, schemas.UserResult) else None,
        community=_summarize(result) if isinstance(result, schemas.CommunityResult) else None,
        count=_get_count(result),
    )


def _build_post_row(result: schemas.PostResult) -> SearchRow:
    post = result.target
    return SearchRow(
        id=f"post-{post.id}",
        type="post",
        url=post.url,
        title_html=result.title_html,
        excerpt_html=result.excerpt_html,
        author=post.author,
        community=post.community,
        created_at=post.published_at or post.created_at,
        count=post.comments_count,
        reactions_count=sum(reaction.count for reaction in post.reactions),
        image=post.cover,
    )


def _build_comment_row(result: schemas.CommentResult) -> SearchRow:
    comment = result.target
    return SearchRow(
        id=f"comment-{comment.id}",
        type="comment",
        url=comment.url,
        title_html=html.escape(result.post.title),
        excerpt_html=result.excerpt_html,
        author=comment.author,
        created_at=comment.created_at,
        count=comment.replies_count,
        reactions_count=sum(reaction.count for reaction in comment.reactions),
    )


def _summarize(result: schemas.CommunityResult) -> CommunitySummary:
    view = result.target
    return CommunitySummary(id=view.id, slug=view.slug, name=view.name, avatar=view.avatar)


def _get_count(result: schemas.UserResult | schemas.CommunityResult | schemas.TagResult) -> int:
    if isinstance(result, schemas.UserResult):
        return result.target.followers_count
    if isinstance(result, schemas.CommunityResult):
        return result.target.members_count
    return result.target.posts_count
