"""The section of users: the table, the sheet of a user, and its dialogs."""

import reflex as rx

from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.record_dialog import action_dialogs, bulk_buttons
from community.admin.layout import admin_page
from community.admin.users.bulk_actions import ACTIONS
from community.admin.users.cleanup import cleanup_dialog
from community.admin.users.person_dialogs import person_dialogs
from community.admin.users.sheet import user_sheet
from community.admin.users.state import UsersState
from community.i18n import gettext as _


def users_page() -> rx.Component:
    return admin_page(
        "users",
        data_table(
            UsersState,
            caption=_("Users"),
            search_label=_("Search by name, username or email"),
            empty_title=_("No users yet"),
            empty_text=_("People appear here as soon as they register."),
            empty_icon="users",
            bulk_actions=bulk_buttons(UsersState, ACTIONS),
        ),
        dialogs=(
            user_sheet(),
            *person_dialogs(),
            cleanup_dialog(),
            *action_dialogs(UsersState, ACTIONS),
        ),
    )
