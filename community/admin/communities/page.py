"""The page with all communities."""

from typing import Final

import reflex as rx

from community.admin.blocks.table.record_dialog import ActionButton
from community.admin.communities.sheet import community_sheet
from community.admin.communities.state import CommunityTableState
from community.admin.record_page import record_page
from community.i18n import gettext as _, ngettext_noop, noop

ACTIONS: Final = (
    ActionButton(
        "close",
        noop("Close"),
        noop("Close the community?"),
        ngettext_noop("Close {n} community?", "Close {n} communities?"),
        noop("No one can join, publish or comment there. Everything stays readable."),
        "lock",
        "danger",
    ),
    ActionButton(
        "reopen",
        noop("Reopen"),
        noop("Reopen the community?"),
        ngettext_noop("Reopen {n} community?", "Reopen {n} communities?"),
        noop("People can join, publish and comment there again."),
        "undo",
    ),
)


def communities_page() -> rx.Component:
    return record_page(
        "communities",
        CommunityTableState,
        ACTIONS,
        community_sheet,
        caption=_("Communities"),
        search_label=_("Search by name or web address"),
        empty_title=_("No communities yet"),
        empty_text=_("Communities appear here as soon as someone creates one."),
        empty_icon="users",
    )
