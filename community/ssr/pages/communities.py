"""Server-rendered pages of communities."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import feed_texts, lists, toggles, ui
from community.components.advertisements import advertisement_place
from community.components.communities import (
    community_header,
    community_list_heading,
    community_row,
    community_tabs,
    member_list_header,
    member_row,
    members_heading,
    no_members_message,
    search_fields,
)
from community.components.page_heading import page_heading
from community.components.profiles import texts as profile_texts
from community.core.actor import Actor
from community.domain import communities, pages
from community.domain.communities.schemas import CommunityView
from community.i18n import gettext as _
from community.realtime import messages
from community.rendering import Node, el
from community.ssr.http import linked_data
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta
from community.ssr.pages.feeds import feed_list
from community.ssr.pages.listing import (
    get_canonical_path,
    get_cursor,
    get_next_page_path,
    page_list,
)
from community.styles import listing, profile as profile_styles


async def communities_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    """Return the page that lists all open communities, those with the most members first."""
    page = await communities.list_largest(session, actor, cursor=get_cursor(request))
    return PageContent(
        build_page_meta(
            _("Communities"),
            get_canonical_path(request, urls.COMMUNITIES),
            description=_(profile_texts.COMMUNITIES_INTRO),
            is_indexable=not get_cursor(request),
            next_path=get_next_page_path(page, urls.COMMUNITIES),
        ),
        [
            community_list_heading(),
            page_list(
                page,
                el.ul(
                    [_community_row(view, actor, request) for view in page.items],
                    class_name=listing.LIST,
                ),
                urls.COMMUNITIES,
                more_label=_("More communities"),
                empty=profile_texts.no_communities_message(),
            ),
        ],
        active_href=urls.COMMUNITIES,
        has_site_sidebar=True,
    )


async def community_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page of a community with its posts.

    If the URL ends with `/new`, the newest posts come first, else the most popular posts.
    """
    is_new, cursor = request.path.endswith("/new"), get_cursor(request)
    page = await pages.load_community_page(
        session, actor, request.path_params["slug"], is_new=is_new, cursor=cursor
    )
    view, posts = page.community, page.posts
    canonical = (urls.community_new_feed if is_new else urls.community)(view.slug)
    return PageContent(
        build_page_meta(
            view.name,
            get_canonical_path(request, canonical),
            description=view.description or _("Posts in {name}.", name=view.name),
            image=view.header or view.avatar,
            is_indexable=view.posts_count > 0 and not cursor and not is_new,
            next_path=get_next_page_path(posts, canonical),
            feed_path=urls.community_atom_feed(view.slug),
            linked_data=linked_data.build_community_data(view),
        ),
        [
            advertisement_place("header"),
            _community_header(view, actor, request),
            community_tabs(view.slug, is_new=is_new),
            feed_list(posts, canonical, feed_texts.no_community_posts_message()),
        ],
        active_href=urls.COMMUNITIES,
        has_site_sidebar=True,
        topics=frozenset(
            {messages.FEEDS_TOPIC, messages.AUTHORS_TOPIC, messages.community_topic(view.id)}
        ),
        advertised=page.scope.advertised,
    )


async def community_form_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    """Return the page of the community form. Guests get a sign-in prompt instead.

    The page contains placeholders. The React app replaces them with the form.
    """
    slug = request.path_params.get("slug")
    if slug is not None:
        await pages.load_community_form(session, actor, slug)
    title = profile_texts.community_form_title(is_new=slug is None)
    placeholders = el.div([ui.skeleton("h-16") for _index in range(4)], class_name=listing.FORM)
    prompt = lists.empty_list_message(profile_texts.community_form_sign_in_prompt())
    return PageContent(
        build_page_meta(title, request.path, is_indexable=False),
        [page_heading(title), prompt if actor.is_guest else placeholders],
        active_href=urls.COMMUNITIES,
        has_site_sidebar=True,
    )


def _community_row(view: CommunityView, actor: Actor, request: PageRequest) -> Node:
    href = request.get_sign_in_href(actor)
    toggle = toggles.join_toggle(view.is_member, sign_in_href=href, size="sm")
    return community_row(view, join_toggle=toggle)


def _community_header(view: CommunityView, actor: Actor, request: PageRequest) -> Node:
    href = request.get_sign_in_href(actor)
    return community_header(
        view,
        notifications_toggle=toggles.new_post_notifications_toggle(
            view.is_subscribed, sign_in_href=href
        ),
        join_toggle=toggles.join_toggle(view.is_member, sign_in_href=href),
    )


async def community_members_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    page = await pages.load_community_members_page(
        session,
        actor,
        request.path_params["slug"],
        role=request.query_params.get("role", ""),
        search=request.query_params.get("q", ""),
        cursor=get_cursor(request),
    )
    view, only_moderators, search = page.community, page.only_moderators, page.search
    list_path = urls.community_members(view.slug, only_moderators=only_moderators, search=search)
    search_form = el.form(
        search_fields(search, only_moderators=only_moderators),
        role="search",
        class_name=listing.SEARCH_ROW,
    )
    rows = [member_row(member, role=member.role, menu=None) for member in page.members.items]
    return PageContent(
        build_page_meta(
            members_heading(view.name), get_canonical_path(request, list_path), is_indexable=False
        ),
        [
            member_list_header(view, only_moderators=only_moderators, search_form=search_form),
            page_list(
                page.members,
                el.ul(rows, class_name=profile_styles.USER_LIST),
                list_path,
                more_label=_("More people"),
                empty=no_members_message(),
            ),
        ],
        active_href=urls.COMMUNITIES,
        has_site_sidebar=True,
        topics=frozenset({messages.USERS_TOPIC, messages.community_topic(view.id)}),
    )
