"""One's own face in the header, and what it opens."""

import reflex as rx

from community import urls
from community.components import ui
from community.components.people import face
from community.looks import layout, overlay
from community.state.frame import Frame

MENU = "account-menu"


def account_menu() -> rx.Component:
    """Profile, drafts, settings, colours, and the way out."""
    me = Frame.me
    return ui.menu(
        rx.el.button(
            face(me, "sm"),
            type="button",
            class_name=layout.ACCOUNT,
            custom_attrs={"aria-label": f"Your account, {me.name}", **ui.opens_menu(MENU)},
        ),
        ui.menu_title(me.name),
        ui.menu_link("Profile", href=f"/{me.slug}", icon_name="user"),
        ui.menu_link("Drafts", href=urls.DRAFTS, icon_name="edit"),
        ui.menu_link("Settings", href=urls.SETTINGS, icon_name="settings"),
        ui.menu_separator(),
        rx.el.div(ui.theme_choice(), class_name="px-2.5 py-1.5"),
        ui.menu_separator(),
        ui.native_form(
            rx.el.button(
                ui.icon("log_out", overlay.MENU_ICON),
                "Sign out",
                type="submit",
                class_name=overlay.MENU_ITEM,
            ),
            action=urls.LOGOUT,
        ),
        id=MENU,
        label="Your account",
    )
