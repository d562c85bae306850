"""The pages whose tables contain records with acts."""

from collections.abc import Callable, Sequence
from typing import Any

import reflex as rx

from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.record_dialog import ActButton, act_dialogs, bulk_buttons
from community.admin.layout import admin_page
from community.rendering import Node


def record_page(
    section: str,
    state: Any,
    acts: Sequence[ActButton],
    sheet: Callable[[Sequence[ActButton]], Node],
    *,
    sheet_acts: Sequence[ActButton] = (),
    more_dialogs: Sequence[Node] = (),
    **texts: Any,
) -> rx.Component:
    """Return the page of a table whose State derives from `RecordActionsState`.

    Args:
        acts: The acts on one record or several selected ones.
        sheet: Returns the side sheet of a record with the buttons of the acts.
        sheet_acts: Further acts, on the record in the side sheet only.
    """
    table = data_table(state, bulk_actions=bulk_buttons(state, acts), **texts)
    all_acts = (*acts, *sheet_acts)
    dialogs = (sheet(all_acts), *act_dialogs(state, all_acts), *more_dialogs)
    return admin_page(section, table, dialogs=dialogs)
