"""The profile pages of a user, and the lists of their followers and of the users they follow."""

from typing import Any

import reflex as rx

from community.components import feed_texts, lists
from community.components.feeds import live_feed, new_posts_button, use_feed
from community.components.layout.not_found import not_found_message
from community.components.layout.page import page
from community.components.layout.sidebar import live_sidebar
from community.components.location import is_current_path, is_loaded, redirect_component
from community.components.profiles import follow_list_header, tabs, texts as profile_texts, user_row
from community.components.profiles.live_header import live_ignored_notice, live_profile_header
from community.components.skeletons import header_skeleton, list_skeleton
from community.components.toggles import follow_toggle
from community.domain.pages import FollowListName, ProfileTab
from community.i18n import gettext as _
from community.rendering import Node
from community.state.pages.layout import LayoutState
from community.state.pages.profile import FollowListState, ProfileCommentsState, ProfileState
from community.styles import profile as styles


def profile_page() -> rx.Component:
    listed = use_feed()
    empty = rx.cond(
        ProfileState.is_own,
        lists.empty_list_message(feed_texts.no_own_posts_message()),
        lists.empty_list_message(feed_texts.no_user_posts_message()),
    )
    content = live_feed(listed, empty)
    return _profile_page("posts", content, listed.is_ready, new_posts_button(listed))


def comments_page() -> rx.Component:
    listed = lists.use_paginated_list(
        ProfileCommentsState.loaded_page, lists.LoadedAuthoredComments
    )
    content = lists.live_list(
        listed,
        rx.el.ul(rx.foreach(listed.rows, _live_comment)),
        more_label=_("More comments"),
        on_load_more=ProfileCommentsState.load_more,
        empty=lists.empty_list_message(tabs.no_comments_message()),
    )
    return _profile_page("comments", content, listed.is_ready)


def about_page() -> rx.Component:
    profile: Any = ProfileState.profile
    about: Any = ProfileState.about
    content = rx.cond(is_loaded(about), tabs.about_section(profile, about))
    return _profile_page("about", content, is_loaded(about))


def _profile_page(
    tab: ProfileTab, content: rx.Component, is_ready: rx.Var[bool], button: Node = None
) -> rx.Component:
    profile: Any = ProfileState.profile
    is_current = is_current_path(ProfileState.path)
    is_shown = is_current & is_loaded(profile) & is_ready
    is_missing = is_current & ProfileState.is_missing
    return page(
        redirect_component(rx.cond(is_current, ProfileState.redirect_url, ""), replace=True),
        button,
        rx.cond(
            is_shown,
            rx.fragment(
                live_profile_header(profile),
                rx.cond(profile.is_ignored, live_ignored_notice()),
                tabs.profile_tabs(profile, tab),
                content,
            ),
            rx.cond(is_missing, not_found_message(ProfileState.not_found_text), header_skeleton()),
        ),
        is_ready=is_shown | is_missing,
        sidebar=live_sidebar(),
        has_advertisements=tab == "posts",
    )


def _live_comment(comment: Any) -> rx.Component:
    return rx.fragment(tabs.authored_comment_row(comment), key=comment.id)


def followers_page() -> rx.Component:
    return _follow_list_page("followers")


def following_page() -> rx.Component:
    return _follow_list_page("following")


def _follow_list_page(name: FollowListName) -> rx.Component:
    listed = lists.use_paginated_list(FollowListState.loaded_page, lists.LoadedUsers)
    is_current = is_current_path(FollowListState.path)
    is_shown = is_current & is_loaded(FollowListState.owner) & listed.is_ready
    is_missing = is_current & FollowListState.is_missing
    empty = profile_texts.follow_list_texts()[name].empty
    owner: Any = FollowListState.owner
    return page(
        redirect_component(rx.cond(is_current, FollowListState.redirect_url, ""), replace=True),
        rx.cond(
            is_shown,
            rx.fragment(
                follow_list_header(name, owner),
                lists.live_list(
                    listed,
                    rx.el.ul(rx.foreach(listed.rows, _live_user_row), class_name=styles.USER_LIST),
                    more_label=_("More people"),
                    on_load_more=FollowListState.load_more,
                    empty=lists.empty_list_message(empty),
                ),
            ),
            rx.cond(is_missing, not_found_message(FollowListState.not_found_text), list_skeleton()),
        ),
        is_ready=is_shown | is_missing,
        sidebar=live_sidebar(),
    )


def _live_user_row(user: Any) -> rx.Component:
    key = user.id.to_string()
    changed: Any = FollowListState.is_following_by_id
    is_followed = rx.cond(changed.contains(key), changed[key], user.is_following)
    row = user_row(
        user,
        is_viewer=is_loaded(LayoutState.viewer) & (LayoutState.viewer.id == user.id),
        follow_toggle=follow_toggle(
            is_followed,
            target_id=user.id,
            on_toggle=FollowListState.follow(user.id),
            size="sm",
        ),
    )
    return rx.fragment(row, key=user.id)
