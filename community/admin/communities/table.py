from typing import Final

from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout
from community.admin.blocks.table.values import Badge, Person
from community.domain import communities
from community.i18n import noop
from community.models import Community

_POSTING_BADGES: Final = {
    "everyone": Badge(noop("Everyone")),
    "members": Badge(noop("Members")),
    "moderators": Badge(noop("Moderators")),
}


def _to_state(community: Community) -> Badge:
    return Badge(noop("Open"), "success") if community.closed_at is None else Badge(noop("Closed"))


COMMUNITY_LAYOUT: Final = TableLayout(
    table=communities.COMMUNITY_TABLE,
    columns=(
        Column("name", noop("Community"), lambda community: community.name, width="lg"),
        Column("slug", noop("Web address"), lambda community: community.slug, width="sm"),
        Column("owner", noop("Owner"), lambda row: Person.of(row.owner), "person", "md"),
        Column("state", noop("Status"), _to_state, "badge"),
        Column(
            "posting",
            noop("Who can publish"),
            lambda community: _POSTING_BADGES[community.posting],
            "badge",
            is_default=False,
        ),
        Column(
            "members",
            noop("Members"),
            lambda community: community.members_count,
            "number",
            sort="members",
        ),
        Column("posts", noop("Posts"), lambda community: community.posts_count, "number"),
        Column(
            "created",
            noop("Created"),
            lambda community: community.created_at,
            "time",
            sort="created",
        ),
    ),
    filters={
        "state": FilterLabels(noop("Status"), {"open": noop("Open"), "closed": noop("Closed")}),
        "review": FilterLabels(noop("Review"), {"reviewed": noop("Reviewed first")}),
    },
)
