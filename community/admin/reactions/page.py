"""The page with the list of reactions, in the order in which the picker shows them."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.record_list.view import RecordListView, RemovalTexts
from community.admin.layout import admin_page
from community.admin.reactions.state import SECTION, ReactionKindsState
from community.components import ui
from community.domain import reactions
from community.i18n import gettext as _, noop
from community.rendering import Node, el, when
from community.styles import writing
from community.styles.admin import lists as styles

DELETION: Final = RemovalTexts(
    noop("No one has used this reaction. It will be removed from the list for good.")
)
DEACTIVATION: Final = RemovalTexts(
    noop(
        "People have already used this reaction, so it can't be deleted. No one will be "
        "able to choose it anymore, but it still counts where people have chosen it."
    ),
    title=noop("Turn off {name}?"),
    confirm=noop("Turn off"),
    when="is_used",
)
_MAX_KILOBYTES = reactions.IMAGE_MAX_BYTES // 1024
_list: Final = RecordListView(ReactionKindsState)


def reactions_page() -> rx.Component:
    return admin_page(
        SECTION,
        _list.rows(
            _row,
            hint=_(
                "The first reaction is the one that a click adds. Reactions that are turned off "
                "still count where people have chosen them."
            ),
        ),
        actions=(_list.add_button(),),
        dialogs=(_sheet(), _list.removal_dialog(DELETION, DEACTIVATION)),
        is_ready=ReactionKindsState.is_loaded,
    )


def _row(kind: Any) -> Node:
    return _list.row(
        kind,
        ui.reaction_icon(kind, styles.ICON, alt=""),
        el.div(
            el.span(kind.name, dir="auto", class_name=styles.NAME),
            el.span(kind.code, class_name=styles.CODE),
            el.span(
                when(kind.is_extended, lambda: ui.badge(_("Subscribers"), tone="accent")),
                when(~kind.is_active, lambda: ui.badge(_("Off"))),
                class_name=styles.BADGES,
            ),
            class_name=styles.TEXT,
        ),
        controls=(
            _list.edit_button(kind),
            # A reaction that is in use and turned off can neither be deleted nor turned off.
            when(~kind.is_used | kind.is_active, lambda: _list.remove_button(kind)),
            _list.switch(kind),
        ),
    )


def _sheet() -> rx.Component:
    return _list.sheet(
        _list.field(
            "name",
            _("Reaction name"),
            max_length=reactions.NAME_MAX_LENGTH,
            hint=_("Screen readers read it, and it is shown as a tooltip."),
        ),
        _list.field("emoji", _("Emoji"), auto_complete="off"),
        _list.image_field(
            "image",
            _("Image"),
            hint=_("Shown instead of the emoji, up to {size} KB", size=_MAX_KILOBYTES),
            max_bytes=reactions.IMAGE_MAX_BYTES,
            image_class=styles.ICON_LARGE,
            frame_class=styles.FRAME,
            row_class=writing.ROW,
        ),
        _list.checkbox(
            "is_extended",
            _("Only for subscribers"),
            hint=_("Needs a plan that includes more reactions."),
        ),
    )
