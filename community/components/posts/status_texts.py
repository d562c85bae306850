"""Texts about drafts, used by the server-rendered pages and by the components."""

from community.i18n import gettext as _


def status_banner_texts() -> dict[str, str]:
    """Return the banner text for each status in which readers cannot see a post."""
    return {
        "draft": _("Draft. Only you can see this."),
        "scheduled": _("Scheduled. Only you can see this."),
        "on_moderation": _("Waiting for review. Only you and moderators can see this."),
        "unpublished": _("Unpublished. Only you can see this."),
    }


def moderator_banner_texts() -> dict[str, str]:
    """Return the same as `status_banner_texts` for moderators and administrators."""
    return {
        "on_moderation": _("Waiting for review. Readers can't see it yet."),
        "unpublished": _("Unpublished. Readers can't see it."),
    }
