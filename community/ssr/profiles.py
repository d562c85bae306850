"""Server-rendered pages of user profiles.

A user has a profile page with their posts, a page that lists their followers, and a page that lists
the users they follow.
"""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import htpy as h
from htpy import Element, Node
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.core.pagination import Page
from community.domain import accounts, discovery, follows
from community.domain.accounts.schemas import Profile
from community.domain.follows.schemas import UserListItem
from community.i18n import gettext as _
from community.i18n import ngettext, pgettext
from community.realtime import topics
from community.ssr import linked_data
from community.ssr.elements import avatar, avatar_for, compact_number, icon, rich_text
from community.ssr.feeds import list_empty_state, post_cards
from community.ssr.listing import (
    LIST_PARAMS,
    action_button,
    get_canonical_path,
    get_cursor,
    get_next_page_path,
    load_more_link,
    subscribe_toggle,
    tab_links,
    toggle_button,
)
from community.ssr.routing import (
    USER_SLUG,
    PageContent,
    PageRequest,
    Redirect,
    build_page_meta,
    page_route,
)
from community.ssr.sidebar import render_sidebar
from community.styles import avatar as avatar_styles
from community.styles import button, display, feed_texts, listing, profile_texts
from community.styles import profile as styles
from community.styles.profile_texts import FollowListName

_ReadPage: TypeAlias = Callable[..., Awaitable[Page[UserListItem]]]
_LISTS: dict[FollowListName, tuple[_ReadPage, Callable[[str], str]]] = {
    "followers": (follows.list_followers, urls.followers),
    "following": (follows.list_following, urls.following),
}


