"""The pages whose tables contain records with actions."""

from collections.abc import Callable, Sequence
from typing import Any

import reflex as rx

from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.record_dialog import ActionButton, action_dialogs, bulk_buttons
from community.admin.layout import admin_page
from community.rendering import Node


def record_page(
    section: str,
    state: Any,
    actions: Sequence[ActionButton],
    sheet: Callable[[Sequence[ActionButton]], Node],
    *,
    sheet_actions: Sequence[ActionButton] = (),
    more_dialogs: Sequence[Node] = (),
    **texts: Any,
) -> rx.Component:
    """Return the page of a table whose State derives from `RecordActionsState`.

    Args:
        actions: The actions on one record or several selected ones.
        sheet: Returns the side sheet of a record with the buttons of the actions.
        sheet_actions: Further actions, on the record in the side sheet only.
    """
    table = data_table(state, bulk_actions=bulk_buttons(state, actions), **texts)
    all_actions = (*actions, *sheet_actions)
    dialogs = (sheet(all_actions), *action_dialogs(state, all_actions), *more_dialogs)
    return admin_page(section, table, dialogs=dialogs)
