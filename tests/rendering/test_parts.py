"""Tests that live pages with plain values, as in the design gallery, show what HTML pages show."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from html.parser import HTMLParser
from typing import Any, TypeAlias

import pytest
import reflex as rx

from community.components import ui
from community.components.advertisements import advertisement, advertisement_slot
from community.components.comments.comment_row import comment_row
from community.components.comments.rows import Row, RowControls
from community.components.comments.section import discussion_section
from community.components.communities import community_header
from community.components.feeds import static_follow_suggestions, static_setup_checklist
from community.components.layout.notices import announcement_bar, consent_banner
from community.components.layout.sidebar import sidebar_sections
from community.components.notifications import notification_row
from community.components.payments import checkout_summary, plans_content, static_offer
from community.components.posts import post_article, post_card, summary_box
from community.components.profiles import profile_header
from community.components.reactions import static_reaction_bar
from community.domain.advertising import PlacedAdvertisement
from community.pages.design import checkouts, gallery, plans, samples, thread
from community.pages.design.notifications import SAMPLES
from community.pages.design.thread import SUMMARY
from community.rendering import Node, group, html_output

# The tag and the attributes of an element, or a text.
Token: TypeAlias = tuple[str, dict[str, str]] | str

# The names that components use, and those in HTML.
TAGS = {"ReactRouterLink": "a", "RelativeTime": "time"}
ATTRIBUTES = {
    "className": "class",
    "to": "href",
    "tabIndex": "tabindex",
    "fetchPriority": "fetchpriority",
    "playsInline": "playsinline",
    **{
        name: name
        for name in (
            *("alt", "aria-expanded", "aria-hidden", "aria-label", "aria-pressed", "height"),
            *("hidden", "id", "loading", "loop", "muted", "preload", "role", "src"),
            *("type", "width"),
        )
    },
}


class _HtmlReader(HTMLParser):
    """Reads the elements and texts of HTML, except the texts of `<time>` elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tokens: list[Token] = []
        self._is_in_time = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_in_time = tag == "time"
        attributes = {
            name: "true" if value is None else value
            for name, value in attrs
            if name in ATTRIBUTES.values()
        }
        self.tokens.append((tag, attributes))

    def handle_endtag(self, tag: str) -> None:
        self._is_in_time = False

    def handle_data(self, data: str) -> None:
        if not self._is_in_time:
            self.tokens.append(data)


def iter_component_tokens(node: dict[str, Any]) -> Iterator[Token]:
    """Yield the elements and texts of a rendered component."""
    if "contents" in node:
        yield str(json.loads(node["contents"]))
        return
    tag = node["name"].strip('"')
    if tag != "Fragment":
        yield TAGS.get(tag, tag), dict(iter_attributes(node["props"]))
    for child in node["children"]:
        yield from iter_component_tokens(child)


def iter_attributes(props: list[str]) -> Iterator[tuple[str, str]]:
    for prop in props:
        name, value = prop.split(":", 1)
        if (name := name.strip('"')) in ATTRIBUTES:
            parsed = json.loads(value)
            text = parsed if isinstance(parsed, str) else value
            yield ATTRIBUTES[name], text.removeprefix("rx-Html ")


def join_adjacent_texts(tokens: Iterable[Token]) -> list[Token]:
    joined: list[Token] = []
    for token in tokens:
        last = joined[-1] if joined else None
        if isinstance(token, str) and isinstance(last, str):
            joined[-1] = last + token
        elif token:
            joined.append(token)
    return joined


def create_card(index: int) -> Node:
    card = samples.POSTS[index]
    return post_card(card, reactions=static_reaction_bar(card.reactions), is_first=index == 0)


def create_row(row: Row) -> Node:
    comment = row.comment.model_copy(update={"html": ""})
    return comment_row(replace(row, comment=comment), RowControls())


