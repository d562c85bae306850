"""The form with which people are chosen, for a new group or as new members of one."""

from typing import Any, Final

import reflex as rx

from community.components import ui
from community.domain.chat import MAX_MEMBERS, NAME_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, react_component
from community.state.pages.chat.chats import NewGroupState
from community.styles import chat as styles

_PeopleForm = react_component(
    "chat/people_form.jsx", "PeopleForm", on_find=str, on_submit=dict[str, Any]
)
NEW_GROUP_DIALOG_ID: Final = "new-group"


def people_form(
    *,
    dialog_id: str,
    submit_label: str,
    on_submit: Any,
    member_ids: Any = (),
    max_name_length: int = 0,
) -> Node:
    """Return the form. It closes the dialog that contains it when the server has accepted it.

    Otherwise a toast says why not, and the form keeps the chosen people.

    Args:
        on_submit: Handler that receives `{"name", "user_ids"}`.
        member_ids: The ids of people who cannot be chosen.
        max_name_length: The maximum length of the name of the group. 0 for a form without a name.
    """
    return _PeopleForm(
        people=NewGroupState.people,
        successes=NewGroupState.successes,
        member_ids=member_ids if not isinstance(member_ids, tuple) else list(member_ids),
        max_name_length=max_name_length,
        submit_label=submit_label,
        dialog_id=dialog_id,
        class_names=styles.PEOPLE_FORM,
        icons=styles.PEOPLE_ICONS,
        on_find=NewGroupState.find_people,
        on_submit=on_submit,
    )


def new_group_dialog() -> rx.Component:
    return ui.dialog(
        people_form(
            dialog_id=NEW_GROUP_DIALOG_ID,
            submit_label=_("Create group"),
            on_submit=NewGroupState.create,
            max_name_length=NAME_MAX_LENGTH,
        ),
        id=NEW_GROUP_DIALOG_ID,
        title=_("New group"),
        text=_("Up to {n} people. People you don't know get an invitation first.", n=MAX_MEMBERS),
        size="sm",
    )
