"""The field in which messages are written, and what replaces it for those who may not write."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.reporting import report_button
from community.domain.chat import FEATURE, MAX_FILES, MAX_MEDIA, MAX_TEXT_LENGTH
from community.domain.uploads import IMAGE_TYPES
from community.i18n import gettext as _
from community.rendering import Node, el, present, react_component, when
from community.state.pages.chat.open_chat import ChatActionsState
from community.state.runtime.offer import OfferState
from community.styles import chat as styles

_ChatComposer = react_component("chat/composer.jsx", "ChatComposer")


def conversation_foot(conversation: Any) -> Node:
    return present(
        conversation.chat,
        lambda chat: rx.cond(
            chat.is_request,
            _request_notice(chat),
            # A request that has not been accepted can still be edited.
            rx.cond(
                chat.can.send | conversation.is_editing, message_field(), _blocked_notice(chat)
            ),
        ),
    )


def message_field() -> Node:
    """Return the field for messages in the open chat (`assets/ui/chat/composer.jsx`)."""
    return _ChatComposer(
        max_length=MAX_TEXT_LENGTH,
        max_media=MAX_MEDIA,
        max_files=MAX_FILES,
        image_types=",".join(IMAGE_TYPES),
        accept=",".join((*IMAGE_TYPES, "application/pdf", "audio/*", "text/*")),
        class_names=styles.COMPOSER,
        icons=styles.COMPOSER_ICONS,
    )


def request_notice(text: Node, *buttons: Node) -> Node:
    return el.div(
        el.p(text, class_name=styles.NOTICE_TEXT),
        el.div(*buttons, class_name=styles.NOTICE_ACTIONS),
        class_name=styles.NOTICE,
    )


def _request_notice(chat: Any) -> Node:
    return request_notice(
        when(
            chat.kind == "group",
            lambda: _(
                "You were invited to this group. The others see that you've joined only "
                "after you accept."
            ),
            lambda: _(
                "This person wants to write to you. They can't see whether you've read "
                "their message until you accept."
            ),
        ),
        present(chat.last_message, lambda message: report_button("message", message.id)),
        ui.button(_("Decline"), on_click=ChatActionsState.decline(chat.id)),
        ui.button(_("Accept"), variant="primary", on_click=ChatActionsState.accept(chat.id)),
    )


def _blocked_notice(chat: Any) -> Node:
    return request_notice(
        chat.blocked_reason,
        rx.cond(
            chat.blocked_code == "subscription_feature_required",
            ui.button(_("See plans"), variant="primary", on_click=OfferState.show(FEATURE)),
        ),
    )
