"""Read models of people and their sign-ins."""

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
