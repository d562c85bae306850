"""The parts of a message that live pages add: handlers, buttons and menus."""

from typing import Any

from community.components.chat.rows import ChatRow
from community.components.reactions import static_reaction_bar
from community.domain.chat import MessageView
from community.rendering import Node


class RowControls:
    """The handlers and buttons of a message. This class has none, as in the gallery."""

    def reaction_bar(self, message: MessageView) -> Node:
        return static_reaction_bar(message.reactions, is_small=True)

    def actions(self, row: ChatRow) -> Node:
        """Return the buttons that appear beside the message."""
        del row

    def show_message(self, message_id: int) -> dict[str, Any]:
        """Return the attributes of a button that goes to a message."""
        del message_id
        return {}

    def retry(self, client_id: str) -> dict[str, Any]:
        """Return the attributes of a button that sends a rejected message again."""
        del client_id
        return {}

    def copy(self, text: str) -> dict[str, Any]:
        """Return the attributes of a button that copies a text."""
        del text
        return {}

    def delete_pending(self, client_id: str) -> dict[str, Any]:
        """Return the attributes of a button that discards a message which was not sent."""
        del client_id
        return {}
