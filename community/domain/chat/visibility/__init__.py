"""Which messages a member sees: conditions, pages, unread messages and the search."""

from community.domain.chat.visibility.message_pages import (
    MessagesOfOthers,
    MessageSource,
    select_range,
)
from community.domain.chat.visibility.search import (
    SEARCH_MAX_LENGTH,
    has_message_with,
    select_messages,
    split_words,
)
from community.domain.chat.visibility.unread import (
    build_unread_count,
    count_unread,
    count_unread_of,
    find_first_unread,
)
from community.domain.chat.visibility.visibility import (
    build_last_message_id,
    is_shown_to,
    is_visible_in_lists,
    is_visible_to,
    list_ignored_members,
)
from community.domain.chat.visibility.visible_ids import build_first_id
