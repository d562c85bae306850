"""Suggestions of communities and authors, which an empty Personal feed shows."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from community import urls
from community.components import feed_texts, ui
from community.components.communities import community_row
from community.components.profiles import user_row
from community.components.toggles import follow_toggle, join_toggle
from community.domain.communities.schemas import CommunityView
from community.domain.discovery import FollowSuggestions, SuggestedAuthor
from community.i18n import gettext as _
from community.rendering import Node, each, el, length, react_component, when
from community.state.pages.feed import FeedState, FollowSuggestionsState
from community.styles import post as post_styles, profile as styles

# Replaces the suggestions with the posts of the feed.
_ShowFeedButton = react_component("feed.js", "ShowFeedButton", on_show=None)


def follow_suggestions(
    suggestions: FollowSuggestions,
    *,
    build_join_toggle: Callable[[CommunityView], Node],
    build_follow_toggle: Callable[[SuggestedAuthor], Node],
) -> Node:
    message = feed_texts.empty_feed_messages()["personal"]
    return el.div(
        el.h2(message.title, class_name=styles.TITLE),
        el.p(message.text, class_name=styles.FOLLOW_SUGGESTIONS_TEXT),
        _section(
            suggestions.communities,
            lambda view: community_row(view, join_toggle=build_join_toggle(view)),
            title=_("Communities"),
            more=ui.link(_("All"), href=urls.COMMUNITIES),
        ),
        _section(
            suggestions.authors,
            lambda author: user_row(
                author, is_viewer=False, follow_toggle=build_follow_toggle(author)
            ),
            title=_("Authors"),
        ),
        class_name=styles.SUGGESTIONS,
    )


def static_follow_suggestions(suggestions: FollowSuggestions) -> Node:
    return follow_suggestions(
        suggestions,
        build_join_toggle=lambda view: join_toggle(view.is_member, size="sm"),
        build_follow_toggle=lambda _author: follow_toggle(False, size="sm"),
    )


def live_follow_suggestions() -> Node:
    return follow_suggestions(
        FollowSuggestionsState.suggestions,
        build_join_toggle=_live_join_toggle,
        build_follow_toggle=_live_follow_toggle,
    )


def has_suggestions(suggestions: FollowSuggestions) -> Any:
    return (length(suggestions.communities) > 0) | (length(suggestions.authors) > 0)


def show_feed_button(feed: Any) -> rx.Component:
    return _ShowFeedButton(
        ui.icon("check"),
        _("Show my feed"),
        is_shown=FollowSuggestionsState.has_followed & (feed.rows.length() == 0),
        class_names={
            "container": styles.SHOW_FEED_CONTAINER,
            "button": post_styles.NEW_POSTS_BUTTON,
        },
        on_show=FeedState.refresh,
    )


def _section(items: Any, row: Callable[[Any], Node], *, title: str, more: Node = None) -> Node:
    return when(
        length(items) > 0,
        lambda: el.section(
            el.div(el.h3(title, class_name=styles.SECTION_TITLE), more, class_name=styles.SECTION),
            el.ul(each(items, row), class_name=styles.LIST),
        ),
    )


def _live_join_toggle(community: Any) -> Node:
    changed: Any = FollowSuggestionsState.is_member_by_id
    key = community.id.to_string()
    is_member = rx.cond(changed.contains(key), changed[key], community.is_member)
    return join_toggle(is_member, on_toggle=FollowSuggestionsState.join(community.id), size="sm")


def _live_follow_toggle(author: Any) -> Node:
    changed: Any = FollowSuggestionsState.is_following_by_id
    key = author.id.to_string()
    is_followed = rx.cond(changed.contains(key), changed[key], False)
    return follow_toggle(is_followed, on_toggle=FollowSuggestionsState.follow(author.id), size="sm")
