"""The list of a user's followers, and the list of the users that this user follows."""

from typing import Any, Protocol

from community import urls
from community.components import people, ui
from community.components.profiles import texts as profile_texts
from community.components.ui.avatar import HasUserAvatar
from community.domain.pages import FollowListName
from community.domain.people.schemas import Profile, UserSummary
from community.i18n import gettext as _
from community.rendering import Node, el, first_of, group, negate, when
from community.styles import listing, profile as styles


def follow_list_header(name: FollowListName, owner: UserSummary | Profile) -> Node:
    tabs = (
        ui.link_tab(texts.title, href=urls.FOLLOW_LISTS[key](owner.slug), current=key == name)
        for key, texts in profile_texts.follow_list_texts().items()
    )
    return group(
        el.a(
            ui.icon("arrow_left"),
            el.bdi(owner.name),
            href=urls.profile(owner.slug),
            class_name=listing.BACK_LINK,
        ),
        el.h1(profile_texts.follow_list_heading(name, owner.name), class_name="sr-only"),
        ui.link_tabs(*tabs, label=_("People")),
    )


class ListedUser(HasUserAvatar, Protocol):
    @property
    def slug(self) -> str: ...

    @property
    def bio(self) -> str: ...


def user_row(user: ListedUser, *, is_viewer: Any, follow_toggle: Node) -> Node:
    """Return the row of a user. `is_viewer` hides the toggle in the viewer's own row."""
    return el.li(
        ui.user_avatar(user, "md"),
        el.div(
            people.name_line(user, class_name=listing.NAME),
            el.p(el.bdi(first_of(user.bio, f"@{user.slug}")), class_name=listing.SUBTITLE),
            class_name=listing.TEXT,
        ),
        when(negate(is_viewer), lambda: el.div(follow_toggle, class_name=listing.ACTION)),
        class_name=styles.USER_ROW,
    )
