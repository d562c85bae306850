"""The dialog that creates a group."""

from typing import Final

import reflex as rx

from community.components import ui
from community.components.chat.people_form import people_form
from community.domain.chat import MAX_MEMBERS, NAME_MAX_LENGTH
from community.i18n import gettext as _
from community.state.pages.chat.chats import NewGroupState

DIALOG_ID: Final = "new-group"


def new_group_dialog() -> rx.Component:
    return ui.dialog(
        people_form(
            dialog_id=DIALOG_ID,
            submit_label=_("Create group"),
            on_submit=NewGroupState.create,
            max_name_length=NAME_MAX_LENGTH,
        ),
        id=DIALOG_ID,
        title=_("New group"),
        text=_("Up to {n} people. People you don't know get an invitation first.", n=MAX_MEMBERS),
        size="sm",
    )
