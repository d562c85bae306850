"""Server-rendered pages of communities.

There is a page that lists the communities, a page for one community with its posts, and a page with
the form that creates or edits a community.
"""

import htpy as h
from htpy import Element, Node
from markupsafe import Markup
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import communities, discovery
from community.domain.accounts.schemas import UserSummary
from community.domain.communities.schemas import CommunityView
from community.i18n import gettext as _
from community.i18n import ngettext
from community.realtime import topics
from community.ssr import linked_data
from community.ssr.elements import avatar, avatar_for, compact_number, icon, rich_text
from community.ssr.empty_states import empty_state
from community.ssr.feeds import list_empty_state, post_cards
from community.ssr.listing import (
    LIST_PARAMS,
    get_canonical_path,
    get_cursor,
    get_next_page_path,
    load_more_link,
    subscribe_toggle,
    tab_links,
    toggle_button,
)
from community.ssr.profiles import stat_item
from community.ssr.routing import PageContent, PageRequest, Redirect, build_page_meta, page_route
from community.ssr.sidebar import render_sidebar
from community.styles import button, display, feed_texts, layout, listing, profile_texts
from community.styles import profile as styles


@page_route(urls.COMMUNITIES, accepted_params=LIST_PARAMS)
async def communities_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    """Return the page that lists all open communities, those with the most members first."""
    page = await communities.list_largest(session, actor, cursor=get_cursor(request))
    create = h.a(href=urls.NEW_COMMUNITY, class_=button.class_names("secondary"))[
        icon("plus"), _("Create a community")
    ]
    return PageContent(
        build_page_meta(
            _("Communities"),
            get_canonical_path(request, urls.COMMUNITIES),
            description=_(profile_texts.COMMUNITIES_INTRO),
            is_indexable=not get_cursor(request),
            next_path=get_next_page_path(page, urls.COMMUNITIES),
        ),
        [
            h.header(class_=layout.PAGE_HEADING)[
                h.div[
                    h.h1(class_=layout.PAGE_TITLE)[_("Communities")],
                    h.p(class_=layout.PAGE_INTRO)[_(profile_texts.COMMUNITIES_INTRO)],
                ],
                create,
            ],
            page.items
            and h.ul(class_=listing.LIST)[(_community_row(view, actor) for view in page.items)],
            load_more_link(page, urls.COMMUNITIES, _("More communities")),
            list_empty_state(page, profile_texts.no_communities_message()),
        ],
        active_href=urls.COMMUNITIES,
        sidebar=await render_sidebar(session, actor),
    )


