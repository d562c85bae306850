from typing import Final

from community.admin.blocks.table import layout
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
AUTHOR_FILTER: Final = layout.FilterLabels(noop("Author"), placeholder=noop("Author's username"))
COMMUNITY_FILTER: Final = layout.FilterLabels(
    noop("Community"), placeholder=noop("Community address")
)

POST_LAYOUT: Final = layout.TableLayout(
    table=posts.POST_TABLE,
    columns=(
        layout.Column("title", noop("Title"), lambda post: post.title, width="lg"),
        layout.Column(
            "author", noop("Author"), lambda post: Person.of(post.author), "person", "md"
        ),
        layout.Column(
            "community",
            noop("Community"),
            lambda post: post.community.name if post.community else "",
            width="sm",
        ),
        layout.Column(
            "status", noop("Status"), lambda post: _STATUS_BADGES.get(post.status), "badge"
        ),
        layout.Column("comments", noop("Comments"), lambda post: post.comments_count, "number"),
        layout.Column(
            "reactions",
            noop("Reactions"),
            lambda post: post.reactions_count,
            "number",
            is_default=False,
        ),
        layout.Column(
            "views", noop("Views"), lambda post: post.views_count, "number", is_default=False
        ),
        layout.Column(
            "published",
            noop("Published"),
            lambda post: post.published_at,
            "time",
            sort="published",
        ),
    ),
    filters={
        "status": layout.badge_labels(noop("Status"), _STATUS_BADGES),
        "published": layout.period_labels(noop("Published")),
        "author": AUTHOR_FILTER,
        "community": COMMUNITY_FILTER,
    },
)
