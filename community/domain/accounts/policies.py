"""The numbers of accounts, with their reasons, and who may change what."""

from datetime import timedelta

from community.core import clock
from community.core.actor import Actor
from community.core.errors import NotAllowed
from community.models import User

NAME_LIMIT = 50
BIO_LIMIT = 500

SLUG_MIN = 3
SLUG_LIMIT = 30
# An address that somebody gave up leads on to them; nobody else takes it while links are followed.
FORMER_SLUG_TERM = timedelta(days=180)
# Enough to correct oneself; more would be a way to keep names from others.
MAX_FORMER_SLUGS = 3

# NIST SP 800-63B, 5.1.1: length and a list of known passwords, no rules about kinds of characters.
PASSWORD_MIN = 8
# Enough for any phrase; hashing megabytes would be a way to keep our processors busy.
PASSWORD_LIMIT = 128

SESSION_TERM = timedelta(days=30)
# More devices than a person has, few enough that signing in by script does not fill the table.
MAX_SESSIONS = 20
USER_AGENT_LIMIT = 400

# Lets scanners of leaked secrets recognise ours.
TOKEN_PREFIX = "cmt_"  # noqa: S105  # no secret
TOKEN_NAME_LIMIT = 60
MAX_TOKENS = 50
# A date beyond this is a slip of the keyboard, or meant to break something.
TOKEN_TERM = timedelta(days=3_650)
SCOPES = ("read", "write")

# Being here is written down this often at most: looking at a page must not cost a write.
SEEN_EVERY = timedelta(minutes=2)
# Longer than two notes apart, so that the dot of a reader who stays does not flicker.
ONLINE_FOR = timedelta(minutes=5)

KEYWORD_LIMIT = 50
MAX_KEYWORDS = 100

AVATAR_BYTES = 2 * 1024 * 1024
HEADER_BYTES = 5 * 1024 * 1024


def is_online(user: User) -> bool | None:
    """Whether somebody is here; None if they do not show it."""
    if not user.shows_online:
        return None
    return user.last_seen_at is not None and user.last_seen_at > clock.now() - ONLINE_FOR


def roles_of(user: User) -> list[str]:
    """The names of somebody's roles, as the interface has them."""
    return ["user", "administrator"] if user.admin_since is not None else ["user"]


def ensure_in_person(actor: Actor) -> None:
    """What guards an account is changed by a person who signed in, never by a token: it may leak.

    Raises:
        NotAllowed: `unauthenticated` for guests, `forbidden` for tokens.
    """
    if actor.id and actor.session_id is None:
        raise NotAllowed("Sign in on the site to do that; an access token cannot.")


def ensure_may_present_oneself(actor: Actor) -> None:
    """A name, an address and a picture speak to everybody, too.

    Raises:
        NotAllowed: `unauthenticated` or `banned`.
    """
    if actor.id and actor.banned_at is not None:
        raise NotAllowed(
            "Your account is banned: you can read, but not change your profile.", code="banned"
        )
