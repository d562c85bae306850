"""Texts about posts and comments that wait for a moderator."""

from community.i18n import gettext as _


def get_status_labels() -> dict[str, str]:
    return {
        "published": _("Published"),
        "on_moderation": _("On moderation"),
        "deleted": _("Deleted"),
    }


def get_rule_labels() -> dict[str, str]:
    """Return why a post or comment was held, by the rule that held it."""
    return {
        "premoderation": _("Everything is reviewed"),
        "community": _("The community reviews everything"),
        "unverified_email": _("Unconfirmed email"),
        "new_account": _("New account"),
        "words": _("Blocked word"),
        "links": _("Blocked link"),
        "reports": _("Reported by several people"),
    }
