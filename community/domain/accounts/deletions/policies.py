"""The rules for deleting an account."""

from datetime import timedelta
from enum import StrEnum

from community.core.actor import Actor
from community.core.errors import Conflict
from community.domain.accounts import policies
from community.domain.accounts.recent_confirmation import ensure_recently_confirmed
from community.i18n import gettext as _

# How long a user who has just proved their identity can restore the account without a link.
OFFER_LIFETIME = timedelta(hours=1)


class ContentChoice(StrEnum):
    """What happens to the published posts and comments of a deleted account.

    With `keep` they stay, with the name of the author but without a link. With `anonymize` the name
    is replaced. With `delete` they are hidden at once, and erased with the account.
    """

    KEEP = "keep"
    ANONYMIZE = "anonymize"
    DELETE = "delete"


def make_last_administrator_error() -> Conflict:
    return Conflict(
        _(
            "You're the only full administrator. Make someone else a full administrator before you "
            "delete your account."
        )
    )


def ensure_may_delete(actor: Actor) -> None:
    """Check that the actor is signed in on the site, and has confirmed their identity.

    Raises:
        PermissionDenied: The actor is a guest, uses an access token, sees the site as another user,
            or must first confirm their identity (`confirmation_required`).
    """
    policies.ensure_session_authentication(actor)
    ensure_recently_confirmed(actor)
