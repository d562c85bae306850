"""Pages for the list of communities, for one community with its posts, and for the form that
creates or edits a community.
"""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.avatars import avatar_for
from community.components.community import (
    community_header,
    member_count_message,
    post_count_message,
)
from community.components.community_form import community_form
from community.components.feed import empty_list_message, feed_list, new_posts_button, use_feed
from community.components.layout import page_heading
from community.components.lists import LoadedCommunities, load_more_link, use_paginated_list
from community.components.location import is_current_path, is_loaded, redirect_component
from community.components.not_found import not_found_message
from community.components.page import page
from community.components.sidebar import sidebar_sections
from community.components.skeletons import header_skeleton, list_skeleton
from community.components.toggles import join_toggle
from community.i18n import gettext as _
from community.state.communities import CommunitiesState
from community.state.community import CommunityState
from community.state.community_form import CommunityFormState
from community.state.layout import LayoutState
from community.styles import feed_texts, listing, profile_texts


def communities_page() -> rx.Component:
    listed = use_paginated_list(CommunitiesState.loaded_page, LoadedCommunities)
    return page(
        page_heading(
            _("Communities"),
            _(profile_texts.COMMUNITIES_INTRO),
            ui.link_button(_("Create a community"), href=urls.NEW_COMMUNITY, icon_name="plus"),
        ),
        rx.cond(
            listed.is_ready,
            rx.fragment(
                rx.cond(
                    listed.rows.length() > 0,
                    rx.el.ul(rx.foreach(listed.rows, _community_row), class_name=listing.LIST),
                    empty_list_message(profile_texts.no_communities_message()),
                ),
                load_more_link(
                    listed, _("More communities"), on_load_more=CommunitiesState.load_more
                ),
            ),
            list_skeleton(),
        ),
        is_ready=listed.is_ready,
        active_href=urls.COMMUNITIES,
        sidebar=sidebar_sections(),
    )


def popular_community_posts_page() -> rx.Component:
    return _community_page("")


def new_community_posts_page() -> rx.Component:
    return _community_page("/new")


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
        sidebar=sidebar_sections(),
    )


def community_form_title() -> rx.Var[str]:
    return rx.cond(
        CommunityFormState.community,
        profile_texts.community_form_title(is_new=False),
        profile_texts.community_form_title(is_new=True),
    )


def _community_page(tab: str) -> rx.Component:
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
                community_header(view),
                ui.link_tabs(
                    *(
                        ui.link_tab(name, href=f"/c/{view.slug}{part}", current=part == tab)
                        for part, name in (("", _("Popular")), ("/new", _("New")))
                    ),
                    label=_("Posts"),
                ),
                feed_list(listed, empty_list_message(feed_texts.no_community_posts_message())),
            ),
            rx.cond(is_missing, not_found_message(_("Community not found")), header_skeleton()),
        ),
        is_ready=is_shown | is_missing,
        active_href=rx.cond(is_missing, "", urls.COMMUNITIES),
        sidebar=sidebar_sections(),
    )


def _community_row(view: Any) -> rx.Component:
    key = view.id.to_string()
    changed: Any = CommunitiesState.is_member_by_id
    is_member = rx.cond(changed.contains(key), changed[key], view.is_member)
    return rx.el.li(
        avatar_for(view, "lg", shape="community"),
        rx.el.div(
            rx.el.a(view.name, href=view.url, class_name=listing.NAME),
            rx.el.p(
                ui.rich_text(
                    member_count_message(view), count=ui.compact_number(view.members_count)
                ),
                " · ",
                ui.rich_text(post_count_message(view), count=ui.compact_number(view.posts_count)),
                class_name=listing.NOTE,
            ),
            rx.cond(
                view.description != "", rx.el.p(view.description, class_name=listing.DESCRIPTION)
            ),
            class_name=listing.TEXT,
        ),
        rx.el.div(
            join_toggle(is_member, on_toggle=CommunitiesState.join(view.id), size="sm"),
            class_name=listing.ACTION,
        ),
        key=view.id,
        class_name=listing.ROW,
    )