@page_route("/{slug}", segment=USER_SLUG, accepted_params=LIST_PARAMS)
async def profile_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the profile page of a user with their posts."""
    try:
        user = await accounts.get_profile_by_slug(session, actor, request.path_params["slug"])
    except NotFound as error:
        if (slug := error.details.get("slug")) is None:
            raise
        raise Redirect(urls.profile(slug)) from error
    canonical, cursor = urls.profile(user.slug), get_cursor(request)
    page = await discovery.get_feed_with_pinned(
        session, actor, name=discovery.Feed.NEW, author_id=user.id, cursor=cursor
    )
    is_own = actor.is_user(user.id)
    empty = feed_texts.no_own_posts_message() if is_own else feed_texts.no_user_posts_message()
    return PageContent(
        build_page_meta(
            user.name,
            get_canonical_path(request, canonical),
            description=user.bio or _("Posts by {name}.", name=user.name),
            og_type="profile",
            image=user.header or user.avatar,
            is_indexable=user.posts_count > 0 and not cursor,
            next_path=get_next_page_path(page, canonical),
            feed_path=urls.author_atom_feed(user.slug),
            linked_data=linked_data.build_profile_data(user),
        ),
        [
            _profile_header(user, actor, is_own=is_own),
            user.is_ignored and _ignored_notice(),
            h.h2(class_="sr-only")[_("Posts")],
            h.div(class_=styles.POSTS)[
                post_cards(page, canonical),
                list_empty_state(page, empty),
            ],
        ],
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.FEEDS, topics.USERS}),
    )


@page_route("/profile/{slug}/followers", accepted_params=LIST_PARAMS)
@page_route("/profile/{slug}/following", accepted_params=LIST_PARAMS)
async def follow_list_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    """Return the page that lists the followers of a user or the users that this user follows."""
    name: FollowListName = "followers" if request.path.endswith("/followers") else "following"
    read, get_url = _LISTS[name]
    texts = profile_texts.follow_list_texts()
    try:
        user = await accounts.get_profile_by_slug(session, actor, request.path_params["slug"])
    except NotFound as error:
        if (slug := error.details.get("slug")) is None:
            raise
        raise Redirect(get_url(slug)) from error
    page = await read(session, actor, user_id=user.id, cursor=get_cursor(request))
    canonical = get_url(user.slug)
    heading = profile_texts.follow_list_heading(name, user.name)
    links = [
        (get_list_url(user.slug), texts[list_name].title)
        for list_name, (_read, get_list_url) in _LISTS.items()
    ]
    return PageContent(
        build_page_meta(heading, get_canonical_path(request, canonical), is_indexable=False),
        [
            h.a(href=urls.profile(user.slug), class_=listing.BACK_LINK)[
                icon("arrow_left"), user.name
            ],
            h.h1(class_="sr-only")[heading],
            tab_links(_("People"), links, canonical),
            h.ul(class_=styles.USER_LIST)[(_user_row(item, actor) for item in page.items)],
            load_more_link(page, canonical, _("More people")),
            list_empty_state(page, texts[name].empty),
        ],
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.USERS}),
    )


def _profile_header(user: Profile, actor: Actor, *, is_own: bool) -> Element:
    return h.header(class_=styles.HEAD)[
        h.div(class_=styles.HEADER)[
            user.header and h.img(src=user.header, alt="", class_=styles.HEADER_IMAGE)
        ],
        h.div(class_=styles.TOP)[
            h.span(class_=avatar_styles.ONLINE_WRAPPER)[
                avatar(user.name, user.avatar, "xl", class_name=styles.AVATAR_RING),
                user.is_online
                and h.span(class_=styles.ONLINE_DOT, title=_("Online"))[
                    h.span(class_="sr-only")[_("Online")]
                ],
            ],
            h.div(class_=styles.ACTIONS)[
                _own_profile_buttons() if is_own else _profile_buttons(user, actor)
            ],
        ],
        h.div(class_=styles.TEXT)[
            h.h1(class_=styles.NAME)[user.name],
            h.p(class_=styles.SLUG)[f"@{user.slug}"],
            user.bio and h.p(class_=styles.BIO)[user.bio],
            user.badges
            and h.div(class_=styles.BADGES)[
                (
                    h.span(class_=f"{display.BADGE} {display.TONES['accent']}")[badge]
                    for badge in user.badges
                )
            ],
            h.div(class_=styles.STATS)[_profile_stats(user)],
        ],
    ]


def _profile_stats(user: Profile) -> Node:
    followers, following, posts = user.followers_count, user.following_count, user.posts_count
    return (
        stat_item(
            ngettext("{count} follower", "{count} followers", followers, count="{count}"),
            followers,
            urls.followers(user.slug),
        ),
        stat_item(
            # Translators: the number of users that a user follows.
            ngettext("{count} following", "{count} following", following, count="{count}"),
            following,
            urls.following(user.slug),
        ),
        stat_item(ngettext("{count} post", "{count} posts", posts, count="{count}"), posts),
    )


def stat_item(message: str, count: int, href: str | None = None) -> Element:
    """Return `message` with `{count}` replaced by the number. Return a link if `href` is set."""
    content = rich_text(message, count=h.span(class_=styles.STAT_NUMBER)[compact_number(count)])
    return h.a(href=href, class_=styles.STAT_LINK)[content] if href else h.span[content]


def _own_profile_buttons() -> Node:
    class_name = button.class_names("secondary")
    return (
        h.a(href=urls.DRAFTS, class_=class_name)[_("Drafts")],
        h.a(href=urls.SETTINGS, class_=class_name)[_("Edit profile")],
    )


def _profile_buttons(user: Profile, actor: Actor) -> Node:
    menu_class = button.class_names("quiet", icon_only=True)
    return (
        not actor.is_guest
        and h.button(type="button", aria_label=_("More"), class_=menu_class)[icon("more")],
        not user.is_ignored and subscribe_toggle(is_on=user.is_subscribed, is_guest=actor.is_guest),
        not user.is_ignored
        and toggle_button(
            pgettext("button", "Following"),
            _("Follow"),
            is_on=user.is_following,
            is_guest=actor.is_guest,
        ),
    )


def _ignored_notice() -> Element:
    unignore = action_button(_("Stop ignoring"), is_guest=False, variant="secondary", size="sm")
    return h.p(class_=listing.NOTICE)[
        h.span(class_=listing.NOTICE_TEXT)[_(profile_texts.IGNORED_TEXT)], unignore
    ]


def _user_row(user: UserListItem, actor: Actor) -> Element:
    return h.li(class_=styles.USER_ROW)[
        avatar_for(user, "md"),
        h.div(class_=listing.TEXT)[
            h.a(href=urls.profile(user.slug), class_=listing.NAME)[user.name],
            h.p(class_=listing.SUBTITLE)[user.bio or f"@{user.slug}"],
        ],
        not actor.is_user(user.id)
        and h.div(class_=listing.ACTION)[
            toggle_button(
                pgettext("button", "Following"),
                _("Follow"),
                is_on=user.is_following,
                is_guest=actor.is_guest,
                size="sm",
            )
        ],
    ]
