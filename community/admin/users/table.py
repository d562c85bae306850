from typing import Final

from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout, period_labels
from community.admin.blocks.table.values import Badge, Person
from community.domain import accounts, identity
from community.i18n import noop
from community.models import User


def _to_role(user: User) -> Badge:
    if user.admin_since is not None:
        return Badge(noop("Administrator"), "accent")
    if user.is_bot:
        return Badge(noop("Assistant"))
    return Badge(noop("User"))


def _to_status(user: User) -> Badge:
    if user.deleted_at is not None:
        return Badge(noop("Deleted"))
    if identity.is_banned(user):
        return Badge(noop("Banned"), "danger")
    return Badge(noop("Active"), "success")


def _to_verified(user: User) -> Badge:
    if user.email_verified_at is not None:
        return Badge(noop("Verified"), "success")
    return Badge(noop("Not verified"))


USER_LAYOUT: Final = TableLayout(
    table=accounts.USER_TABLE,
    columns=(
        Column("person", noop("Person"), Person.of, "person", "lg", sort="name"),
        Column("email", noop("Email"), lambda user: user.email, width="lg", sort="email"),
        Column("verified", noop("Email verified"), _to_verified, "badge", is_default=False),
        Column("role", noop("Role"), _to_role, "badge"),
        Column("status", noop("Status"), _to_status, "badge"),
        Column("joined", noop("Registered"), lambda user: user.created_at, "time", sort="joined"),
        Column("last_seen", noop("Last seen"), lambda user: user.last_seen_at, "time", sort="seen"),
        Column("posts", noop("Posts"), lambda user: user.posts_count, "number", sort="posts"),
        Column(
            "followers",
            noop("Followers"),
            lambda user: user.followers_count,
            "number",
            sort="followers",
        ),
    ),
    filters={
        "role": FilterLabels(
            noop("Role"), {"admin": noop("Administrators"), "user": noop("Users")}
        ),
        "status": FilterLabels(
            noop("Status"),
            {"active": noop("Active"), "banned": noop("Banned"), "deleted": noop("Deleted")},
        ),
        "verified": FilterLabels(
            noop("Email"), {"yes": noop("Verified"), "no": noop("Not verified")}
        ),
        "joined": period_labels(noop("Registered")),
    },
    sorts={"name": noop("Name")},
)
