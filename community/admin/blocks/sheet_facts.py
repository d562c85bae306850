"""Values and labels that the side sheets of several sections show."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.ui import data_table as styles


def time_or_dash(at: Any) -> Node:
    return rx.cond(at, ui.relative_time(at), "–")


def text_or_dash(text: Any) -> Node:
    return rx.cond(text != "", text, "–")


def person_or_dash(user: Any) -> Node:
    link = el.a(user.name, href=urls.profile(user.slug), class_name=styles.SHEET_LINK, dir="auto")
    return rx.cond(user, link, "–")


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
