"""Read models of people and their sign-ins, and what people change of themselves."""

from enum import StrEnum
from uuid import UUID

from pydantic import BaseModel

from community.core.views import Timestamp, View


class Person(View):
    """Somebody, as shown beside what they wrote."""

    id: int
    slug: str
    name: str
    avatar: str | None = None


class Profile(View):
    """Somebody's public profile. `is_following` and `is_ignored` are the viewer's."""

    id: int
    slug: str
    name: str
    avatar: str | None = None
    header: str | None = None
    bio: str = ""
    followers_count: int = 0
    following_count: int = 0
    posts_count: int = 0
    rating: float = 0.0
    place: int | None = None
    badges: list[str] = []
    is_online: bool | None = None
    is_following: bool = False
    is_ignored: bool = False
    is_subscribed: bool = False
    roles: list[str] = []
    created_at: Timestamp


class Device(View):
    """One sign-in, as listed in the settings."""

    id: int
    user_agent: str
    address: str
    created_at: Timestamp
    last_seen_at: Timestamp
    is_current: bool = False


class Token(View):
    """A personal access token; the secret itself is shown once, when it is made."""

    id: int
    name: str
    scopes: list[str]
    created_at: Timestamp
    last_used_at: Timestamp | None = None
    expires_at: Timestamp | None = None
    secret: str | None = None


class Feed(StrEnum):
    """A feed that the home page can open with."""

    PERSONAL = "personal"
    POPULAR = "popular"
    NEW = "new"


class Preferences(View):
    """Somebody's own settings: nobody else sees them."""

    id: int
    slug: str
    name: str
    email: str
    email_verified_at: Timestamp | None = None
    bio: str
    avatar: str | None = None
    header: str | None = None
    shows_online: bool
    default_feed: Feed
    ignored_keywords: list[str]
    has_password: bool
    roles: list[str]


class ProfileChanges(BaseModel):
    """What to change of a profile: only the fields that are given. Pictures are ids of uploads.

    A picture that is given as null is taken away.
    """

    name: str | None = None
    slug: str | None = None
    bio: str | None = None
    avatar: UUID | None = None
    header: UUID | None = None
