"""The header of a profile page, rendered in the browser.

`ssr/profiles.py` renders the same header on the server.
"""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.avatars import avatar_for
from community.components.toggles import follow_toggle, new_post_notifications_toggle
from community.i18n import gettext as _
from community.state.layout import LayoutState
from community.state.profile import ProfileState
from community.styles import avatar as avatar_styles
from community.styles import listing, profile_texts
from community.styles import profile as styles

MENU_ID, IGNORE_DIALOG_ID = "profile-menu", "ignore-user"


def profile_header(profile: Any) -> rx.Component:
    """Return the header with the images, name, counts and actions of a user.

    `profile` is a Reflex Var that contains a `Profile`.
    """
    return rx.el.header(
        rx.el.div(
            rx.cond(
                profile.header,
                rx.el.img(src=profile.header.to(str), alt="", class_name=styles.HEADER_IMAGE),
            ),
            class_name=styles.HEADER,
        ),
        rx.el.div(
            rx.el.span(
                avatar_for(profile, "xl", class_name=styles.AVATAR_RING),
                rx.cond(
                    profile.is_online,
                    rx.el.span(
                        rx.el.span(_("Online"), class_name="sr-only"),
                        class_name=styles.ONLINE_DOT,
                        title=_("Online"),
                    ),
                ),
                class_name=avatar_styles.ONLINE_WRAPPER,
            ),
            rx.el.div(
                rx.cond(ProfileState.is_own, _own_profile_buttons(), _action_buttons(profile)),
                class_name=styles.ACTIONS,
            ),
            class_name=styles.TOP,
        ),
        _name_and_bio(profile),
        class_name=styles.HEAD,
    )


def ignored_user_notice() -> rx.Component:
    return rx.el.p(
        rx.el.span(_(profile_texts.IGNORED_TEXT), class_name=listing.NOTICE_TEXT),
        ui.button(
            _("Stop ignoring"),
            size="sm",
            on_click=ProfileState.ignore(ProfileState.profile.id, False),
        ),
        class_name=listing.NOTICE,
    )


def count_text(message: rx.Var[str], count: Any, href: Any = None) -> rx.Component:
    """Return a text such as "12 followers", which is a link if `href` is given.

    The placeholder `{count}` in `message` is replaced by `count`.
    """
    content = ui.rich_text(
        message, count=rx.el.span(ui.compact_number(count), class_name=styles.STAT_NUMBER)
    )
    if href is None:
        return rx.el.span(content)
    return rx.el.a(content, href=href, class_name=styles.STAT_LINK)


def _follower_and_post_counts(user: Any) -> rx.Component:
    followers, following, posts = user.followers_count, user.following_count, user.posts_count
    return rx.el.div(
        count_text(
            ui.plural_text("{count} follower", "{count} followers", followers),
            followers,
            f"/profile/{user.slug}/followers",
        ),
        count_text(
            # Translators: the number of users whom this user follows.
            ui.plural_text("{count} following", "{count} following", following),
            following,
            f"/profile/{user.slug}/following",
        ),
        count_text(ui.plural_text("{count} post", "{count} posts", posts), posts),
        class_name=styles.STATS,
    )


def _name_and_bio(user: Any) -> rx.Component:
    return rx.el.div(
        rx.el.h1(user.name, class_name=styles.NAME),
        rx.el.p(f"@{user.slug}", class_name=styles.SLUG),
        rx.cond(user.bio != "", rx.el.p(user.bio, class_name=styles.BIO)),
        rx.cond(
            user.badges.length() > 0,
            rx.el.div(
                rx.foreach(user.badges, lambda badge: ui.badge(badge, tone="accent")),
                class_name=styles.BADGES,
            ),
        ),
        _follower_and_post_counts(user),
        class_name=styles.TEXT,
    )


def _own_profile_buttons() -> rx.Component:
    return rx.fragment(
        ui.link_button(_("Drafts"), href=urls.DRAFTS),
        ui.link_button(_("Edit profile"), href=urls.SETTINGS),
    )


def _action_buttons(user: Any) -> rx.Component:
    return rx.fragment(
        rx.cond(LayoutState.is_signed_in, _profile_menu(user)),
        rx.cond(
            ~user.is_ignored,
            rx.fragment(
                new_post_notifications_toggle(
                    user.is_subscribed, on_toggle=ProfileState.subscribe(user.id)
                ),
                follow_toggle(user.is_following, on_toggle=ProfileState.follow(user.id)),
            ),
        ),
    )


def _profile_menu(user: Any) -> rx.Component:
    return rx.fragment(
        ui.menu(
            ui.icon_button(
                "more", _("More"), has_tooltip=False, custom_attrs=ui.menu_button_attrs(MENU_ID)
            ),
            rx.cond(
                user.is_ignored,
                ui.menu_action(
                    _("Stop ignoring"),
                    icon_name="eye",
                    on_click=ProfileState.ignore(user.id, False),
                ),
                ui.menu_action(
                    _("Ignore {name}", name=user.name),
                    icon_name="eye_off",
                    is_danger=True,
                    custom_attrs=ui.dialog_button_attrs(IGNORE_DIALOG_ID),
                ),
            ),
            id=MENU_ID,
            label=_("More"),
        ),
        ui.confirm_dialog(
            id=IGNORE_DIALOG_ID,
            title=_("Ignore {name}?", name=user.name),
            description=_(
                "You won't see their posts and comments, and you'll no longer follow each other. "
                "They can't message you, and they won't know. You can stop ignoring them at any "
                "time."
            ),
            confirm_label=_("Ignore"),
            on_confirm=ProfileState.ignore(user.id, True),
        ),
    )
