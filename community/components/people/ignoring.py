"""The terms for which a user can be ignored, as items of a menu or buttons of a dialog."""

from collections.abc import Callable
from typing import Any

from community.components import ui
from community.domain.follows import IgnoreTerm
from community.i18n import gettext as _
from community.rendering import Node, el, relative_time, rich_text, when
from community.styles.ui import overlay


def term_labels() -> dict[IgnoreTerm, str]:
    return {
        IgnoreTerm.DAY: _("For a day"),
        IgnoreTerm.WEEK: _("For a week"),
        IgnoreTerm.MONTH: _("For a month"),
        IgnoreTerm.FOREVER: _("For good"),
    }


def end_of_ignoring(until: Any) -> Node:
    """Return the text that tells when the viewer stops ignoring someone. None means never."""
    return when(
        until,
        # Translators: {time} is for example "in 5 h" or "12 Nov".
        lambda: rich_text(_("Ends {time}"), time=relative_time(until, "")),
        lambda: _("For good"),
    )


def ignore_dialog(dialog_id: str, name: Any, on_ignore: Callable[[IgnoreTerm], Any]) -> Node:
    """Return the dialog that asks for how long to ignore a user."""
    buttons = (
        ui.button(
            label,
            variant="danger" if term is IgnoreTerm.FOREVER else "secondary",
            on_click=on_ignore(term),
            custom_attrs=ui.command_attrs(dialog_id, "close"),
        )
        for term, label in term_labels().items()
    )
    return ui.dialog(
        el.div(*buttons, class_name=overlay.DIALOG_ACTIONS),
        id=dialog_id,
        title=_("Ignore {name}?", name=name),
        text=_(
            "You won't see their posts and comments, and you'll no longer follow each other. "
            "They can't message you, and they won't know. You can stop ignoring them at any time."
        ),
        size="sm",
    )
