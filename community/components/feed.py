"""A feed of posts.

In the browser, it contains the cards of the loaded posts, the link that loads more posts, and the
button that loads new posts.
"""

from typing import Any, cast

import reflex as rx

from community.components import ui
from community.components.lists import LoadedPosts, live_list
from community.components.location import create_hook_var
from community.components.posts import post_card
from community.components.reactions import reaction_bar
from community.domain.posts.schemas import PostCard
from community.i18n import gettext as _
from community.rendering import Node, el, group
from community.state.feed import FeedState, NewPostsState
from community.styles import feed_texts
from community.styles import post as styles

LIBRARY = "$/public/ui/feed.js"


def use_feed() -> Any:
    """Return a Reflex Var that contains the feed of the current page as `LoadedPosts`."""
    arguments = (FeedState.loaded_page, FeedState.reactions_by_post_id, NewPostsState.new_posts)
    call = f"useFeed({', '.join(str(argument) for argument in arguments)})"
    return create_hook_var("feed", call, LIBRARY, "useFeed", LoadedPosts, *arguments)


def _post_ids_event_spec(post_ids: rx.Var[list[int]]) -> tuple[rx.Var[list[int]]]:
    return (post_ids,)


class _NewPostsButton(rx.Component):
    """Button that loads new posts. Its script is `assets/ui/feed.js`.

    The script also removes posts from the feed after they were deleted.
    """

    library = LIBRARY
    tag = "NewPostsButton"
    count: rx.Var[int]
    stale_ids: rx.Var[list[int]]
    removed_ids: rx.Var[list[int]]
    class_names: rx.Var[dict[str, str]]
    on_show: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]
    on_check_stale: rx.EventHandler[_post_ids_event_spec]  # type: ignore[type-arg,valid-type]


def new_posts_button(feed: Any) -> rx.Component:
    return _NewPostsButton.create(
        ui.icon("chevron_up"),
        count=feed.new_count,
        class_names=rx.Var.create(
            {"container": styles.NEW_POSTS_CONTAINER, "button": styles.NEW_POSTS_BUTTON}
        ),
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


def live_feed(feed: Any, empty: Node) -> Node:
    """Return the posts of a feed, or `empty`. `feed` is the Var that `use_feed` returns."""
    cards = rx.foreach(
        feed.rows, lambda card, index: _live_card(card=card, is_first=index == 0, key=card.id)
    )
    return live_list(
        feed,
        el.div(cards, class_name=styles.FEED),
        more_label=_(feed_texts.MORE_POSTS),
        on_load_more=FeedState.load_more,
        empty=empty,
    )


@rx.memo
def _live_card(card: rx.Var[PostCard], is_first: rx.Var[bool]) -> rx.Component:
    post: Any = card
    reactions = reaction_bar(post, id=f"react-post-{post.id}", on_react=FeedState.react(post.id))
    row: rx.Component = post_card(post, reactions=reactions, is_first=cast("bool", is_first))
    return row
