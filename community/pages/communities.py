"""Pages for the list of communities, for one community with its posts, and for the form that
creates or edits a community.
"""

from typing import Any

import reflex as rx

from community import urls
from community.components.communities import community_list_heading, community_tabs
from community.components.communities.live import live_community_header, live_community_row
from community.components.community_form import community_form
from community.components.feed import live_feed, new_posts_button, use_feed
from community.components.layout import page_heading
from community.components.lists import (
    LoadedCommunities,
    empty_list_message,
    live_list,
    use_paginated_list,
)
from community.components.location import is_current_path, is_loaded, redirect_component
from community.components.not_found import not_found_message
from community.components.page import page
from community.components.sidebar import live_sidebar
from community.components.skeletons import header_skeleton, list_skeleton
from community.i18n import gettext as _
from community.state.communities import CommunitiesState
from community.state.community import CommunityState
from community.state.community_form import CommunityFormState
from community.state.layout import LayoutState
from community.styles import feed_texts, listing, profile_texts


def communities_page() -> rx.Component:
    listed = use_paginated_list(CommunitiesState.loaded_page, LoadedCommunities)
    return page(
        community_list_heading(),
        rx.cond(
            listed.is_ready,
            live_list(
                listed,
                rx.el.ul(rx.foreach(listed.rows, live_community_row), class_name=listing.LIST),
                more_label=_("More communities"),
                on_load_more=CommunitiesState.load_more,
                empty=empty_list_message(profile_texts.no_communities_message()),
            ),
            list_skeleton(),
        ),
        is_ready=listed.is_ready,
        active_href=urls.COMMUNITIES,
        sidebar=live_sidebar(),
    )


def popular_community_posts_page() -> rx.Component:
    return _community_page(is_new=False)


def new_community_posts_page() -> rx.Component:
    return _community_page(is_new=True)


def community_form_page() -> rx.Component:
    is_current = is_current_path(CommunityFormState.path)
    return page(
        redirect_component(rx.cond(is_current, CommunityFormState.redirect_url, "")),
        rx.cond(
            is_current,
            rx.cond(
                CommunityFormState.is_missing,
                not_found_message(profile_texts.community_edit_forbidden_text()),
                rx.fragment(
                    page_heading(community_form_title()),
                    rx.cond(
                        LayoutState.is_signed_in,
                        rx.el.div(community_form(), class_name=listing.FORM),
                        empty_list_message(profile_texts.community_form_sign_in_prompt()),
                    ),
                ),
            ),
            list_skeleton(),
        ),
        is_ready=is_current,
        active_href=urls.COMMUNITIES,
        sidebar=live_sidebar(),
    )


def community_form_title() -> rx.Var[str]:
    return rx.cond(
        CommunityFormState.community,
        profile_texts.community_form_title(is_new=False),
        profile_texts.community_form_title(is_new=True),
    )


def _community_page(*, is_new: bool) -> rx.Component:
    listed = use_feed()
    is_current = is_current_path(CommunityState.path)
    is_shown = is_current & is_loaded(CommunityState.community) & listed.is_ready
    is_missing = is_current & CommunityState.is_missing
    view: Any = CommunityState.community
    return page(
        redirect_component(rx.cond(is_current, CommunityState.redirect_url, ""), replace=True),
        new_posts_button(listed),
        rx.cond(
            is_shown,
            rx.fragment(
                live_community_header(view),
                community_tabs(view.slug, is_new=is_new),
                live_feed(listed, empty_list_message(feed_texts.no_community_posts_message())),
            ),
            rx.cond(is_missing, not_found_message(_("Community not found")), header_skeleton()),
        ),
        is_ready=is_shown | is_missing,
        active_href=rx.cond(is_missing, "", urls.COMMUNITIES),
        sidebar=live_sidebar(),
    )
