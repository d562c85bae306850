"""The dialogs of the open chat: its details and members, leaving it, and deleting a message."""

from typing import Any, Final

import reflex as rx

from community import urls
from community.components import forms, people, ui
from community.components.chat.chat_list import chat_avatar
from community.components.chat.head import DETAILS_ID, LEAVE_ID
from community.components.chat.live_conversation import call
from community.components.chat.people_form import people_form
from community.components.settings.preferences import switch
from community.domain import uploads
from community.domain.chat import NAME_MAX_LENGTH
from community.i18n import gettext as _
from community.reflex_adapter.vars import js_function
from community.rendering import Node, el, group, present, react_component, when
from community.state.pages.chat.open_chat import ChatActionsState
from community.state.pages.layout import LayoutState
from community.styles import chat as styles
from community.styles.ui import button, form, overlay

_SUMMARY: Final = "$/public/ui/chat/summary.js"
_ADD_ID: Final = "add-members"
# The `CropOptions` of the picture of a group.
_PICTURE_CROP: Final = {"aspect": 1, "width": uploads.AVATAR_WIDTH, "shape": "rect"}
_PictureButton = react_component(
    "chat/group_picture.jsx",
    "GroupPictureButton",
    packages=["react-easy-crop@6.2.5"],
    on_choose=str,
)


def chat_dialogs(conversation: Any) -> Node:
    return present(
        conversation.chat,
        lambda chat: group(
            _details_dialog(chat, conversation.summary),
            _add_dialog(chat),
            _leave_dialog(chat),
            _delete_dialog(conversation),
        ),
    )


def _details_dialog(chat: Any, summary: Any) -> rx.Component:
    return ui.dialog(
        el.div(
            chat_avatar(summary, "xl"),
            rx.cond(chat.can.edit, _picture_buttons(chat)),
            el.p(summary.name, class_name=styles.DETAILS_NAME, dir="auto"),
            class_name=styles.DETAILS_HEAD,
        ),
        rx.cond(chat.can.edit, _settings(chat)),
        el.section(
            el.div(
                el.h3(_("Members"), class_name=styles.DETAILS_TITLE),
                rx.cond(chat.can.add_members, _add_button()),
                class_name=styles.DETAILS_SECTION_HEAD,
            ),
            el.ul(
                rx.foreach(chat.members, lambda member: _member(chat, member)),
                class_name=styles.PEOPLE,
            ),
            class_name=styles.DETAILS_SECTION,
        ),
        id=DETAILS_ID,
        title=_("Details"),
        size="sm",
    )


def _picture_buttons(chat: Any) -> Node:
    return el.div(
        _PictureButton(
            chat_id=chat.id,
            accept=",".join(uploads.IMAGE_TYPES),
            on_choose=lambda upload_id: ChatActionsState.set_picture(chat.id, upload_id),
            crop=_PICTURE_CROP,
            class_name=button.class_names("secondary", "sm"),
            class_names=forms.CROP_CLASSES
            | {"dialog": f"{forms.CROP_CLASSES['dialog']} text-start"},
        ),
        rx.cond(
            chat.picture,
            ui.button(
                _("Remove"),
                variant="quiet",
                size="sm",
                on_click=ChatActionsState.set_picture(chat.id, None),
            ),
        ),
        class_name=styles.DETAILS_ACTIONS,
    )


def _add_button() -> rx.Component:
    return ui.button(
        _("Add people"),
        icon_name="user_plus",
        size="sm",
        custom_attrs=ui.dialog_button_attrs(_ADD_ID),
    )


def _settings(chat: Any) -> Node:
    return el.section(
        rx.el.form(
            ui.field(
                _("Name of the group"),
                el.div(
                    el.div(
                        ui.text_input(
                            name="name", default_value=chat.name, max_length=NAME_MAX_LENGTH
                        ),
                        class_name="min-w-0 flex-1",
                    ),
                    ui.button(_("Save"), type="submit"),
                    class_name="flex gap-2",
                ),
                name="name",
            ),
            key=chat.name,
            on_submit=lambda data: ChatActionsState.rename(
                chat.id, data.to(dict[str, str])["name"]
            ),
        ),
        switch(
            _("New members see earlier messages"),
            id="newcomers-see-history",
            is_on=chat.newcomers_see_history,
            on_toggle=lambda is_on: ChatActionsState.show_history_to_newcomers(chat.id, is_on),
        ),
        class_name=f"{styles.DETAILS_SECTION} {form.STACK}",
    )


def _member(chat: Any, member: Any) -> Node:
    user = member.user
    return el.li(
        ui.user_avatar(user, "md"),
        el.div(
            el.div(
                el.a(
                    people.person_name(user),
                    href=rx.cond(user.slug != "", urls.profile(user.slug), "#"),
                    class_name=styles.PERSON_NAME,
                    dir="auto",
                ),
                people.name_badge(user),
                class_name="flex items-center gap-1",
            ),
            el.span(
                rx.match(
                    rx.cond(member.is_invited, "invited", member.role),
                    ("owner", rx.cond(chat.kind == "group", _("Owner"), "")),
                    # Translators: a person who has not accepted the invitation to a group yet.
                    ("invited", _("Invited")),
                    "",
                ),
                class_name=styles.PERSON_NOTE,
            ),
            class_name=styles.PERSON_TEXT,
        ),
        rx.cond(chat.can.edit & (user.id != LayoutState.viewer.id), _member_menu(chat, member)),
        key=user.id,
        class_name=styles.PERSON,
    )


def _member_menu(chat: Any, member: Any) -> Node:
    user = member.user
    menu_id = f"member-{user.id}"
    return ui.menu(
        ui.icon_button(
            "more",
            _("Actions for {name}", name=user.name),
            has_tooltip=False,
            size="sm",
            **ui.menu_button_attrs(menu_id),
        ),
        when(
            ~member.is_invited,
            lambda: ui.menu_action(
                _("Make owner"),
                icon_name="crown",
                on_click=ChatActionsState.hand_over(chat.id, user.id),
            ),
        ),
        ui.menu_action(
            _("Remove from group"),
            icon_name="user_minus",
            is_danger=True,
            on_click=ChatActionsState.remove_member(chat.id, user.id),
        ),
        id=menu_id,
        label=_("Actions for {name}", name=user.name),
    )


def _add_dialog(chat: Any) -> rx.Component:
    return ui.dialog(
        people_form(
            dialog_id=_ADD_ID,
            submit_label=_("Add"),
            member_ids=js_function("memberIds", _SUMMARY).call(chat.members),
            on_submit=lambda data: ChatActionsState.add_members(chat.id, data["user_ids"]),
        ),
        id=_ADD_ID,
        title=_("Add people"),
        size="sm",
    )


def _leave_dialog(chat: Any) -> rx.Component:
    return ui.confirm_dialog(
        id=LEAVE_ID,
        title=_("Leave this group?"),
        description=_("You will no longer see its messages. Only its owner can add you again."),
        confirm_label=_("Leave group"),
        on_confirm=ChatActionsState.leave(chat.id),
    )


def _delete_dialog(conversation: Any) -> rx.Component:
    return ui.dialog(
        el.div(
            ui.button(_("Cancel"), custom_attrs=call("askDelete", 0)),
            ui.button(_("Delete"), variant="danger", custom_attrs=call("deleteMessage")),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        id="delete-message",
        title=_("Delete this message?"),
        text=_("It will be deleted for everyone in this conversation."),
        size="sm",
        open=conversation.deleted_id != 0,
        custom_attrs={"onClose": call("askDelete", 0)["onClick"]},
    )
