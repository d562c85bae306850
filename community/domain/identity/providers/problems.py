"""The messages about a sign-in that failed. The URL contains only the code of the error."""

from collections.abc import Mapping
from typing import Final

from community.i18n import gettext as _, noop

_TEXTS: Final[Mapping[str, str]] = {
    "access_denied": noop("You cancelled the sign-in."),
    "account_deleted": noop("This account was deleted."),
    "already_connected": noop("Another account of this service is connected. Disconnect it first."),
    "identity_taken": noop(
        "This account is connected to another user. Sign in as that user instead."
    ),
    "invitation_invalid": noop("This invitation can't be used. Ask for a new one."),
    "invitation_required": noop("You need an invitation to create an account."),
    "not_found": noop("You can't sign in with this service."),
    "provider_failed": noop(
        "The service didn't complete the sign-in. Try again or choose another way to sign in."
    ),
    "registration_closed": noop("Registration is closed."),
    "identity_expired": noop("This sign-in has expired or was already completed. Try again."),
}
_OTHER: Final = noop("You couldn't be signed in. Try again.")


def get_problem_text(code: str) -> str:
    """Return the message for an error, or "" without a code."""
    return _(_TEXTS.get(code, _OTHER)) if code else ""
