"""What the archive with the data of a user contains of their account. It contains no secrets."""

from typing import Final

from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import (
    AccessToken,
    EmailChange,
    FormerSlug,
    Identity,
    OneTimeCodeSecret,
    Passkey,
    User,
    UserSession,
)

_ACCOUNT: Final = ExportPart(
    "account",
    noop("Your account: email, dates, consent to cookies, and roles"),
    user=User.id,
    key=User.id,
    fields=(
        *(User.id, User.email, User.email_verified_at, User.email_undeliverable_at),
        *(User.created_at, User.last_seen_at, User.admin_since, User.admin_sections),
        *(User.banned_at, User.banned_until, User.ban_reason),
        *(User.consent_choice, User.consent_version, User.consent_at),
    ),
    is_single=True,
)
_PROFILE: Final = ExportPart(
    "profile",
    noop("Your profile"),
    user=User.id,
    key=User.id,
    fields=(
        *(User.slug, User.name, User.bio, User.avatar, User.header),
        *(User.chosen_badge, User.chosen_name_style),
        *(User.followers_count, User.following_count, User.posts_count),
    ),
    is_single=True,
)
_SETTINGS: Final = ExportPart(
    "settings",
    noop("Your settings, with ignored words"),
    user=User.id,
    key=User.id,
    fields=(User.default_feed, User.shows_online, User.ignored_keywords),
    is_single=True,
)
_FORMER_USERNAMES: Final = ExportPart(
    "former_usernames",
    noop("Usernames that you had before"),
    user=FormerSlug.target_id,
    key=FormerSlug.slug,
    fields=(FormerSlug.slug, FormerSlug.created_at),
    conditions=(col(FormerSlug.kind) == "user",),
)
_EMAIL_CHANGES: Final = ExportPart(
    "email_changes",
    noop("A new email that is not confirmed"),
    user=EmailChange.user_id,
    key=EmailChange.id,
    fields=(
        *(EmailChange.email, EmailChange.created_at, EmailChange.expires_at),
        *(EmailChange.old_confirmed_at, EmailChange.new_confirmed_at),
    ),
)
_DEVICES: Final = ExportPart(
    "devices",
    noop("Devices on which you signed in"),
    user=UserSession.user_id,
    key=UserSession.id,
    fields=(
        *(UserSession.user_agent, UserSession.address, UserSession.method),
        *(UserSession.created_at, UserSession.last_seen_at, UserSession.confirmed_at),
        *(UserSession.expires_at, UserSession.revoked_at),
    ),
)
_ACCESS_TOKENS: Final = ExportPart(
    "access_tokens",
    noop("Your access tokens, without the tokens themselves"),
    user=AccessToken.user_id,
    key=AccessToken.id,
    fields=(
        *(AccessToken.name, AccessToken.scopes, AccessToken.created_at, AccessToken.last_used_at),
        *(AccessToken.expires_at, AccessToken.revoked_at),
    ),
)
_SIGN_IN_SERVICES: Final = ExportPart(
    "sign_in_services",
    noop("Services with which you sign in"),
    user=Identity.user_id,
    key=Identity.id,
    fields=(
        *(Identity.provider, Identity.subject, Identity.email, Identity.name),
        *(Identity.created_at, Identity.last_used_at),
    ),
)
_PASSKEYS: Final = ExportPart(
    "passkeys",
    noop("Your passkeys, without the keys themselves"),
    user=Passkey.user_id,
    key=Passkey.id,
    fields=(Passkey.name, Passkey.created_at, Passkey.last_used_at),
)
_TWO_STEP_SIGN_IN: Final = ExportPart(
    "two_step_sign_in",
    noop("Since when a second step is needed to sign in"),
    user=OneTimeCodeSecret.user_id,
    key=OneTimeCodeSecret.user_id,
    fields=(OneTimeCodeSecret.created_at, OneTimeCodeSecret.confirmed_at),
    is_single=True,
)

EXPORT_PARTS: Final = (
    _ACCOUNT,
    _PROFILE,
    _SETTINGS,
    _FORMER_USERNAMES,
    _EMAIL_CHANGES,
    _DEVICES,
    _ACCESS_TOKENS,
    _SIGN_IN_SERVICES,
    _PASSKEYS,
    _TWO_STEP_SIGN_IN,
)
