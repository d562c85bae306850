"""The table of all users in the Admin Panel."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, false, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.core.db.pagination import Int32
from community.core.errors import NotFound
from community.core.text.normalization import clean_search_term
from community.domain import identity, people
from community.domain.accounts.schemas import AccountSummary
from community.domain.people import UserSummary
from community.domain.tables import MAX_SEARCH_LENGTH, Choice, Filter, Sort, Table, period_filter
from community.i18n import gettext as _
from community.models import User
from community.models.people import lower_email, lower_name, user_search_text

# The index of PostgreSQL finds texts of at least this length anywhere. Shorter ones are found only
# at the beginning of a word.
MIN_SUBSTRING_LENGTH: Final = 3


def matches_search(term: str) -> ColumnElement[bool]:
    """Return the condition for users whose name, username or email contains `term`."""
    prefix = " " if len(term) < MIN_SUBSTRING_LENGTH else ""
    # `lower()` of SQLite changes only ASCII letters.
    variants = {term.lower()} if term.isascii() else {term.lower(), term.title(), term.upper()}
    return or_(
        false(),
        *(user_search_text.contains(prefix + text, autoescape=True) for text in sorted(variants)),
    )


def _always(condition: ColumnElement[bool]) -> Callable[[], ColumnElement[bool]]:
    return lambda: condition


_FILTERS: Final = (
    Filter(
        "role",
        (
            Choice("admin", _always(col(User.admin_since).is_not(None))),
            Choice("user", _always(col(User.admin_since).is_(None))),
        ),
    ),
    Filter(
        "status",
        (
            Choice("active", _always(people.is_listed)),
            Choice("banned", _always(people.is_active_and_banned)),
            Choice("deleted", _always(~identity.is_active)),
        ),
    ),
    Filter(
        "verified",
        (
            Choice("yes", _always(col(User.email_verified_at).is_not(None))),
            Choice("no", _always(col(User.email_verified_at).is_(None))),
        ),
    ),
    period_filter("joined", col(User.created_at), with_year=True),
)


USER_TABLE: Final = Table(
    code="users",
    section="users",
    select=lambda: select(User),
    id=col(User.id),
    filters=_FILTERS,
    sorts=(
        Sort("joined", col(User.created_at), datetime, is_descending=True),
        Sort("name", lower_name, str),
        Sort("email", lower_email, str),
        Sort("posts", col(User.posts_count), Int32, is_descending=True),
        Sort("followers", col(User.followers_count), Int32, is_descending=True),
        Sort("seen", col(User.last_seen_at), datetime, is_descending=True, is_nullable=True),
    ),
    default_sort="-joined",
    search=matches_search,
    has_trigram_index=True,
)


async def get_account_summary(session: AsyncSession, actor: Actor, user_id: int) -> AccountSummary:
    """Return the account of a user, who may be banned or deleted, for the Admin Panel."""
    actor.ensure_section(USER_TABLE.section)
    user = await session.get(User, user_id)
    if user is None:
        raise NotFound(_("This user does not exist."))
    rating, _place = await people.get_rating(session, user_id)
    status = "deleted" if user.deleted_at else "banned" if identity.is_banned(user) else "active"
    return AccountSummary(
        id=user.id,
        slug=user.slug,
        name=user.name,
        avatar=user.avatar,
        email=user.email,
        bio=user.bio,
        is_admin=user.admin_since is not None,
        status=status,
        email_verified_at=user.email_verified_at,
        last_seen_at=user.last_seen_at,
        created_at=user.created_at,
        followers_count=user.followers_count,
        following_count=user.following_count,
        rating=rating,
    )


async def suggest_people(session: AsyncSession, term: str) -> list[UserSummary]:
    """Return up to `MAX_SUGGESTIONS` users whose name, username or email contains `term`.

    The caller has checked that the viewer may read the emails of users.
    """
    cleaned = clean_search_term(term, max_length=MAX_SEARCH_LENGTH).removeprefix("@")
    if not cleaned:
        return []
    rows = await session.scalars(
        select(User)
        .where(matches_search(cleaned), identity.is_active, col(User.is_bot).is_(False))
        .order_by(col(User.followers_count).desc(), col(User.id))
        .limit(people.MAX_SUGGESTIONS)
    )
    return [people.to_user_summary(row) for row in rows]
