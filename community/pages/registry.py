"""All live pages of the site, each with its route, its title and the events that load its data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import reflex as rx

from community import urls
from community.components import feed_texts
from community.components.communities import members_heading
from community.components.layout import not_found
from community.components.layout.footer import site_page_title
from community.components.location import is_current_path, is_loaded, page_title
from community.components.profiles import texts as profile_texts
from community.components.profiles.tabs import about_title, comments_title
from community.components.search.texts import search_title
from community.domain.pages import FollowListName
from community.domain.site import SitePageName
from community.i18n import gettext as _
from community.pages import communities, feeds, profile
from community.pages.chats import chat_page, chats_page
from community.pages.notifications import notifications_page
from community.pages.payments import card_setup_page, payment_page
from community.pages.plans import plans_page
from community.pages.post import post_page
from community.pages.search import search_page
from community.pages.settings import settings_page
from community.pages.sign_in import finish_sign_in_page, mail_link_page
from community.pages.site_pages import make_site_page, not_found_page
from community.pages.top_authors import top_authors_page
from community.pages.writing import drafts_page, write_page
from community.state.pages.chat.chats import ChatsState
from community.state.pages.chat.open_chat import ChatState
from community.state.pages.communities.communities import CommunitiesState, CommunityState
from community.state.pages.communities.community_form import CommunityFormState
from community.state.pages.communities.community_members import CommunityMembersState
from community.state.pages.feed import FeedState
from community.state.pages.layout import LayoutState
from community.state.pages.notifications import NotificationsState
from community.state.pages.payments.card_setup import CardSetupState
from community.state.pages.payments.checkout import CheckoutState
from community.state.pages.payments.gift import GiftState
from community.state.pages.payments.payment import PaymentState
from community.state.pages.payments.plans import PlansState
from community.state.pages.posts.drafts import DraftsState
from community.state.pages.posts.post import PostActionsState, PostState
from community.state.pages.posts.writing import WritingState
from community.state.pages.profile import FollowListState, ProfileState
from community.state.pages.search import SearchState
from community.state.pages.settings.page import SettingsState
from community.state.pages.sidebar import SidebarState
from community.state.pages.sign_in.link_content import LINK_PAGES
from community.state.pages.sign_in.sign_in import FinishSignInState, LinkPageState
from community.state.pages.site_page import SitePageState
from community.state.pages.top_authors import TopAuthorsState


@dataclass(frozen=True)
class Page:
    """A page of the site.

    When the page opens, and each time its WebSocket reconnects, the server runs the `on_load`
    events in their order.
    """

    route: str
    component: Callable[[], rx.Component]
    title: str | rx.Var[str]
    on_load: Sequence[Any] = ()


# The route of the page that Reflex shows for unknown paths.
NOT_FOUND_ROUTE = "404"


def list_pages() -> list[Page]:
    return [
        Page(
            "/",
            feeds.home_page,
            page_title(),
            _load_with_sidebar(FeedState.load),
        ),
        *_feed_pages(),
        *_post_pages(),
        *_profile_pages(),
        *_community_pages(),
        _top_authors_page(),
        _search_page(),
        *_member_pages(),
        *_chat_pages(),
        *_plan_pages(),
        *_mail_link_pages(),
        _finish_sign_in_page(),
        *_site_pages(),
        Page(
            NOT_FOUND_ROUTE,
            not_found_page,
            page_title(not_found.page_not_found_title()),
            _load_with_sidebar(),
        ),
    ]


def register_pages(app: rx.App) -> None:
    for page in list_pages():
        app.add_page(page.component, route=page.route, title=page.title, on_load=list(page.on_load))


def _load_with_sidebar(*events: Any) -> list[Any]:
    """Return the events of a page with a sidebar.

    The content replaces the server-rendered page, so the sidebar must be complete by then.
    """
    return [LayoutState.load, SidebarState.load, *events]


def _feed_pages() -> list[Page]:
    on_load = _load_with_sidebar(FeedState.load)
    tag_title = page_title(f"#{FeedState.tag}", is_ready=FeedState.tag != "")
    return [
        *(
            Page(path, feeds.make_feed_page(path), page_title(name), on_load)
            for path, name in feed_texts.feed_tabs()
        ),
        Page("/tag/[tag_name]", feeds.tag_page, tag_title, on_load),
    ]


def _post_pages() -> list[Page]:
    title = page_title(
        PostState.post.title, is_ready=is_current_path(PostState.path) & is_loaded(PostState.post)
    )
    on_load = _load_with_sidebar(PostState.load, PostActionsState.load)
    return [Page("/p/[post_id]/[post_slug]", post_page, title, on_load)]


def _profile_pages() -> list[Page]:
    name: Any = ProfileState.profile.name
    return [
        _profile_page("/[user_slug]", profile.profile_page, name),
        _profile_page(
            "/profile/[user_slug]/comments",
            profile.comments_page,
            comments_title(name),
        ),
        _profile_page(
            "/profile/[user_slug]/about",
            profile.about_page,
            about_title(name),
        ),
        _follow_list_page("followers", profile.followers_page),
        _follow_list_page("following", profile.following_page),
    ]


def _profile_page(route: str, component: Callable[[], rx.Component], title: Any) -> Page:
    is_ready = is_current_path(ProfileState.path) & is_loaded(ProfileState.profile)
    on_load = _load_with_sidebar(ProfileState.load)
    return Page(route, component, page_title(title, is_ready=is_ready), on_load)


def _follow_list_page(name: FollowListName, component: Callable[[], rx.Component]) -> Page:
    title = page_title(
        profile_texts.follow_list_heading(name, FollowListState.owner.name),
        is_ready=is_current_path(FollowListState.path) & is_loaded(FollowListState.owner),
    )
    on_load = _load_with_sidebar(FollowListState.load)
    return Page(f"/profile/[user_slug]/{name}", component, title, on_load)


def _community_pages() -> list[Page]:
    title = page_title(
        CommunityState.community.name,
        is_ready=is_current_path(CommunityState.path) & is_loaded(CommunityState.community),
    )
    form_title = page_title(
        communities.community_form_title(), is_ready=is_current_path(CommunityFormState.path)
    )
    list_on_load = _load_with_sidebar(CommunitiesState.load)
    on_load = _load_with_sidebar(CommunityState.load)
    members_title = page_title(
        members_heading(CommunityMembersState.community.name),
        is_ready=is_current_path(CommunityMembersState.path)
        & is_loaded(CommunityMembersState.community),
    )
    members_on_load = _load_with_sidebar(CommunityMembersState.load)
    form_on_load = _load_with_sidebar(CommunityFormState.load)
    return [
        Page(
            urls.COMMUNITIES,
            communities.communities_page,
            page_title(_("Communities")),
            list_on_load,
        ),
        Page(urls.NEW_COMMUNITY, communities.community_form_page, form_title, form_on_load),
        Page("/c/[community_slug]", communities.popular_community_posts_page, title, on_load),
        Page("/c/[community_slug]/new", communities.new_community_posts_page, title, on_load),
        Page(
            "/c/[community_slug]/members",
            communities.community_members_page,
            members_title,
            members_on_load,
        ),
        Page("/c/[community_slug]/edit", communities.community_form_page, form_title, form_on_load),
    ]


def _top_authors_page() -> Page:
    on_load = _load_with_sidebar(TopAuthorsState.load)
    return Page(urls.TOP_AUTHORS, top_authors_page, page_title(_("Top authors")), on_load)


def _search_page() -> Page:
    title = page_title(
        search_title(SearchState.overview.q), is_ready=is_loaded(SearchState.loaded_page)
    )
    on_load = _load_with_sidebar(SearchState.load)
    return Page(urls.SEARCH, search_page, title, on_load)


def _member_pages() -> list[Page]:
    writing_on_load = [LayoutState.load, WritingState.load]
    return [
        Page(urls.WRITE, write_page, page_title(_("Write")), writing_on_load),
        Page(f"{urls.WRITE}/[post_id]", write_page, page_title(_("Write")), writing_on_load),
        Page(
            urls.DRAFTS, drafts_page, page_title(_("Drafts")), [LayoutState.load, DraftsState.load]
        ),
        Page(
            urls.NOTIFICATIONS,
            notifications_page,
            page_title(_("Notifications")),
            [LayoutState.load, NotificationsState.load],
        ),
        Page(
            urls.SETTINGS,
            settings_page,
            page_title(_("Settings")),
            [LayoutState.load, SettingsState.load],
        ),
    ]


def _chat_pages() -> list[Page]:
    title = page_title(_("Messages"))
    return [
        Page(urls.CHATS, chats_page, title, [LayoutState.load, ChatsState.load]),
        Page("/m/[chat_id]", chat_page, title, [LayoutState.load, ChatState.load, ChatsState.load]),
    ]


def _plan_pages() -> list[Page]:
    return [
        Page(
            urls.PLANS,
            plans_page,
            page_title(_("Plans")),
            [LayoutState.load, GiftState.load, CheckoutState.load, PlansState.load],
        ),
        Page(
            urls.payment("[payment_id]"),
            payment_page,
            page_title(_("Payment")),
            [LayoutState.load, PaymentState.load],
        ),
        Page(
            urls.card_setup("[setup_id]"),
            card_setup_page,
            page_title(_("Replace card")),
            [LayoutState.load, CardSetupState.load],
        ),
    ]


def _finish_sign_in_page() -> Page:
    title = page_title(
        FinishSignInState.content.title, is_ready=is_loaded(FinishSignInState.content)
    )
    on_load = [LayoutState.load, FinishSignInState.load]
    return Page(urls.FINISH_SIGN_IN, finish_sign_in_page, title, on_load)


def _mail_link_pages() -> list[Page]:
    title = page_title(
        LinkPageState.content.title,
        is_ready=is_current_path(LinkPageState.path) & is_loaded(LinkPageState.content),
    )
    on_load = [LayoutState.load, LinkPageState.load]
    return [Page(path, mail_link_page, title, on_load) for path in LINK_PAGES]


def _site_pages() -> list[Page]:
    on_load = _load_with_sidebar(SitePageState.load)
    return [
        Page(urls.site_page(name), make_site_page(name), page_title(site_page_title(name)), on_load)
        for name in get_args(SitePageName)
    ]
