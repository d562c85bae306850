"""The function that returns an uploaded image with the objects that show it."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import comments, communities, people, posts, uploads
from community.domain.moderation.schemas import MediaRecord, MediaUse
from community.i18n import gettext as _, noop

# The side sheet shows at most this many objects.
MAX_SHOWN_USES: Final = 50

_LABELS: Final = {
    "post": noop("Post"),
    "post_draft": noop("Unpublished changes of a post"),
    "comment": noop("Comment"),
    "user_avatar": noop("Profile picture"),
    "user_header": noop("Profile header"),
    "community_avatar": noop("Community icon"),
    "community_header": noop("Community cover"),
    "reaction": noop("Reaction"),
    "site_logo": noop("Logo of the site"),
    "site_icon": noop("Icon of the site"),
    "advertisement": noop("Advertisement"),
}
_SITE_SECTIONS: Final = {
    "reaction": "like-reactions",
    "site_logo": "settings/general",
    "site_icon": "settings/general",
    "advertisement": "advertisements",
}


async def get_media_record(session: AsyncSession, actor: Actor, *, upload_id: UUID) -> MediaRecord:
    """Return an image with the objects that show it. Titles of private posts are left out."""
    actor.ensure_section(uploads.MEDIA_SECTION)
    upload = await uploads.find_upload(session, upload_id)
    if upload is None:
        raise NotFound(_("This image no longer exists."))
    references = await uploads.list_references(session, upload_id)
    view = uploads.to_media_view(upload)
    return MediaRecord(
        id=upload.id,
        name=uploads.get_display_name(upload),
        alt=upload.alt,
        owner=people.to_user_summary(upload.owner),
        url=view.url,
        video=view.video,
        width=upload.width,
        height=upload.height,
        size=upload.size,
        original_size=upload.original_size,
        uses=await _load_uses(session, actor, references[:MAX_SHOWN_USES]),
        uses_count=len(references),
        is_part_of_site=any(kind in _SITE_SECTIONS for kind, _id in references),
        created_at=upload.created_at,
    )


async def _load_uses(
    session: AsyncSession, actor: Actor, references: Sequence[tuple[str, int]]
) -> list[MediaUse]:
    def list_ids(*kinds: str) -> set[int]:
        return {object_id for kind, object_id in references if kind in kinds}

    users = await people.find_user_summaries(session, list_ids("user_avatar", "user_header"))
    shown_communities = await communities.find_summaries(
        session, list_ids("community_avatar", "community_header")
    )
    post_ids = await comments.find_post_ids(session, list_ids("comment"))
    shown_posts = await posts.find_summaries(
        session, actor, list_ids("post", "post_draft") | set(post_ids.values())
    )
    of_posts = _list_post_targets(shown_posts)
    of_users = {user.id: (user.name, urls.profile(user.slug)) for user in users.values()}
    of_communities = {
        community.id: (community.name, urls.community(community.slug))
        for community in shown_communities.values()
    }
    targets: Mapping[str, Mapping[int, tuple[str, str]]] = {
        "post": of_posts,
        "post_draft": of_posts,
        "comment": _list_comment_targets(shown_posts, post_ids),
        "user_avatar": of_users,
        "user_header": of_users,
        "community_avatar": of_communities,
        "community_header": of_communities,
    }
    return [
        _build_use(kind, targets.get(kind, {}).get(object_id)) for kind, object_id in references
    ]


def _build_use(kind: str, target: tuple[str, str] | None) -> MediaUse:
    if kind in _SITE_SECTIONS:
        target = "", urls.admin_section(_SITE_SECTIONS[kind])
    title, url = target or ("", "")
    return MediaUse(label=_(_LABELS[kind]), title=title, url=url)


def _list_post_targets(shown: Mapping[int, posts.PostSummary]) -> dict[int, tuple[str, str]]:
    return {
        post.id: (post.title, urls.post(post.id, post.slug))
        for post in shown.values()
        if post.is_readable
    }


def _list_comment_targets(
    shown: Mapping[int, posts.PostSummary], post_ids: Mapping[int, int]
) -> dict[int, tuple[str, str]]:
    return {
        comment_id: (post.title, urls.comment(post.id, post.slug, comment_id))
        for comment_id, post_id in post_ids.items()
        if (post := shown.get(post_id)) is not None and post.is_readable
    }
