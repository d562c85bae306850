"""Texts of private messages that several parts show."""

from typing import Any

from community.domain.chat import MessageView
from community.i18n import gettext as _
from community.rendering import switch


def group_change_text(message: MessageView | Any) -> str:
    """Return what a member changed in a group, for example "Ada added Grace"."""
    author = message.author.name
    subject = message.subject.name
    return switch(
        message.change,
        {
            "created": _("{name} created the group", name=author),
            # Translators: {name} invited or added {other} to a group.
            "added": _("{name} added {other}", name=author, other=subject),
            "joined": _("{name} joined the group", name=author),
            "left": _("{name} left the group", name=author),
            # Translators: {name} removed {other} from a group.
            "removed": _("{name} removed {other}", name=author, other=subject),
            "renamed": _("{name} changed the name of the group", name=author),
            "owner": _("{other} is now the owner of the group", other=subject),
        },
        "",
    )
