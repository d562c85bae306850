"""The account menu, which the page header shows to signed-in users."""

import reflex as rx

from community import urls
from community.components import ui
from community.components.avatars import avatar_for
from community.i18n import gettext as _
from community.state.layout import LayoutState
from community.styles import layout, overlay

MENU_ID = "account-menu"


def account_menu() -> rx.Component:
    user = LayoutState.viewer
    return ui.menu(
        rx.el.button(
            avatar_for(user, "sm"),
            type="button",
            class_name=layout.ACCOUNT_BUTTON,
            custom_attrs={
                "aria-label": _("Your account, {name}", name=user.name),
                **ui.menu_button_attrs(MENU_ID),
            },
        ),
        ui.menu_title(user.name),
        ui.menu_link(_("Profile"), href=f"/{user.slug}", icon_name="user"),
        ui.menu_link(_("Drafts"), href=urls.DRAFTS, icon_name="edit"),
        ui.menu_link(_("Settings"), href=urls.SETTINGS, icon_name="settings"),
        ui.menu_separator(),
        rx.el.div(ui.theme_select(), class_name="px-2.5 py-1.5"),
        ui.menu_separator(),
        ui.native_form(
            rx.el.button(
                ui.icon("log_out", overlay.MENU_ICON),
                _("Sign out"),
                type="submit",
                class_name=overlay.MENU_ITEM,
            ),
            action=urls.LOGOUT,
        ),
        id=MENU_ID,
        label=_("Your account"),
    )
