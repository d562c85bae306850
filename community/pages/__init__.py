"""The site map: every page with its address and what happens when it opens."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from community import urls
from community.components.place import is_here, known, title
from community.looks import people
from community.pages import communities, feeds, profile
from community.pages.drafts import drafts
from community.pages.missing import missing
from community.pages.notifications import notifications
from community.pages.post import post
from community.pages.settings import settings
from community.pages.write import write
from community.state.authoring import Authoring
from community.state.bell import Bell
from community.state.communities import Communities
from community.state.community import Community
from community.state.community_form import CommunityForm
from community.state.drafts import Drafts
from community.state.feed import Feed
from community.state.frame import Frame
from community.state.people import People
from community.state.post import Post
from community.state.profile import Profile
from community.state.rail import Rail
from community.state.settings.page import Settings
from community.state.writing import Writing


@dataclass(frozen=True)
class Page:
    """One page. `on_load` runs in order each time it is opened or the socket came back."""

    address: str
    component: Callable[[], rx.Component]
    title: str | rx.Var[str]
    on_load: Sequence[Any] = ()


_POST = title(Post.post.title, ready=is_here(Post.path) & known(Post.post))
_PROFILE = title(Profile.person.name, ready=is_here(Profile.path) & known(Profile.person))
_COMMUNITY = title(Community.view.name, ready=is_here(Community.path) & known(Community.view))
_FORM = title(
    rx.cond(CommunityForm.view, "Edit the community", "Open a community"),
    ready=is_here(CommunityForm.path),
)
_FOLLOWERS, _FOLLOWING = (
    title(f"{side.of} {People.owner.name}", ready=is_here(People.path) & known(People.owner))
    for side in people.SIDES.values()
)

# The name that Reflex gives to every other address.
NOWHERE = "404"

PAGES = (
    Page("/", feeds.home, title(), [Frame.arrive, Feed.open, Rail.open]),
    *(
        Page(address, feeds.feed(address), title(name), [Frame.arrive, Feed.open, Rail.open])
        for address, name in (
            (urls.POPULAR, "Popular"),
            (urls.NEW, "New"),
            (urls.PERSONAL, "Personal"),
        )
    ),
    Page(
        "/tag/[tag_name]",
        feeds.tag,
        title(f"#{Feed.tag}", ready=Feed.tag != ""),
        [Frame.arrive, Feed.open, Rail.open],
    ),
    Page(
        "/p/[post_id]/[post_slug]",
        post,
        _POST,
        [Frame.arrive, Rail.open, Post.open, Authoring.open],
    ),
    Page("/[person_slug]", profile.profile, _PROFILE, [Frame.arrive, Profile.open, Rail.open]),
    Page(
        "/profile/[person_slug]/followers",
        profile.followers,
        _FOLLOWERS,
        [Frame.arrive, People.open, Rail.open],
    ),
    Page(
        "/profile/[person_slug]/following",
        profile.following,
        _FOLLOWING,
        [Frame.arrive, People.open, Rail.open],
    ),
    Page(
        urls.COMMUNITIES,
        communities.communities,
        title("Communities"),
        [Frame.arrive, Communities.open, Rail.open],
    ),
    Page(
        urls.NEW_COMMUNITY, communities.form, _FORM, [Frame.arrive, CommunityForm.open, Rail.open]
    ),
    Page(
        "/c/[community_slug]",
        communities.popular,
        _COMMUNITY,
        [Frame.arrive, Community.open, Rail.open],
    ),
    Page(
        "/c/[community_slug]/new",
        communities.new,
        _COMMUNITY,
        [Frame.arrive, Community.open, Rail.open],
    ),
    Page(
        "/c/[community_slug]/edit",
        communities.form,
        _FORM,
        [Frame.arrive, CommunityForm.open, Rail.open],
    ),
    *(
        Page(address, write, title("Write"), [Frame.arrive, Writing.open])
        for address in (urls.WRITE, f"{urls.WRITE}/[post_id]")
    ),
    Page(urls.DRAFTS, drafts, title("Drafts"), [Frame.arrive, Drafts.open]),
    Page("/notifications", notifications, title("Notifications"), [Frame.arrive, Bell.visit]),
    Page(urls.SETTINGS, settings, title("Settings"), [Frame.arrive, Settings.open]),
    Page(NOWHERE, missing, title("Not found"), [Frame.arrive, Rail.open]),
)


def add_to(app: rx.App) -> None:
    """Give the app all pages."""
    for page in PAGES:
        app.add_page(
            page.component, route=page.address, title=page.title, on_load=list(page.on_load)
        )
