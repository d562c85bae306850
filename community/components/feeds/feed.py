"""A feed of posts."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from community.components import feed_texts, lists, ui
from community.components.advertisements import advertisement_place
from community.components.posts import post_card
from community.components.reactions import reaction_bar
from community.domain.discovery import FeedItem
from community.i18n import gettext as _
from community.reflex_adapter.vars import hook_var
from community.rendering import Node, el, group, react_component
from community.state.pages.feed import FeedState
from community.styles import post as styles

LIBRARY = "$/public/ui/feed.js"


def use_feed() -> Any:
    """Return a Reflex Var that contains the feed of the current page as `LoadedPosts`."""
    arguments = (FeedState.loaded_page, FeedState.reactions_by_post_id)
    return hook_var("feed", "useFeed", LIBRARY, lists.LoadedPosts, *arguments)


# Loads new posts, and removes posts from the feed after they were deleted.
_NewPostsButton = react_component(
    "feed.js", "NewPostsButton", on_show=None, on_check_stale=list[int]
)


def new_posts_button(feed: Any) -> rx.Component:
    return _NewPostsButton(
        ui.icon("chevron_up"),
        count=feed.new_count,
        class_names={"container": styles.NEW_POSTS_CONTAINER, "button": styles.NEW_POSTS_BUTTON},
        stale_ids=feed.stale_ids,
        removed_ids=FeedState.removed_post_ids,
        on_show=FeedState.refresh,
        on_check_stale=FeedState.find_removed_posts,
    )


def feed_heading(title: Any, active_href: Any) -> Node:
    """Return the heading of a feed and the tabs of all feeds, of which `active_href` is selected.

    The heading is visible only to screen readers.
    """
    tabs = (
        ui.link_tab(name, href=href, current=active_href == href)
        for href, name in feed_texts.feed_tabs()
    )
    return group(el.h1(title, class_name="sr-only"), ui.link_tabs(*tabs, label=_("Feeds")))


def feed_item(item: Any, *, reactions: Callable[[Any], Node], is_first: Any) -> Node:
    """Return the part of the interface for an item of a feed, according to its kind.

    Args:
        item: A `FeedItem`, or a Var of one.
        reactions: Returns the reaction bar of a post.
    """
    return post_card(item.post, reactions=reactions(item.post), is_first=is_first)


def live_feed(feed: Any, empty: Node) -> Node:
    """Return the items of a feed, or `empty`. `feed` is the Var that `use_feed` returns."""
    items = rx.foreach(
        feed.rows, lambda item, index: _live_item(item=item, number=index + 1, key=item.id)
    )
    return lists.live_list(
        feed,
        el.div(items, class_name=styles.FEED),
        more_label=_(feed_texts.MORE_POSTS),
        on_load_more=FeedState.load_more,
        empty=empty,
    )


@rx.memo
def _live_item(
    item: rx.Var[FeedItem],
    number: rx.Var[int],
    rest: rx.RestProp,  # noqa: ARG001  # contains `key`, which React reads
) -> rx.Component:
    row = feed_item(item, reactions=_live_reactions, is_first=number == 1)
    return rx.fragment(row, advertisement_place("feed", number))


def _live_reactions(post: Any) -> Node:
    return reaction_bar(
        post,
        id=f"react-post-{post.id}",
        can_react=post.can_react,
        on_react=FeedState.react(post.id),
    )
