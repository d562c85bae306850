"""What the archive with the data of a user contains of their account."""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import EmailChange, User

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

EXPORT_PARTS: Final = (
    _ACCOUNT,
    _EMAIL_CHANGES,
)