@page_route("/c/{slug}", accepted_params=LIST_PARAMS)
@page_route("/c/{slug}/new", accepted_params=LIST_PARAMS)
async def community_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page of a community with its posts.

    If the URL ends with `/new`, the newest posts come first, else the most popular posts.
    """
    get_url = urls.community_new_feed if request.path.endswith("/new") else urls.community
    try:
        view = await communities.get_view_by_slug(session, actor, request.path_params["slug"])
    except NotFound as error:
        if (slug := error.details.get("slug")) is None:
            raise
        raise Redirect(get_url(slug)) from error
    canonical, cursor = get_url(view.slug), get_cursor(request)
    name = discovery.Feed.NEW if get_url is urls.community_new_feed else discovery.Feed.POPULAR
    page = await discovery.get_feed_with_pinned(
        session, actor, name=name, community_id=view.id, cursor=cursor
    )
    links = [
        (urls.community(view.slug), _("Popular")),
        (urls.community_new_feed(view.slug), _("New")),
    ]
    return PageContent(
        build_page_meta(
            view.name,
            get_canonical_path(request, canonical),
            description=view.description or _("Posts in {name}.", name=view.name),
            image=view.header or view.avatar,
            is_indexable=view.posts_count > 0 and not cursor and name is discovery.Feed.POPULAR,
            next_path=get_next_page_path(page, canonical),
            feed_path=urls.community_atom_feed(view.slug),
            linked_data=linked_data.build_community_data(view),
        ),
        [
            _community_header(view, actor),
            tab_links(_("Posts"), links, canonical),
            *post_cards(page, canonical),
            list_empty_state(page, feed_texts.no_community_posts_message()),
        ],
        active_href=urls.COMMUNITIES,
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.FEEDS, topics.community(view.id)}),
    )


@page_route(urls.NEW_COMMUNITY)
@page_route("/c/{slug}/edit")
async def community_form_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    """Return the page of the community form. Guests get a sign-in prompt instead.

    The page contains placeholders. The React app replaces them with the form.
    """
    slug = request.path_params.get("slug")
    if slug is not None and not (await communities.get_view(session, actor, slug)).can_edit:
        raise NotFound(profile_texts.community_edit_forbidden_text())
    title = profile_texts.community_form_title(is_new=slug is None)
    heading = h.header(class_=layout.PAGE_HEADING)[h.h1(class_=layout.PAGE_TITLE)[title]]
    placeholders = h.div(class_=listing.FORM, aria_hidden="true")[
        (h.div(class_=f"{display.SKELETON} h-16") for _index in range(4))
    ]
    return PageContent(
        build_page_meta(title, request.path, is_indexable=False),
        [
            heading,
            empty_state(*profile_texts.community_form_sign_in_prompt())
            if actor.is_guest
            else placeholders,
        ],
        active_href=urls.COMMUNITIES,
        sidebar=await render_sidebar(session, actor),
    )


def _community_row(view: CommunityView, actor: Actor) -> Element:
    return h.li(class_=listing.ROW)[
        avatar(view.name, view.avatar, "lg", "community"),
        h.div(class_=listing.TEXT)[
            h.a(href=view.url, class_=listing.NAME)[view.name],
            h.p(class_=listing.NOTE)[
                rich_text(_members_count_message(view), count=compact_number(view.members_count)),
                " · ",
                rich_text(_posts_count_message(view), count=compact_number(view.posts_count)),
            ],
            view.description and h.p(class_=listing.DESCRIPTION)[view.description],
        ],
        h.div(class_=listing.ACTION)[
            toggle_button(
                _("Joined"), _("Join"), is_on=view.is_member, is_guest=actor.is_guest, size="sm"
            )
        ],
    ]


def _community_header(view: CommunityView, actor: Actor) -> Element:
    return h.header(class_=styles.HEAD)[
        h.div(class_=styles.HEADER)[
            view.header and h.img(src=view.header, alt="", class_=styles.HEADER_IMAGE)
        ],
        h.div(class_=styles.TOP)[
            avatar(view.name, view.avatar, "xl", "community", styles.AVATAR_RING),
            h.div(class_=styles.ACTIONS)[_community_buttons(view, actor)],
        ],
        h.div(class_=styles.TEXT)[
            h.h1(class_=styles.NAME)[view.name],
            h.p(class_=styles.SLUG)[f"c/{view.slug}"],
            view.description and h.p(class_=styles.BIO)[view.description],
            h.div(class_=styles.STATS)[
                stat_item(_members_count_message(view), view.members_count),
                stat_item(_posts_count_message(view), view.posts_count),
            ],
        ],
        view.closed_at is not None and h.p(class_=listing.NOTICE)[_(profile_texts.CLOSED_TEXT)],
        h.div(class_=listing.COLLAPSIBLES)[
            view.rules
            and _collapsible_section(
                _("Rules"), h.div(class_=listing.COLLAPSIBLE_TEXT)[Markup(view.rules_html)]
            ),
            _collapsible_section(
                _("Moderators"),
                h.div(class_=listing.MODERATORS)[
                    (_moderator_item(user) for user in view.moderators)
                ],
            ),
        ],
    ]


def _community_buttons(view: CommunityView, actor: Actor) -> Node:
    edit, write = urls.edit_community(view.slug), urls.write_in_community(view.slug)
    return (
        view.can_edit and h.a(href=edit, class_=button.class_names("secondary"))[_("Edit")],
        subscribe_toggle(is_on=view.is_subscribed, is_guest=actor.is_guest),
        view.can_post
        and h.a(href=write, class_=f"{button.class_names('secondary')} {styles.WRITE_BUTTON}")[
            icon("write"), _("Write here")
        ],
        toggle_button(_("Joined"), _("Join"), is_on=view.is_member, is_guest=actor.is_guest),
    )


def _collapsible_section(title: str, body: Element) -> Element:
    return h.details(class_=listing.COLLAPSIBLE)[
        h.summary(class_=listing.COLLAPSIBLE_TITLE)[
            title, icon("chevron_down", listing.COLLAPSIBLE_ICON)
        ],
        h.div(class_=listing.COLLAPSIBLE_BODY)[body],
    ]


def _moderator_item(user: UserSummary) -> Element:
    return h.a(href=urls.profile(user.slug), class_=listing.MODERATOR)[
        avatar_for(user, "xs"), user.name
    ]


def _members_count_message(view: CommunityView) -> str:
    return ngettext("{count} member", "{count} members", view.members_count, count="{count}")


def _posts_count_message(view: CommunityView) -> str:
    return ngettext("{count} post", "{count} posts", view.posts_count, count="{count}")
