"""The page with the invitations."""

from typing import Any, Final

import reflex as rx

from community import urls
from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.record_dialog import ActionButton, action_dialogs, bulk_buttons
from community.admin.frame import notice, notice_link
from community.admin.invitations.create_dialog import create_dialog
from community.admin.invitations.sheet import invitation_sheet
from community.admin.invitations.state import InvitationsState
from community.admin.layout import admin_page
from community.components import ui
from community.i18n import gettext as _, ngettext_noop, noop
from community.rendering import Node
from community.state.pages.layout import LayoutState

ACTIONS: Final = (
    ActionButton(
        "revoke",
        noop("Revoke"),
        noop("Revoke the invitation?"),
        ngettext_noop("Revoke {n} invitation?", "Revoke {n} invitations?"),
        noop("The link stops working at once. Accounts created with it stay."),
        "x",
        "danger",
    ),
)


def invitations_page() -> rx.Component:
    state: Any = InvitationsState
    return admin_page(
        "invitations",
        _mode_notice(),
        data_table(
            state,
            caption=_("Invitations"),
            search_label=_("Search by note or email"),
            empty_title=_("No invitations yet"),
            empty_text=_("Create a link with which people can register."),
            empty_icon="user_plus",
            empty_action=_create_button("secondary"),
            bulk_actions=bulk_buttons(state, ACTIONS),
        ),
        actions=(_create_button("primary"),),
        dialogs=(invitation_sheet(ACTIONS), create_dialog(), *action_dialogs(state, ACTIONS)),
    )


def _create_button(variant: Any) -> Node:
    state: Any = InvitationsState
    return ui.button(
        _("New invitation"),
        icon_name="plus",
        variant=variant,
        size="sm",
        on_click=state.open_form(0),
    )


def _mode_notice() -> Node:
    mode = LayoutState.site.registration
    text = rx.cond(
        mode == "open",
        _("Everyone can create an account, so invitations are not needed."),
        _("Registration is closed, so invitations do not work."),
    )
    settings_link = notice_link(_("Registration settings"), urls.admin_section("settings/auth"))
    return rx.cond(
        mode == "invitation",
        rx.fragment(),
        notice(text, " ", settings_link),
    )