def create_article() -> Node:
    post = samples.ARTICLE.model_copy(update={"html": "", "status": "unpublished"})
    return post_article(post, reactions=static_reaction_bar(post.reactions), is_own=True)


def create_community_header() -> Node:
    community = samples.COMMUNITY.model_copy(update={"rules_html": ""})
    return community_header(community, notifications_toggle=None, join_toggle=None)


def create_advertisement(shown: PlacedAdvertisement) -> Node:
    return advertisement_slot(advertisement(shown), place="sidebar")


VIDEO_PROFILE = samples.PROFILE.model_copy(update={"video_avatar": "/media/a/video.mp4"})
PARTS: dict[str, Callable[[], Node]] = {
    **{f"card-{index}": partial(create_card, index) for index in range(len(samples.POSTS))},
    **{f"row-{index}": partial(create_row, row) for index, row in enumerate(samples.THREAD)},
    "article": create_article,
    "summary": lambda: summary_box(SUMMARY.model_copy(update={"html": ""}), is_open=True),
    "profile": lambda: profile_header(samples.PROFILE, buttons=None),
    "profile-video": lambda: profile_header(VIDEO_PROFILE, buttons=None),
    "community": create_community_header,
    **{f"notification-{sample.kind}": partial(notification_row, sample) for sample in SAMPLES},
    "suggestions": lambda: static_follow_suggestions(samples.SUGGESTIONS),
    **{
        f"announcement-{item.id}": partial(announcement_bar, item) for item in samples.ANNOUNCEMENTS
    },
    **{
        f"consent-{banner.is_choice}": partial(consent_banner, banner)
        for banner in samples.CONSENT_BANNERS
    },
    "setup": lambda: static_setup_checklist(samples.CHECKLIST),
    **{f"offer-{index}": partial(static_offer, offer) for index, offer in enumerate(plans.OFFERS)},
    **{
        f"checkout-{sample.kind}": partial(checkout_summary, sample)
        for sample in (checkouts.PURCHASE, checkouts.CHANGE, checkouts.TRIAL, checkouts.GIFT)
    },
    "plans": lambda: plans_content(
        plans.PLANS, lambda plan: ui.button(plan.action), lambda plan: ui.button(plan.trial)
    ),
    **{
        f"advertisement-{shown.id}": partial(create_advertisement, shown)
        for shown in (samples.ADVERTISEMENT, samples.IMAGE_ADVERTISEMENT)
    },
    "sidebar": lambda: group(
        *sidebar_sections(samples.SIDEBAR, create_advertisement(samples.ADVERTISEMENT))
    ),
}


@pytest.mark.parametrize("name", PARTS)
def test_plain_values_give_the_same_elements_on_live_pages_and_in_html(name: str) -> None:
    component = PARTS[name]()
    assert isinstance(component, rx.Component)
    with html_output():
        html = _HtmlReader(PARTS[name]())
    tokens = join_adjacent_texts(iter_component_tokens(component.render()))
    assert tokens == join_adjacent_texts(html.tokens)


@pytest.mark.parametrize(
    "page",
    [
        gallery.design_components_page,
        gallery.design_feed_page,
        gallery.design_mails_page,
        gallery.design_post_page,
        gallery.design_profile_page,
    ],
)
def test_pages_of_the_design_gallery_compile(page: Callable[[], rx.Component]) -> None:
    component = page()
    assert str(component).startswith("jsx(")
    assert component._get_all_imports()


@pytest.mark.parametrize(
    ("rows", "is_empty"), [([], True), (samples.DISCUSSION.thread_rows[:1], False)]
)
def test_a_discussion_with_only_a_waiting_comment_does_not_look_empty(
    rows: list[Row], *, is_empty: bool
) -> None:
    view = replace(samples.DISCUSSION, pinned_rows=[], thread_rows=rows, total=0)
    section = discussion_section(view, "/p/1", thread._DiscussionControls())
    assert ("No comments yet" in str(section)) is is_empty
