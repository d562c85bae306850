"""The check that the user has recently confirmed their identity (`confirmations/`)."""

from community.core import clock
from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.domain.accounts import policies
from community.i18n import gettext as _


def is_recently_confirmed(actor: Actor) -> bool:
    return (
        actor.confirmed_at is not None
        and actor.confirmed_at > clock.now() - policies.CONFIRMATION_LIFETIME
    )


def ensure_recently_confirmed(actor: Actor) -> None:
    """Check that the actor signed in or confirmed their identity within the last minutes.

    Raises:
        PermissionDenied: The actor must confirm their identity first. The code is
            `confirmation_required`. With an access token, which cannot do that, it is `forbidden`.
    """
    policies.ensure_session_authentication(actor)
    if not is_recently_confirmed(actor):
        raise PermissionDenied(
            _("Confirm that it's you to continue."), code="confirmation_required"
        )
