"""Models for the data about people that queries return, and for the input of profile changes."""

from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from community.core.http.cookies import ConsentChoice
from community.core.read_models import ReadModel, Timestamp


def is_none(value: object) -> bool:
    return value is None


class UserSummary(ReadModel):
    """The data about a user that the site shows next to their posts and comments.

    Attributes:
        slug: Empty for a deleted account, which has no profile.
        is_deleted: Whether the account was deleted. Its name is shown without a link.
        badge: The code of the badge beside the name, if the user has one now.
        name_style: The code of the style of the name, if the user has one now.
        is_bot: Whether the site itself writes with the account.
    """

    id: int
    slug: str
    name: str
    avatar: str | None = None
    is_deleted: bool = False
    badge: str | None = None
    name_style: str | None = None
    is_bot: bool = False


class Profile(ReadModel):
    """The public profile of a user, as another user or a guest (the viewer) sees it.

    `is_following`, `is_ignored` and `is_subscribed` tell whether the viewer follows, ignores or is
    subscribed to this user. `ignored_until` is null if the viewer ignores the user for good, or not
    at all. `bio_html` is the biography with links. `is_online` is absent if the viewer may not know
    it (`online_status.py`). `video_avatar` is the URL of a video, of which `avatar` shows the first
    frame. `badge` is the badge beside the name, and `badges` contains those of the ranking.
    `is_bot` tells whether the site itself writes with the account.
    """

    id: int
    slug: str
    name: str
    avatar: str | None = None
    video_avatar: str | None = None
    header: str | None = None
    badge: str | None = None
    name_style: str | None = None
    bio: str = ""
    bio_html: str = ""
    followers_count: int = 0
    following_count: int = 0
    posts_count: int = 0
    rating: float = 0.0
    place: int | None = None
    badges: list[str] = []
    is_bot: bool = False
    is_online: Annotated[bool | None, Field(exclude_if=is_none)] = None
    is_following: bool = False
    is_ignored: bool = False
    ignored_until: Timestamp | None = None
    is_subscribed: bool = False
    roles: list[str] = []
    created_at: Timestamp


class ProfileRelation(ReadModel):
    """What a `Profile` shows of the relation between the viewer and the user."""

    followers_count: int = 0
    is_following: bool = False
    is_ignored: bool = False
    ignored_until: Timestamp | None = None
    is_subscribed: bool = False


class Feed(StrEnum):
    """A feed that the home page can show."""

    PERSONAL = "personal"
    POPULAR = "popular"
    NEW = "new"


class CookieConsent(ReadModel):
    """The stored choice in the cookie banner, and the version of the text that the user saw."""

    choice: ConsentChoice
    version: str
    chosen_at: Timestamp


class Preferences(ReadModel):
    """The account data and preferences of a user. Only this user can see them.

    `video_avatar` is the URL of a video, of which `avatar` shows the first frame. `badge` and
    `name_style` are what the user has chosen, also while they have no plan that includes it.
    """

    id: int
    slug: str
    name: str
    email: str
    email_verified_at: Timestamp | None = None
    bio: str
    avatar: str | None = None
    video_avatar: str | None = None
    may_use_video_avatar: bool = False
    badge: str | None = None
    may_use_badge: bool = False
    name_style: str | None = None
    may_style_name: bool = False
    header: str | None = None
    shows_online: bool
    default_feed: Feed
    ignored_keywords: list[str]
    has_password: bool
    cookie_consent: CookieConsent | None = None
    roles: list[str]


# Higher than the limits of `change_profile`, which reports the limit that a value exceeds.
_Text = Annotated[str, Field(max_length=100_000)]


class ProfileChanges(BaseModel):
    """Changes to a profile. Omitted fields keep their values.

    `avatar` and `header` are the ids of uploaded images; null removes the image. `avatar` can also
    be the id of an uploaded video.
    """

    name: _Text | None = None
    slug: _Text | None = None
    bio: _Text | None = None
    avatar: UUID | None = None
    header: UUID | None = None
