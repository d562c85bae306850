"""Access to the chat of the open page, which the scripts in `assets/ui/chat/` store."""

from typing import Any, Final, cast

import reflex as rx

from community.components.chat.rows import ChatListView, ConversationView, MessageSearchView
from community.reflex_adapter.vars import hook_var, js_handler
from community.state.pages.chat.chats import ChatsState
from community.state.pages.chat.open_chat import ChatState
from community.state.pages.layout import LayoutState

THREAD: Final = "$/public/ui/chat/thread.js"
SEARCH: Final = "$/public/ui/chat/search.js"


def use_conversation() -> Any:
    """Return a Reflex Var that contains the `ConversationView` of the open page."""
    arguments = (ChatState.chat, ChatState.loaded_page, LayoutState.viewer)
    return hook_var("conversation", "useChat", THREAD, ConversationView, *arguments)


def use_chat_list() -> Any:
    """Return a Reflex Var that contains the loaded part of the list of chats (`ChatListView`)."""
    library = "$/public/ui/chat/chat_list.js"
    arguments = (ChatsState.loaded_page, LayoutState.viewer)
    return hook_var("chatList", "useChatList", library, ChatListView, *arguments)


def use_message_search() -> Any:
    """Return a Reflex Var that contains the results of the search in the open chat."""
    return hook_var("messageSearch", "useMessageSearch", SEARCH, MessageSearchView)


def call(function_name: str, *arguments: Any, library: str = THREAD) -> dict[str, Any]:
    """Return the attributes of an element whose click calls a function of `assets/ui/chat/`."""
    handler = cast("rx.Var[Any]", js_handler(function_name, library, *arguments))
    return {"onClick": handler}
