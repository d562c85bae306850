"""Server-rendered pages of user profiles.

A user has a profile page with their posts, a page that lists their followers, and a page that lists
the users they follow.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import feed_texts
from community.components.profiles import (
    LIST_URLS,
    follow_list_header,
    ignored_notice,
    menu_button,
    own_profile_buttons,
    profile_buttons,
    profile_header,
    user_row,
)
from community.components.profiles import texts as profile_texts
from community.components.profiles.texts import FollowListName
from community.components.toggles import follow_toggle, new_post_notifications_toggle
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain import accounts, discovery, follows
from community.domain.accounts.schemas import Profile
from community.domain.follows.schemas import UserListItem
from community.i18n import gettext as _
from community.realtime import topics
from community.rendering import Node, el
from community.ssr.http import linked_data
from community.ssr.http.routing import (
    USER_SLUG,
    PageContent,
    PageRequest,
    Redirect,
    build_page_meta,
    page_route,
)
from community.ssr.pages.feeds import feed_list
from community.ssr.pages.listing import (
    LIST_PARAMS,
    get_canonical_path,
    get_cursor,
    get_next_page_path,
    page_list,
)
from community.ssr.pages.sidebar import render_sidebar
from community.styles import profile as styles


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
    page = await discovery.get_feed_items(
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
            profile_header(user, buttons=_buttons(user, actor, request)),
            ignored_notice() if user.is_ignored else None,
            el.h2(_("Posts"), class_name="sr-only"),
            el.div(feed_list(page, canonical, empty), class_name=styles.POSTS),
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
    read = follows.list_followers if name == "followers" else follows.list_following
    get_url = LIST_URLS[name]
    try:
        user = await accounts.get_profile_by_slug(session, actor, request.path_params["slug"])
    except NotFound as error:
        if (slug := error.details.get("slug")) is None:
            raise
        raise Redirect(get_url(slug)) from error
    page = await read(session, actor, user_id=user.id, cursor=get_cursor(request))
    canonical = get_url(user.slug)
    heading = profile_texts.follow_list_heading(name, user.name)
    return PageContent(
        build_page_meta(heading, get_canonical_path(request, canonical), is_indexable=False),
        [
            follow_list_header(name, user),
            page_list(
                page,
                el.ul(
                    [_user_row(item, actor, request) for item in page.items],
                    class_name=styles.USER_LIST,
                ),
                canonical,
                more_label=_("More people"),
                empty=profile_texts.follow_list_texts()[name].empty,
            ),
        ],
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.USERS}),
    )


def _buttons(user: Profile, actor: Actor, request: PageRequest) -> Node:
    if actor.is_user(user.id):
        return own_profile_buttons()
    href = request.get_sign_in_href(actor)
    return profile_buttons(
        user,
        menu=None if actor.is_guest else menu_button(),
        notifications_toggle=new_post_notifications_toggle(user.is_subscribed, sign_in_href=href),
        follow_toggle=follow_toggle(user.is_following, sign_in_href=href),
    )


def _user_row(user: UserListItem, actor: Actor, request: PageRequest) -> Node:
    href = request.get_sign_in_href(actor)
    return user_row(
        user,
        is_viewer=actor.is_user(user.id),
        follow_toggle=follow_toggle(user.is_following, sign_in_href=href, size="sm"),
    )
