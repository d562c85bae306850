"""The profile page of a user, and the pages that list their followers and the users they follow."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.avatars import avatar_for
from community.components.feed import empty_list_message, feed_list, new_posts_button, use_feed
from community.components.lists import LoadedUsers, load_more_link, use_paginated_list
from community.components.location import is_current_path, is_loaded, redirect_component
from community.components.not_found import not_found_message
from community.components.page import page
from community.components.profile import ignored_user_notice, profile_header
from community.components.sidebar import sidebar_sections
from community.components.skeletons import header_skeleton, list_skeleton
from community.components.toggles import follow_toggle
from community.i18n import gettext as _
from community.state.follow_lists import FollowListState
from community.state.layout import LayoutState
from community.state.profile import ProfileState
from community.styles import feed_texts, listing, not_found_texts, profile_texts
from community.styles import profile as styles
from community.styles.profile_texts import FollowListName


def profile_page() -> rx.Component:
    listed = use_feed()
    is_current = is_current_path(ProfileState.path)
    is_shown = is_current & is_loaded(ProfileState.profile) & listed.is_ready
    empty = rx.cond(
        ProfileState.is_own,
        empty_list_message(feed_texts.no_own_posts_message()),
        empty_list_message(feed_texts.no_user_posts_message()),
    )
    return page(
        redirect_component(rx.cond(is_current, ProfileState.redirect_url, ""), replace=True),
        new_posts_button(listed),
        rx.cond(
            is_shown,
            rx.fragment(
                profile_header(ProfileState.profile),
                rx.cond(ProfileState.profile.is_ignored, ignored_user_notice()),
                rx.el.h2(_("Posts"), class_name="sr-only"),
                rx.el.div(feed_list(listed, empty), class_name=styles.POSTS),
            ),
            rx.cond(
                is_current & ProfileState.is_missing, user_not_found_message(), header_skeleton()
            ),
        ),
        is_ready=is_shown | (is_current & ProfileState.is_missing),
        sidebar=sidebar_sections(),
    )


def followers_page() -> rx.Component:
    return _follow_list_page("followers")


def following_page() -> rx.Component:
    return _follow_list_page("following")


def user_not_found_message() -> rx.Component:
    return not_found_message(not_found_texts.user_not_found_text())


def _follow_list_page(name: FollowListName) -> rx.Component:
    listed = use_paginated_list(FollowListState.loaded_page, LoadedUsers)
    is_current = is_current_path(FollowListState.path)
    is_shown = is_current & is_loaded(FollowListState.owner) & listed.is_ready
    texts = profile_texts.follow_list_texts()
    owner: Any = FollowListState.owner
    return page(
        redirect_component(rx.cond(is_current, FollowListState.redirect_url, ""), replace=True),
        rx.cond(
            is_shown,
            rx.fragment(
                rx.el.a(
                    ui.icon("arrow_left"),
                    owner.name,
                    href=f"/{owner.slug}",
                    class_name=listing.BACK_LINK,
                ),
                rx.el.h1(profile_texts.follow_list_heading(name, owner.name), class_name="sr-only"),
                ui.link_tabs(
                    *(
                        ui.link_tab(
                            content.title, href=f"/profile/{owner.slug}/{key}", current=key == name
                        )
                        for key, content in texts.items()
                    ),
                    label=_("People"),
                ),
                rx.cond(
                    listed.rows.length() > 0,
                    rx.el.ul(rx.foreach(listed.rows, _user_row), class_name=styles.USER_LIST),
                    empty_list_message(texts[name].empty),
                ),
                load_more_link(listed, _("More people"), on_load_more=FollowListState.load_more),
            ),
            rx.cond(
                is_current & FollowListState.is_missing, user_not_found_message(), list_skeleton()
            ),
        ),
        is_ready=is_shown | (is_current & FollowListState.is_missing),
        sidebar=sidebar_sections(),
    )


def _user_row(user: Any) -> rx.Component:
    key = user.id.to_string()
    changed: Any = FollowListState.is_following_by_id
    is_followed = rx.cond(changed.contains(key), changed[key], user.is_following)
    return rx.el.li(
        avatar_for(user, "md"),
        rx.el.div(
            rx.el.a(user.name, href=f"/{user.slug}", class_name=listing.NAME),
            rx.el.p(
                rx.cond(user.bio != "", user.bio, f"@{user.slug}"),
                class_name=listing.SUBTITLE,
            ),
            class_name=listing.TEXT,
        ),
        rx.cond(
            ~is_loaded(LayoutState.viewer) | (LayoutState.viewer.id != user.id),
            rx.el.div(
                follow_toggle(is_followed, on_toggle=FollowListState.follow(user.id), size="sm"),
                class_name=listing.ACTION,
            ),
        ),
        key=user.id,
        class_name=styles.USER_ROW,
    )
