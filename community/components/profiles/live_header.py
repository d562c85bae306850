"""The header of a profile page in the browser, with the buttons that follow and ignore the user."""

from typing import Any

import reflex as rx

from community.components import people, toggles, ui
from community.components.payments import gift_menu_link
from community.components.profiles import header
from community.components.reporting import report_dialog, report_menu_item
from community.i18n import gettext as _
from community.rendering import Node
from community.state.pages.chat.chats import StartChatState
from community.state.pages.layout import LayoutState
from community.state.pages.profile import ProfileState
from community.state.runtime.toasts import ToastsState
from community.styles.ui import avatar

MENU_ID, IGNORE_DIALOG_ID = "profile-menu", "ignore-user"


def live_profile_header(profile: Any) -> Node:
    buttons = header.profile_buttons(
        profile,
        menu=rx.cond(LayoutState.is_signed_in, _profile_menu(profile)),
        message_button=header.message_button(
            on_click=rx.cond(
                LayoutState.is_signed_in,
                StartChatState.start(profile.id),
                ToastsState.open_sign_in_dialog(),
            ),
        ),
        notifications_toggle=toggles.new_post_notifications_toggle(
            profile.is_subscribed,
            target_id=profile.id,
            on_toggle=ProfileState.subscribe(profile.id),
        ),
        follow_toggle=toggles.follow_toggle(
            profile.is_following, target_id=profile.id, on_toggle=ProfileState.follow(profile.id)
        ),
    )
    return header.profile_header(
        profile,
        buttons=rx.cond(ProfileState.is_own, header.own_profile_buttons(), buttons),
        video_button=people.avatar_video(profile.video_avatar, avatar.VIDEO_BUTTON),
    )


def live_ignored_notice() -> Node:
    profile: Any = ProfileState.profile
    return header.ignored_notice(
        profile.ignored_until, on_unignore=ProfileState.stop_ignoring(ProfileState.profile.id)
    )


def _profile_menu(user: Any) -> rx.Component:
    return rx.fragment(
        ui.menu(
            header.menu_button(**ui.menu_button_attrs(MENU_ID)),
            rx.cond(
                user.is_ignored,
                ui.menu_action(
                    _("Stop ignoring"),
                    icon_name="eye",
                    on_click=ProfileState.stop_ignoring(user.id),
                ),
                ui.menu_action(
                    _("Ignore {name}", name=user.name),
                    icon_name="eye_off",
                    is_danger=True,
                    custom_attrs=ui.dialog_button_attrs(IGNORE_DIALOG_ID),
                ),
            ),
            rx.cond(LayoutState.shows_plans & ~user.is_bot, gift_menu_link(user.slug)),
            report_menu_item("user", user.id),
            id=MENU_ID,
            label=_("More"),
        ),
        report_dialog(),
        people.ignore_dialog(
            IGNORE_DIALOG_ID, user.name, lambda term: ProfileState.ignore(user.id, term.value)
        ),
    )
