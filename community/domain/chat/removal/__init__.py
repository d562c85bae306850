"""Deletion of private messages, and what happens to those of users who are removed or merged."""

from community.domain.chat.removal.cleanup import (
    count_for_cleanup,
    hide_in_cleanup,
    is_hidden,
    show_after_cleanup,
)
from community.domain.chat.removal.merging import move_chats, select_merged_chats
from community.domain.chat.removal.reported import (
    delete_reported,
    find_status,
    list_file_names,
    list_files,
    list_reportable,
)
from community.domain.chat.removal.retention import delete_abandoned_groups, delete_old_messages
