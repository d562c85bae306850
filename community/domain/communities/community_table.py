"""The table of all communities in the Admin Panel."""

from typing import Any, Final

from sqlalchemy import ColumnElement, Select, or_, select
from sqlmodel import col, func

from community.core.db.columns import eager
from community.core.db.pagination import Int32
from community.domain.tables import (
    Badge,
    Choice,
    Column,
    Filter,
    Person,
    Sort,
    Table,
)
from community.i18n import noop
from community.models import Community

SECTION: Final = "communities"


def _select_communities() -> Select[Any]:
    return select(Community).options(eager(Community.owner))


def _matches_search(term: str) -> ColumnElement[bool]:
    # `lower()` of SQLite changes only ASCII letters.
    return or_(
        func.lower(Community.name).contains(term.lower(), autoescape=True),
        func.lower(Community.slug).contains(term.lower(), autoescape=True),
    )


def _to_state(community: Community) -> Badge:
    return Badge(noop("Open"), "success") if community.closed_at is None else Badge(noop("Closed"))


_POSTING_BADGES: Final = {
    "everyone": Badge(noop("Everyone")),
    "members": Badge(noop("Members")),
    "moderators": Badge(noop("Moderators")),
}

COMMUNITY_TABLE: Final = Table(
    code="communities",
    section=SECTION,
    select=_select_communities,
    id=col(Community.id),
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
    sorts=(
        Sort("created", noop("Created"), col(Community.id), int, is_descending=True),
        Sort("members", noop("Members"), col(Community.members_count), Int32, is_descending=True),
    ),
    default_sort="-created",
    filters=(
        Filter(
            "state",
            noop("Status"),
            (
                Choice("open", noop("Open"), lambda: col(Community.closed_at).is_(None)),
                Choice("closed", noop("Closed"), lambda: col(Community.closed_at).is_not(None)),
            ),
        ),
        Filter(
            "review",
            noop("Review"),
            (
                Choice(
                    "reviewed",
                    noop("Reviewed first"),
                    lambda: col(Community.premoderates_comments).is_(True),
                ),
            ),
        ),
    ),
    search=_matches_search,
)
