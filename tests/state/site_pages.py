"""The parts of open pages that show settings of the site, and how tests open them."""

from dataclasses import dataclass
from typing import Any

from community import urls
from community.admin.advertisements.state import AdvertisementsState
from community.admin.invitations import InvitationsState
from community.admin.layout_state import AdminState
from community.admin.plan_features import PlanFeaturesState
from community.admin.plans.state import PlansState as AdminPlansState
from community.admin.reactions import ReactionKindsState
from community.admin.top_users import TopUsersState
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain.accounts import bots
from community.domain.site import PagePart
from community.jobs.runner import run_scheduled_job
from community.models import Follow
from community.state.pages.advertisements import PageAdvertisementsState
from community.state.pages.comments.ai import AssistantState, SummaryState
from community.state.pages.comments.comments import CommentsState
from community.state.pages.feed import FeedState, FollowSuggestionsState
from community.state.pages.layout import LayoutState
from community.state.pages.payments.plans import PlansState
from community.state.pages.posts.post import PostState
from community.state.pages.posts.writing import WritingState
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.security import ConnectionsState
from community.state.pages.sidebar import SidebarState
from community.state.pages.site_page import SitePageState
from community.state.pages.top_authors import TopAuthorsState
from community.state.runtime.offer import OfferState
from tests import factories
from tests.cast import Cast
from tests.state.tabs import SocketServer, Tab


@dataclass(frozen=True)
class Visitors:
    """Who has pages of a site open on which each part can be seen.

    Attributes:
        newcomer: A new member with an email that is not confirmed.
        post_url: A post that takes ten minutes to read.
    """

    guest: Actor
    member: Actor
    newcomer: Actor
    admin: Actor
    post_url: str


@dataclass(frozen=True)
class ShownPart:
    """A page with a part, and the vars of the State in which the browser finds the part."""

    viewer: str
    path: str
    on_load: tuple[Any, ...]
    state: Any
    names: tuple[str, ...]

    async def open(self, socket_server: SocketServer, visitors: Visitors) -> Tab:
        path = self.path.format(post=visitors.post_url)
        tab = await socket_server.open(getattr(visitors, self.viewer), path)
        for handler in (LayoutState.load, *self.on_load):
            await tab.send(handler)
        return tab

    def read(self, tab: Tab) -> dict[str, Any]:
        shown = {name: tab[self.state].get(name) for name in self.names}
        for value in shown.values():
            if isinstance(value, dict):  # the time of loading is always another one
                value.pop("as_of", None)
        return shown


_POST = ("{post}", (PostState.load,))

PARTS: dict[PagePart, ShownPart] = {
    "frame": ShownPart("guest", "/communities", (), LayoutState, ("site",)),
    "sign_in": ShownPart("guest", "/communities", (), LayoutState, ("site",)),
    "account": ShownPart("newcomer", "/drafts", (), LayoutState, ("notice", "shows_plans")),
    "discussion": ShownPart("newcomer", *_POST, CommentsState, ("rules",)),
    "assistant": ShownPart("member", *_POST, AssistantState, ("slug",)),
    "summary": ShownPart("guest", *_POST, SummaryState, ("is_offered",)),
    "reactions": ShownPart("guest", "/new", (FeedState.load,), LayoutState, ("reactions",)),
    "editor": ShownPart("member", urls.WRITE, (WritingState.load,), WritingState, ("limits",)),
    "sidebar": ShownPart("guest", "/popular", (SidebarState.load,), SidebarState, ("sidebar",)),
    "top_authors": ShownPart(
        "guest", urls.TOP_AUTHORS, (TopAuthorsState.load,), TopAuthorsState, ("loaded_page",)
    ),
    "follow_suggestions": ShownPart(
        "member", "/personal", (FeedState.load,), FollowSuggestionsState, ("suggestions",)
    ),
    "connections": ShownPart(
        "member", urls.SETTINGS, (SettingsState.load,), ConnectionsState, ("connections",)
    ),
    "offer": ShownPart("member", "/settings", (), OfferState, ("offer",)),
    "plans": ShownPart("guest", urls.PLANS, (PlansState.load,), PlansState, ("content",)),
    "about_page": ShownPart("guest", "/about", (SitePageState.load,), SitePageState, ("html",)),
    "terms_page": ShownPart(
        "guest", "/about/terms", (SitePageState.load,), SitePageState, ("html",)
    ),
    "privacy_page": ShownPart(
        "guest", "/about/privacy", (SitePageState.load,), SitePageState, ("html",)
    ),
    "admin_panel": ShownPart(
        "admin", urls.admin_section("settings/auth"), (AdminState.load,), AdminState, ("access",)
    ),
    "admin_invitations": ShownPart(
        "admin",
        urls.admin_section("invitations"),
        (InvitationsState.load,),
        LayoutState,
        ("site",),
    ),
    "admin_plans": ShownPart(
        "admin",
        urls.admin_section("subscription-prices"),
        (AdminPlansState.load,),
        AdminPlansState,
        ("rows",),
    ),
    "admin_plan_features": ShownPart(
        "admin",
        urls.admin_section("subscription-features"),
        (PlanFeaturesState.load,),
        PlanFeaturesState,
        ("rows",),
    ),
    "advertisements": ShownPart(
        "guest", "/new", (FeedState.load,), PageAdvertisementsState, ("loaded",)
    ),
    "admin_advertisements": ShownPart(
        "admin",
        urls.admin_section("advertisements"),
        (AdvertisementsState.load,),
        AdvertisementsState,
        ("rows",),
    ),
    "admin_reactions": ShownPart(
        "admin",
        urls.admin_section("like-reactions"),
        (ReactionKindsState.load,),
        ReactionKindsState,
        ("rows",),
    ),
    "admin_top_users": ShownPart(
        "admin",
        urls.admin_section("top-users"),
        (TopUsersState.load,),
        TopUsersState,
        ("authors",),
    ),
}


async def create_visitors(cast: Cast) -> Visitors:
    """Create the content of a site whose pages contain all parts except authors and plans."""
    newcomer = await factories.user("newcomer", email_verified_at=None, created_at=clock.now())
    post = await factories.post(cast.alice, reading_time=10)
    async with unit_of_work() as session:
        await bots.ensure_bot(session)
    return Visitors(
        guest=cast.guest,
        member=cast.charlie,
        newcomer=newcomer,
        admin=cast.olga,
        post_url=urls.post(post.id, post.slug),
    )


async def create_authors(cast: Cast) -> None:
    """Create more top authors than the sidebar shows with the default settings."""
    authors = [cast.alice, *[await factories.user(f"author-{number}") for number in range(5)]]
    async with unit_of_work() as session:
        for author in authors:
            session.add(Follow(follower_id=cast.bob.id, followed_id=author.id))
    await run_scheduled_job("update_top_authors")
