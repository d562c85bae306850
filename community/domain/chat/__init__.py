"""Private messages: conversations of two users or of a group, and the messages in them."""

from community.domain.chat import files
from community.domain.chat.audiences import (
    find_chat_audiences,
    find_message_audiences,
    find_read_marks,
    find_typing_viewers,
    list_common_groups,
    list_readers,
)
from community.domain.chat.conversations import (
    GroupChanges,
    accept,
    add_members,
    archive,
    decline,
    edit_group,
    leave,
    mute,
    remove_member,
    unarchive,
    unmute,
)
from community.domain.chat.events import (
    ChatChanged,
    ChatRead,
    Invited,
    MembershipChanged,
    MessageChanged,
    MessageSent,
)
from community.domain.chat.messages import delete_message, edit, mark_read, react, render_text, send
from community.domain.chat.notices import (
    MessageRangeKey,
    NoticeChat,
    NoticeMessages,
    find_deleted,
    find_membership,
    find_new_messages,
    find_notice_chats,
    find_notice_messages,
    list_ids_by,
)
from community.domain.chat.partners import get_preferences, set_preferences
from community.domain.chat.personal_data import PERSONAL_DATA, erase_messages
from community.domain.chat.policies import (
    EDIT_GRACE_PERIOD,
    FEATURE,
    MAX_FILES,
    MAX_MEDIA,
    MAX_MEMBERS,
    MAX_TEXT_LENGTH,
    MESSAGES_PER_PAGE,
    NAME_MAX_LENGTH,
    ensure_has_feature,
    parse_chat_id,
)
from community.domain.chat.queries import (
    build_message_view,
    decode_cursor,
    find_first_since,
    get_chat,
    get_message,
    list_chats,
    list_messages,
    may_show_typing,
)
from community.domain.chat.removal import (
    count_for_cleanup,
    delete_abandoned_groups,
    delete_old_messages,
    delete_reported,
    find_status,
    hide_in_cleanup,
    list_file_names,
    list_files,
    list_reportable,
    move_chats,
    select_merged_chats,
    show_after_cleanup,
)
from community.domain.chat.schemas import (
    ChatFilesUsage,
    ChatView,
    FileView,
    Folder,
    MessagePage,
    MessagePreferences,
    MessageView,
    UnreadCounts,
    WhoMayWrite,
)
from community.domain.chat.starting import create_group, start
from community.domain.chat.visibility import count_unread, count_unread_of, find_first_unread
