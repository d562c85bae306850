"""Pages for the list of communities, for one of them with its posts, and for its form."""

from typing import Any

import reflex as rx

from community import urls
from community.components import communities, feed_texts, lists
from community.components.communities import live
from community.components.communities.closing import closing_section
from community.components.communities.form import community_form
from community.components.communities.members import held_posts_notice
from community.components.feeds import live_feed, new_posts_button, use_feed
from community.components.layout.not_found import not_found_message
from community.components.layout.page import page
from community.components.layout.sidebar import live_sidebar
from community.components.location import is_current_path, is_loaded, redirect_component
from community.components.page_heading import page_heading
from community.components.profiles import texts as profile_texts
from community.components.skeletons import header_skeleton, list_skeleton
from community.i18n import gettext as _
from community.state.pages.communities.communities import CommunitiesState, CommunityState
from community.state.pages.communities.community_form import CommunityFormState
from community.state.pages.communities.community_members import CommunityMembersState
from community.state.pages.layout import LayoutState
from community.styles import listing, profile as profile_styles


def communities_page() -> rx.Component:
    listed = lists.use_paginated_list(CommunitiesState.loaded_page, lists.LoadedCommunities)
    return page(
        communities.community_list_heading(),
        rx.cond(
            listed.is_ready,
            lists.live_list(
                listed,
                rx.el.ul(rx.foreach(listed.rows, live.live_community_row), class_name=listing.LIST),
                more_label=_("More communities"),
                on_load_more=CommunitiesState.load_more,
                empty=lists.empty_list_message(profile_texts.no_communities_message()),
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
                not_found_message(CommunityFormState.not_found_text),
                rx.fragment(
                    page_heading(community_form_title()),
                    rx.cond(
                        LayoutState.is_signed_in,
                        rx.fragment(
                            rx.el.div(community_form(), class_name=listing.FORM),
                            rx.cond(CommunityFormState.community, closing_section()),
                        ),
                        lists.empty_list_message(profile_texts.community_form_sign_in_prompt()),
                    ),
                ),
            ),
            list_skeleton(),
        ),
        is_ready=is_current,
        active_href=urls.COMMUNITIES,
        sidebar=live_sidebar(),
    )


def community_members_page() -> rx.Component:
    listed = lists.use_paginated_list(CommunityMembersState.loaded_page, lists.LoadedMembers)
    is_current = is_current_path(CommunityMembersState.path)
    is_shown = is_current & is_loaded(CommunityMembersState.community) & listed.is_ready
    is_missing = is_current & CommunityMembersState.is_missing
    view: Any = CommunityMembersState.community
    return page(
        redirect_component(rx.cond(is_current, CommunityMembersState.redirect_url, "")),
        rx.cond(
            is_shown,
            rx.fragment(
                communities.member_list_header(
                    view,
                    only_moderators=CommunityMembersState.only_moderators,
                    search_form=live.live_search_form(),
                ),
                lists.live_list(
                    listed,
                    rx.el.ul(
                        rx.foreach(listed.rows, live.live_member_row),
                        class_name=profile_styles.USER_LIST,
                    ),
                    more_label=_("More people"),
                    on_load_more=CommunityMembersState.load_more,
                    empty=lists.empty_list_message(communities.no_members_message()),
                ),
                live.transfer_dialog(),
            ),
            rx.cond(
                is_missing, not_found_message(CommunityMembersState.not_found_text), list_skeleton()
            ),
        ),
        is_ready=is_shown | is_missing,
        active_href=rx.cond(is_missing, "", urls.COMMUNITIES),
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
                live.live_community_header(view),
                held_posts_notice(CommunityState.held_posts),
                communities.community_tabs(view.slug, is_new=is_new),
                live_feed(
                    listed, lists.empty_list_message(feed_texts.no_community_posts_message())
                ),
            ),
            rx.cond(
                is_missing, not_found_message(CommunityState.not_found_text), header_skeleton()
            ),
        ),
        is_ready=is_shown | is_missing,
        active_href=rx.cond(is_missing, "", urls.COMMUNITIES),
        sidebar=live_sidebar(),
        has_advertisements=True,
    )
