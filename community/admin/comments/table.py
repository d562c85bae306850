from typing import Final

from community import urls
from community.admin.blocks.table import layout
from community.admin.blocks.table.values import Badge, Link, Person
from community.admin.posts.table import AUTHOR_FILTER, COMMUNITY_FILTER
from community.domain import comments
from community.i18n import noop
from community.models import Comment

_EXCERPT_LENGTH: Final = 160

_STATUS_BADGES: Final = {
    "on_moderation": Badge(noop("On moderation"), "strong"),
    "published": Badge(noop("Published")),
    "deleted": Badge(noop("Deleted"), "danger"),
}


def _to_excerpt(comment: Comment) -> str:
    line = " ".join(comment.text[: 4 * _EXCERPT_LENGTH].split())
    return line if len(line) <= _EXCERPT_LENGTH else line[: _EXCERPT_LENGTH - 1] + "…"


def _to_post(comment: Comment) -> Link:
    post = comment.post
    return Link(post.title, urls.comment(post.id, post.slug, comment.id))


def _to_community(comment: Comment) -> str:
    return comment.post.community.name if comment.post.community else ""


COMMENT_LAYOUT: Final = layout.TableLayout(
    table=comments.COMMENT_TABLE,
    columns=(
        layout.Column("text", noop("Comment"), _to_excerpt, width="lg"),
        layout.Column("author", noop("Author"), lambda row: Person.of(row.author), "person", "md"),
        layout.Column("post", noop("Post"), _to_post, "link", "md"),
        layout.Column("community", noop("Community"), _to_community, width="sm", is_default=False),
        layout.Column(
            "status",
            noop("Status"),
            lambda comment: _STATUS_BADGES[comment.moderation_status],
            "badge",
            sort="waiting",
        ),
        layout.Column(
            "reactions",
            noop("Reactions"),
            lambda comment: comment.reactions_count,
            "number",
            is_default=False,
        ),
        layout.Column(
            "created", noop("Posted"), lambda comment: comment.created_at, "time", sort="created"
        ),
    ),
    filters={
        "status": layout.badge_labels(noop("Status"), _STATUS_BADGES),
        "posted": layout.period_labels(noop("Posted")),
        "author": AUTHOR_FILTER,
        "post": layout.FilterLabels(noop("Post")),
        "community": COMMUNITY_FILTER,
    },
    sorts={"waiting": noop("Waiting first")},
)
