"""The columns and labels of the table of posts."""

from typing import Final

from community.admin.blocks.table.layout import (
    Column,
    FilterLabels,
    TableLayout,
    badge_labels,
    period_labels,
)
from community.admin.blocks.table.values import Badge, Person
from community.domain import posts
from community.i18n import noop

_STATUS_BADGES: Final = {
    "on_moderation": Badge(noop("Waiting"), "strong"),
    "published": Badge(noop("Published"), "success"),
    "unpublished": Badge(noop("Unpublished")),
    "deleted": Badge(noop("Deleted"), "danger"),
}
# Other tables have these filters too.
AUTHOR_FILTER: Final = FilterLabels(noop("Author"), placeholder=noop("Author's username"))
COMMUNITY_FILTER: Final = FilterLabels(noop("Community"), placeholder=noop("Community address"))

POST_LAYOUT: Final = TableLayout(
    table=posts.POST_TABLE,
    columns=(
        Column("title", noop("Title"), lambda post: post.title, width="lg"),
        Column("author", noop("Author"), lambda post: Person.of(post.author), "person", "md"),
        Column(
            "community",
            noop("Community"),
            lambda post: post.community.name if post.community else "",
            width="sm",
        ),
        Column("status", noop("Status"), lambda post: _STATUS_BADGES.get(post.status), "badge"),
        Column("comments", noop("Comments"), lambda post: post.comments_count, "number"),
        Column(
            "reactions",
            noop("Reactions"),
            lambda post: post.reactions_count,
            "number",
            is_default=False,
        ),
        Column("views", noop("Views"), lambda post: post.views_count, "number", is_default=False),
        Column(
            "published",
            noop("Published"),
            lambda post: post.published_at,
            "time",
            sort="published",
        ),
    ),
    filters={
        "status": badge_labels(noop("Status"), _STATUS_BADGES),
        "published": period_labels(noop("Published")),
        "author": AUTHOR_FILTER,
        "community": COMMUNITY_FILTER,
    },
)
