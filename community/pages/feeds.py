"""The home page, the pages of the Popular, New and Personal feeds, and the page of a tag."""

from collections.abc import Callable

import reflex as rx

from community import urls
from community.components import feed_texts as texts, feeds, lists, skeletons
from community.components.layout.page import page
from community.components.layout.sidebar import live_sidebar
from community.components.page_heading import page_heading
from community.domain import pages, search
from community.state.pages.feed import FeedState, FollowSuggestionsState
from community.state.pages.layout import LayoutState

_NAMES = {path: feed.value for feed, path in pages.FEED_PATHS.items()}


def home_page() -> rx.Component:
    """Return the page at `/`, which shows the default feed of the viewer."""
    active_href = rx.match(
        FeedState.name, *((name, href) for href, name in _NAMES.items()), urls.POPULAR
    )
    empty = rx.match(
        FeedState.name,
        *((name, _empty_feed(name)) for name in texts.empty_feed_messages()),
        _empty_feed("popular"),
    )
    return _feed_page(active_href.to(str), LayoutState.site.name, empty)


def make_feed_page(path: str) -> Callable[[], rx.Component]:
    def feed_page() -> rx.Component:
        name = _NAMES[path]
        empty = _empty_feed(name)
        if path == urls.PERSONAL:
            prompt = lists.empty_list_message(texts.personal_feed_sign_in_prompt())
            empty = rx.cond(FeedState.is_sign_in_required, prompt, empty)
        return _feed_page(path, texts.feed_titles()[name], empty)

    return feed_page


def tag_page() -> rx.Component:
    posts = feeds.use_feed()
    return page(
        feeds.new_posts_button(posts),
        rx.cond(
            posts.is_ready,
            rx.fragment(
                page_heading(
                    f"#{FeedState.tag}",
                    texts.tag_intro(
                        FeedState.tag_count, is_more=FeedState.tag_count == search.MAX_COUNTED
                    ),
                ),
                feeds.live_feed(posts, lists.empty_list_message(texts.no_tagged_posts_message())),
            ),
            skeletons.list_skeleton(),
        ),
        is_ready=posts.is_ready,
        sidebar=live_sidebar(),
        has_advertisements=True,
    )


def _empty_feed(name: str) -> rx.Component:
    message: rx.Component = lists.empty_list_message(texts.empty_feed_messages()[name])
    if name != "personal":
        return message
    suggestions = FollowSuggestionsState.suggestions
    return rx.cond(feeds.has_suggestions(suggestions), feeds.live_follow_suggestions(), message)


def _feed_page(
    active_href: str | rx.Var[str], title: str | rx.Var[str], empty: rx.Component
) -> rx.Component:
    posts = feeds.use_feed()
    return page(
        feeds.feed_heading(title, active_href),
        rx.cond(posts.is_ready, feeds.live_setup_checklist()),
        feeds.new_posts_button(posts),
        rx.cond(posts.is_ready, feeds.live_feed(posts, empty), skeletons.list_skeleton()),
        feeds.show_feed_button(posts),
        is_ready=posts.is_ready,
        active_href=active_href,
        sidebar=live_sidebar(),
        has_advertisements=True,
    )
