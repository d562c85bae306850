"""Server-rendered pages of user profiles."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import feed_texts, profiles
from community.components.advertisements import advertisement_place
from community.components.profiles import tabs, texts as profile_texts
from community.components.toggles import follow_toggle, new_post_notifications_toggle
from community.core.actor import Actor
from community.domain import pages
from community.domain.follows.queries import UserListItem
from community.domain.pages import FollowListName, ProfilePage, ProfileTab
from community.i18n import gettext as _
from community.realtime import messages
from community.rendering import Node, el, present
from community.ssr.http import linked_data
from community.ssr.http.routing import PageContent, PageRequest, build_page_meta
from community.ssr.pages import listing
from community.ssr.pages.feeds import feed_list
from community.styles import profile as styles


async def profile_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    cursor = listing.get_cursor(request)
    page = await _load_page(session, actor, request, "posts")
    user, canonical = page.profile, urls.profile(page.profile.slug)
    no_posts = feed_texts.no_own_posts_message if page.is_own else feed_texts.no_user_posts_message
    meta = build_page_meta(
        user.name,
        listing.get_canonical_path(request, canonical),
        description=user.bio or _("Posts by {name}.", name=user.name),
        og_type="profile",
        image=user.header or user.avatar,
        is_indexable=user.posts_count > 0 and not cursor,
        next_path=listing.get_next_page_path(page.posts, canonical),
        feed_path=urls.author_atom_feed(user.slug),
        linked_data=linked_data.build_profile_data(user),
    )
    content = feed_list(page.posts, canonical, no_posts())
    return PageContent(
        meta,
        [
            advertisement_place("header"),
            _profile_content(page, actor, request, "posts", content),
        ],
        has_site_sidebar=True,
        topics=frozenset({messages.FEEDS_TOPIC, messages.USERS_TOPIC}),
        advertised=page.scope.advertised,
    )


async def comments_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    page = await _load_page(session, actor, request, "comments")
    canonical, listed = urls.user_comments(page.profile.slug), page.comments
    meta = build_page_meta(
        tabs.comments_title(page.profile.name),
        listing.get_canonical_path(request, canonical),
        is_indexable=False,
        next_path=listing.get_next_page_path(listed, canonical),
    )
    content = listing.page_list(
        listed,
        el.ul([tabs.authored_comment_row(comment) for comment in listed.items]),
        canonical,
        more_label=_("More comments"),
        empty=tabs.no_comments_message(),
    )
    return PageContent(
        meta,
        _profile_content(page, actor, request, "comments", content),
        has_site_sidebar=True,
        # A comment that is deleted must also disappear from this page.
        topics=frozenset(
            {messages.USERS_TOPIC, *(messages.post_topic(item.post.id) for item in listed.items)}
        ),
    )


async def about_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    page = await _load_page(session, actor, request, "about")
    user = page.profile
    meta = build_page_meta(
        tabs.about_title(user.name), urls.about_user(user.slug), is_indexable=False
    )
    content = present(page.about, lambda about: tabs.about_section(user, about))
    return PageContent(
        meta,
        _profile_content(page, actor, request, "about", content),
        has_site_sidebar=True,
        topics=frozenset({messages.USERS_TOPIC}),
    )


async def follow_list_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    """Return the page that lists the followers of a user or the users that this user follows."""
    name: FollowListName = "followers" if request.path.endswith("/followers") else "following"
    page = await pages.load_follow_list_page(
        session, actor, request.path_params["slug"], name, cursor=listing.get_cursor(request)
    )
    user, canonical = page.owner, urls.FOLLOW_LISTS[name](page.owner.slug)
    heading = profile_texts.follow_list_heading(name, user.name)
    return PageContent(
        build_page_meta(
            heading, listing.get_canonical_path(request, canonical), is_indexable=False
        ),
        [
            profiles.follow_list_header(name, user),
            listing.page_list(
                page.users,
                el.ul(
                    [_user_row(item, actor, request) for item in page.users.items],
                    class_name=styles.USER_LIST,
                ),
                canonical,
                more_label=_("More people"),
                empty=profile_texts.follow_list_texts()[name].empty,
            ),
        ],
        has_site_sidebar=True,
        topics=frozenset({messages.USERS_TOPIC}),
    )


async def _load_page(
    session: AsyncSession, actor: Actor, request: PageRequest, tab: ProfileTab
) -> ProfilePage:
    return await pages.load_profile_page(
        session,
        actor,
        request.path_params["slug"],
        tab,
        cursor=listing.get_cursor(request),
        period=request.query_params.get("period", ""),
    )


def _profile_content(
    page: ProfilePage, actor: Actor, request: PageRequest, tab: ProfileTab, content: Node
) -> Node:
    user = page.profile
    return [
        profiles.profile_header(user, buttons=_buttons(page, actor, request)),
        profiles.ignored_notice(user.ignored_until) if user.is_ignored else None,
        tabs.profile_tabs(user, tab),
        content,
    ]


def _buttons(page: ProfilePage, actor: Actor, request: PageRequest) -> Node:
    if page.is_own:
        return profiles.own_profile_buttons()
    user, href = page.profile, request.get_sign_in_href(actor)
    return profiles.profile_buttons(
        user,
        menu=None if actor.is_guest else profiles.menu_button(),
        message_button=profiles.message_link(href) if actor.is_guest else profiles.message_button(),
        notifications_toggle=new_post_notifications_toggle(user.is_subscribed, sign_in_href=href),
        follow_toggle=follow_toggle(user.is_following, sign_in_href=href),
    )


def _user_row(user: UserListItem, actor: Actor, request: PageRequest) -> Node:
    href = request.get_sign_in_href(actor)
    return profiles.user_row(
        user,
        is_viewer=actor.is_user(user.id),
        follow_toggle=follow_toggle(user.is_following, sign_in_href=href, size="sm"),
    )
