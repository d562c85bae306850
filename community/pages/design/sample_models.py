"""Creates the read models of the samples, with IDs and times."""

from dataclasses import fields, replace
from datetime import datetime, timedelta
from itertools import count, zip_longest
from typing import Any, Final
from urllib.parse import quote

from community import urls
from community.components.comments.rows import Row
from community.core import clock
from community.domain.comments.schemas import CommentView
from community.domain.communities.schemas import CommunitySummary
from community.domain.people.schemas import UserSummary
from community.domain.posts.schemas import PostCard
from community.domain.site.schemas import ReactionCount
from community.styles.comment import MAX_THREAD_LINES

_HILLS: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 640"><defs>
<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="{sky}"/>
<stop offset="1" stop-color="{haze}"/></linearGradient></defs>
<rect width="1280" height="640" fill="url(#s)"/><circle cx="{sun}" cy="210" r="74" fill="#fff6e0"/>
<path d="M0 430q180-130 380-30t420-60 480 50v250H0z" fill="{far}"/>
<path d="M0 510q240-100 520-10t760-50v190H0z" fill="{near}"/></svg>"""
_REACTIONS: Final = {
    "love": ("❤️", "Love"),
    "agree": ("👍", "Agree"),
    "brilliant": ("🔥", "Brilliant"),
    "funny": ("😂", "Funny"),
    "thoughtful": ("🤔", "Makes me think"),
}
_ROW_FIELDS: Final = frozenset(field.name for field in fields(Row))
_ids: Final = count(1)


def landscape_data_url(sky: str, haze: str, far: str, near: str, sun: int = 900) -> str:
    """Return the data URL of `draw_landscape`, so that the gallery needs no image files."""
    return "data:image/svg+xml," + quote(draw_landscape(sky, haze, far, near, sun))


def draw_landscape(sky: str, haze: str, far: str, near: str, sun: int = 900) -> str:
    """Return an SVG landscape.

    Each colour argument is a CSS colour. `sun` is the horizontal position of the sun.
    """
    return _HILLS.format(sky=sky, haze=haze, far=far, near=near, sun=sun).replace("\n", "")


def count_reactions(**counts: int) -> list[ReactionCount]:
    return [
        ReactionCount(code=code, emoji=_REACTIONS[code][0], name=_REACTIONS[code][1], count=number)
        for code, number in counts.items()
    ]


def build_sample_user(
    name: str,
    avatar: str | None = None,
    badge: str | None = None,
    name_style: str | None = None,
    *,
    is_bot: bool = False,
) -> UserSummary:
    # With this slug, links to the profile lead to the profile page of the gallery.
    return UserSummary(
        id=next(_ids),
        slug="design/profile",
        name=name,
        avatar=avatar,
        badge=badge,
        name_style=name_style,
        is_bot=is_bot,
    )


def minutes_ago(minutes: int) -> datetime:
    return clock.now() - timedelta(minutes=minutes)


def create_post(
    title: str, intro: str, author: UserSummary, community: str, minutes: int, **fields: Any
) -> PostCard:
    return PostCard(
        id=next(_ids),
        slug="sample",
        title=title,
        intro=intro,
        author=author,
        community=CommunitySummary(id=next(_ids), slug="sample", name=community),
        status="published",
        created_at=minutes_ago(minutes),
        url=f"{urls.DESIGN}/post",
        **fields,
    )


def create_row(
    author: UserSummary | None, html: str = "", depth: int = 0, minutes: int = 60, **fields: Any
) -> Row:
    """Return the row of a comment. `fields` are other fields of the row and of the comment."""
    comment_id = next(_ids)
    row_fields = {name: fields.pop(name) for name in _ROW_FIELDS & fields.keys()}
    comment = CommentView(
        id=comment_id,
        post_id=0,
        branch_id=0,
        depth=depth,
        author=author,
        html=html,
        created_at=minutes_ago(minutes),
        url=f"#comment-{comment_id}",
        **fields,
    )
    kind = row_fields.pop("kind", "comment")
    key = f"{kind}-{comment_id}"
    return Row(kind=kind, key=key, comment=comment, reply_action="form", **row_fields)


def link_rows(*rows: Row) -> list[Row]:
    """Return rows that are in depth-first order, with the fields that depend on their position."""
    path: list[CommentView] = []
    thread: list[Row] = []
    for row, next_row in zip_longest(rows, rows[1:]):
        depth = row.comment.depth
        del path[depth:]
        parent = path[-1] if path else None
        name = parent.author.name if parent and parent.author else None
        comment = row.comment.model_copy(update={"parent_author_name": name})
        thread.append(
            replace(
                row,
                comment=comment,
                parent_id=parent.id if parent else 0,
                ancestor_ids=[ancestor.id for ancestor in path[-MAX_THREAD_LINES:]],
                level=len(path),
                is_expanded=next_row is not None and next_row.comment.depth > depth,
            )
        )
        path.append(comment)
    return thread
