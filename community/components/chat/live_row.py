"""A row of the open conversation, with the buttons and the menu of a message."""

from typing import Any, Final

import reflex as rx

from community.components import ui
from community.components.chat.live_conversation import call
from community.components.chat.message_row import conversation_row
from community.components.chat.rows import ChatRow, RowControls
from community.components.reactions import PICKER_CLASS_NAMES, reaction_bar
from community.components.reporting import report_menu_item
from community.i18n import gettext as _
from community.rendering import Node, el, react_component
from community.state.pages.chat.open_chat import ChatState
from community.state.pages.layout import LayoutState
from community.styles import chat as styles
from community.styles.ui.display import EMOJI_IMAGES

_MODULE: Final = "chat/message_actions.js"
_MessageActions = react_component(_MODULE, "MessageActions")
_ReactionPicker = react_component(_MODULE, "MessageReactionPicker")


class LiveRowControls(RowControls):
    """The handlers and buttons of a message. All rows and messages are Vars."""

    def reaction_bar(self, message: Any) -> Node:
        return reaction_bar(
            message,
            id=f"react-message-{message.id}",
            can_react=message.can.react,
            on_react=lambda code: ChatState.react(message.chat_id, message.id, code),
            is_small=True,
        )

    def actions(self, row: Any) -> Node:
        message = row.message
        class_name = rx.cond(row.is_own, styles.ACTIONS_OWN, styles.ACTIONS)
        return rx.cond(
            message.can.react | message.can.delete,
            _MessageActions(
                rx.cond(message.can.react, _reaction_picker(message)),
                rx.cond(message.can.react, _reply_button(message)),
                _menu(row),
                class_name=class_name,
            ),
        )

    def show_message(self, message_id: Any) -> dict[str, Any]:
        return call("showMessage", message_id)

    def retry(self, client_id: Any) -> dict[str, Any]:
        return call("retryMessage", client_id)

    def copy(self, text: Any) -> dict[str, Any]:
        return call("copyMessage", text)

    def delete_pending(self, client_id: Any) -> dict[str, Any]:
        return call("deletePending", client_id)


@rx.memo
def live_chat_row(
    row: rx.Var[ChatRow],
    rest: rx.RestProp,  # noqa: ARG001  # contains `key`, which React reads
) -> rx.Component:
    """Return a row of the conversation.

    The argument contains all data of the row. Therefore the browser renders a row again only if the
    data of this row has changed.
    """
    component: rx.Component = conversation_row(row, LiveRowControls())
    return component


def _reaction_picker(message: Any) -> Node:
    return _ReactionPicker(
        ui.icon("react"),
        id=f"pick-reaction-{message.id}",
        message_id=message.id,
        my_reaction=message.my_reaction,
        choices=LayoutState.reactions,
        class_names={**PICKER_CLASS_NAMES, "add": styles.ACTION},
        images=EMOJI_IMAGES,
    )


def _reply_button(message: Any) -> Node:
    return el.button(
        ui.icon("reply"),
        type="button",
        class_name=styles.ACTION,
        title=_("Reply"),
        aria_label=_("Reply"),
        custom_attrs=call("replyTo", message.id),
    )


def _menu(row: Any) -> Node:
    message = row.message
    menu_id = f"menu-message-{message.id}"
    return ui.menu(
        el.button(
            ui.icon("more"),
            type="button",
            class_name=styles.ACTION,
            aria_label=_("More actions"),
            title=_("More actions"),
            **ui.menu_button_attrs(menu_id),
        ),
        rx.cond(
            ~message.deleted_at,
            ui.menu_action(
                _("Copy text"), icon_name="copy", custom_attrs=call("copyMessage", message.text)
            ),
        ),
        rx.cond(
            message.can.edit,
            ui.menu_action(
                _("Edit"), icon_name="edit", custom_attrs=call("editMessage", message.id)
            ),
        ),
        rx.cond(~row.is_own, report_menu_item("message", message.id)),
        rx.cond(
            message.can.delete,
            ui.menu_action(
                _("Delete"),
                icon_name="trash",
                is_danger=True,
                custom_attrs=call("askDelete", message.id),
            ),
        ),
        id=menu_id,
        label=_("More actions"),
    )
