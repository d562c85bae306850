"""The settings of the site and the rules of communities that refuse a post or hold it.

A post does not need a community. The settings hold for everyone except administrators. Authors can
create a community and moderate it, so moderators are exempt only from the review of posts in their
community.
"""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.core.text.safe_html import extract_link_urls, extract_plain_text
from community.domain import communities, site
from community.domain.posts.schemas import PostColumns
from community.domain.posts.writing import content
from community.i18n import gettext as _
from community.models import Post


async def screen_new(session: AsyncSession, actor: Actor, post: Post) -> str:
    """Return the rule that holds a post that its author publishes, or an empty string.

    Raises:
        PermissionDenied: The account may not post yet. The code is `email_unverified` or
            `account_too_new`.
        Invalid: The post contains a word or link that is refused.
    """
    if actor.is_admin:
        return ""
    settings = await site.get_content_settings(session)
    restriction = site.find_account_restriction(actor, settings, "post")
    if restriction is not None:
        raise restriction
    texts = _list_texts(content.get_draft_columns(post))
    rule = await site.find_text_hold(settings, texts)
    return rule or await _find_general_hold(session, actor, post.community_id)


async def screen_changes(
    session: AsyncSession, actor: Actor, post: Post, changes: PostColumns
) -> str:
    """Return the rule that holds a published post after a change, or an empty string.

    Words and links that the post already contains have no effect. Raise `Invalid` if the changes
    contain a word or link that is refused.
    """
    community_id = changes.get("community_id", post.community_id)
    is_moved = community_id != post.community_id
    former = content.get_draft_columns(post)
    updated = PostColumns(**{**former, **changes})
    is_rewritten = any(updated[name] != former[name] for name in content.DRAFT_FIELDS)  # type: ignore[literal-required]
    if actor.is_admin or not (is_rewritten or is_moved):
        return ""
    settings = await site.get_content_settings(session)
    rule = await site.find_text_hold(settings, _list_texts(updated), former=_list_texts(former))
    return rule or await _find_general_hold(session, actor, community_id)


async def ensure_community_exists(session: AsyncSession, community_id: int | None) -> None:
    if community_id is None:
        return
    try:
        await communities.get_community(session, community_id)
    except NotFound as error:
        raise Invalid.for_field("community", _("Community not found.")) from error


async def ensure_may_post_in_community(session: AsyncSession, actor: Actor, post: Post) -> None:
    """Check that the actor may publish in the community of the post.

    Does nothing if the post has no community. Raise `Conflict` if the community is closed.
    """
    if post.community_id is None:
        return
    community = await communities.get_community(session, post.community_id)
    membership = await communities.find_membership(session, actor, community.id)
    communities.ensure_may_post(actor, community, membership)


async def may_post_in_community(session: AsyncSession, actor: Actor, post: Post) -> bool:
    try:
        await ensure_may_post_in_community(session, actor, post)
    except (PermissionDenied, Conflict):
        return False
    return True


async def _find_general_hold(session: AsyncSession, actor: Actor, community_id: int | None) -> str:
    settings = await site.get_content_settings(session)
    if settings.premoderate_content:
        return "premoderation"
    if community_id is not None:
        community = await communities.get_community(session, community_id)
        if community.premoderates_comments and not await communities.may_moderate(
            session, actor, community
        ):
            return "community"
    return site.find_account_hold(actor, settings)


def _list_texts(fields: PostColumns) -> Iterable[site.WrittenText]:
    cover = fields["cover"] or ""
    yield site.WrittenText("title", fields["title"])
    yield site.WrittenText("intro", fields["intro"])
    yield site.WrittenText("tags", "\n".join(fields["tags"]))
    yield site.WrittenText("cover", "", [cover] if cover.startswith("http") else [])
    html = fields["html"]
    yield site.WrittenText("text", extract_plain_text(html), extract_link_urls(html))
