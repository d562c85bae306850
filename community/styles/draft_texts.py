"""Texts about drafts, used by the server-rendered pages and by the components."""

from community.i18n import gettext as _


def status_texts() -> dict[str, str]:
    """Return a dict from the status of a post to its banner text, for posts hidden from readers."""
    return {
        "draft": _("Draft. Only you can see this."),
        "scheduled": _("Scheduled. Only you can see this."),
        "unpublished": _("Unpublished. Only you can see this."),
    }


def moderator_banner_text() -> str:
    """Return the banner text that moderators see on an unpublished post by another user."""
    return _("Unpublished. Readers can't see it.")


def sign_in_title() -> str:
    return _("Sign in to write")


def sign_in_text() -> str:
    return _("Your drafts are saved as you type.")
