"""Limits of profiles and preferences, and the rules for who is listed and may change a profile."""

from datetime import timedelta
from typing import Any

from sqlalchemy import CompoundSelect, and_, not_, select, union
from sqlmodel import col

from community.core.actor import Actor, includes_feature, make_banned_error
from community.core.db.statements import has_not_ended
from community.domain import identity
from community.i18n import gettext as _
from community.models import User
from community.models.people import lower_email

BIO_MAX_LENGTH = 500
# The names of moderators are protected from this size of a community on. Otherwise, users could
# reserve names for themselves by creating communities.
NAME_PROTECTION_MIN_MEMBERS = 10

# The address of the account of the assistant. It cannot receive mails (RFC 2606).
BOT_EMAIL = "assistant@bot.invalid"
# After a user or a community changes its slug, the former slug redirects to the new one for this
# long, and no other user or community can take it.
FORMER_SLUG_RESERVATION = timedelta(days=180)
# Number of former usernames that are reserved for one user at a time. This is enough to correct a
# mistake. With a higher limit, one user could block many names for others.
MAX_FORMER_SLUGS = 3

KEYWORD_MAX_LENGTH = 50
MAX_IGNORED_KEYWORDS = 100
# How many keywords a client may send, before duplicates are removed.
MAX_SUBMITTED_KEYWORDS = 1_000
# The columns of `users` from which `to_user_summary` builds what the site shows of an author.
SUMMARY_COLUMNS = (
    User.id,
    User.slug,
    User.name,
    User.avatar,
    User.deleted_at,
    User.content_choice,
    User.admin_since,
    User.chosen_badge,
    User.chosen_name_style,
    User.features,
    User.is_bot,
)
_has_ban = and_(col(User.banned_at).is_not(None), has_not_ended(col(User.banned_until)))
is_listed = and_(identity.is_active, not_(_has_ban))


def may_report(actor: Actor, user_id: int) -> bool:
    """Return whether the actor may report the user and what the user has written."""
    return not actor.is_guest and actor.banned_at is None and not actor.is_user(user_id)


def select_unlisted_ids() -> CompoundSelect[Any]:
    """Return a query of the ids of the users for whom `is_listed` is false.

    The partial indexes of banned and of deleted users contain them. The account of the assistant
    is also selected, because it has no rating.
    """
    return union(
        select(col(User.id)).where(_has_ban),
        select(col(User.id)).where(not_(identity.is_active)),
        select(col(User.id)).where(lower_email == BOT_EMAIL),
    )


# The users that administrators see as banned.
is_active_and_banned = and_(identity.is_active, _has_ban)

# The feature that a subscription plan must include so that its users may have a video as avatar.
VIDEO_AVATAR_FEATURE = "video_avatar"
# The features that a plan must include so that its users have badges, and names in a style.
BADGE_FEATURE = "badge"
NAME_STYLE_FEATURE = "fancy_nickname"
AVATAR_MAX_BYTES = 2 * 1024 * 1024
HEADER_MAX_BYTES = 5 * 1024 * 1024


def get_roles(user: User) -> list[str]:
    return ["user", "administrator"] if user.admin_since is not None else ["user"]


def ensure_may_edit_profile(actor: Actor) -> None:
    """Raise `PermissionDenied` if the actor is a guest or is banned.

    Banned users may not edit their profile, because their name and images are visible to everyone.
    """
    if actor.id and actor.banned_at is not None:
        raise make_banned_error(actor)


def may_use_video_avatar(actor: Actor) -> bool:
    """Return whether the actor may have a video as avatar, which subscription plans include.

    For an actor who no longer may, profiles show the first frame of the video.
    """
    return actor.has_feature(VIDEO_AVATAR_FEATURE)


def ensure_may_use_video_avatar(actor: Actor) -> None:
    """Raise an error unless the actor may have a video as avatar.

    Raise `PermissionDenied` if the plan of the actor lacks the feature
    (`subscription_feature_required`).
    """
    ensure_may_edit_profile(actor)
    actor.ensure_feature(
        VIDEO_AVATAR_FEATURE, _("Only subscribers can have a video as profile picture.")
    )


def has_feature(user: User, code: str) -> bool:
    """Return whether a user who is shown has a feature. For the actor, ask `Actor.has_feature`."""
    return includes_feature(user.features, code, is_admin=user.admin_since is not None)


def ensure_may_use_badge(actor: Actor) -> None:
    actor.ensure_feature(BADGE_FEATURE, _("Only subscribers can have a badge."))


def ensure_may_style_name(actor: Actor) -> None:
    actor.ensure_feature(NAME_STYLE_FEATURE, _("Only subscribers can style their name."))
