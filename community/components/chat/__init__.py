"""Private messages: the list of chats, the open chat, and their dialogs."""

from community.components.chat.chat_list import chat_list_column
from community.components.chat.conversation import conversation_column
from community.components.chat.people_form import new_group_dialog
from community.components.chat.placeholders import chat_frame_placeholder
from community.components.chat.unread import messages_link
