"""The account menu, which the page header shows to signed-in users."""

from typing import Any, Protocol

from community import urls
from community.components import ui
from community.components.ui.avatar import HasAvatar
from community.i18n import gettext as _
from community.rendering import Node, el, group, when
from community.styles import layout
from community.styles.ui import overlay

MENU_ID = "account-menu"


class AccountMenuUser(HasAvatar, Protocol):
    @property
    def slug(self) -> str: ...


def account_menu(
    user: AccountMenuUser,
    theme_select: Node = None,
    *,
    is_admin: Any = False,
    shows_plans: Any = False,
) -> Node:
    """Return the button with the avatar of `user`, and the menu that it opens.

    The menu works without JavaScript, except `theme_select`, which only live pages pass.
    """
    return ui.menu(
        el.button(
            ui.avatar_for(user, "sm"),
            type="button",
            class_name=layout.ACCOUNT_BUTTON,
            aria_label=_("Your account, {name}", name=user.name),
            **ui.menu_button_attrs(MENU_ID),
        ),
        ui.menu_title(user.name),
        ui.menu_link(_("Profile"), href=urls.profile(user.slug), icon_name="user"),
        ui.menu_link(_("Drafts"), href=urls.DRAFTS, icon_name="edit"),
        ui.menu_link(_("Settings"), href=urls.SETTINGS, icon_name="settings"),
        when(
            shows_plans,
            lambda: ui.menu_link(_("Plans"), href=urls.PLANS, icon_name="credit_card"),
        ),
        when(
            is_admin,
            lambda: ui.menu_link(_("Admin Panel"), href=urls.ADMIN_PANEL, icon_name="shield"),
        ),
        ui.menu_separator(),
        None if theme_select is None else _theme_section(theme_select),
        ui.native_form(
            el.button(
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


def _theme_section(theme_select: Node) -> Node:
    return group(el.div(theme_select, class_name="px-2.5 py-1.5"), ui.menu_separator())
