"""Every address, spelled once: pages, and builders for links in documents, mail and pushes."""

from urllib.parse import quote, urlencode

from community.core.settings import settings

HOME = "/"
POPULAR = "/popular"
NEW = "/new"
PERSONAL = "/personal"
COMMUNITIES = "/communities"
WRITE = "/write"
SETTINGS = "/settings"
NOTIFICATIONS = "/notifications"
DRAFTS = "/drafts"
MEDIA = "/media"
LOGOUT = "/logout"
NEW_COMMUNITY = "/communities/create"
FEED = "/feed.xml"
SITEMAP = "/sitemap.xml"
ROBOTS = "/robots.txt"
DESIGN = "/design"
SIGN_IN = "/?modal=auth"

# Data for everybody but a browser, which gets the page; other pages are data for who asks for JSON.
DATA_FIRST = frozenset({NOTIFICATIONS, COMMUNITIES, DRAFTS})

# First parts of an address that can never be somebody's slug: pages, routes and names kept free.
RESERVED_SLUGS = frozenset(
    "_rx about account ad admin admin-panel administrator api app assets auth c chat comments "
    "communities community contact cookie-consent create delete design docs drafts edit email "
    "embed everyone explore favicon feed feeds follows guest health help home ignore index "
    "legal login logout m mail media metrics moderator new notifications one-tap p page "
    "password payments personal popular post posts privacy profile reaction register report "
    "robots root rss rules saved search settings signin signup site sitemap static subscribe "
    "subscriptions support system tag tags terms top undefined upload uploads user users well- "
    "known write www null me".split()
)


# What may stand in a path as it is (RFC 3986, 3.3).
SAFE_IN_PATH = "/:@!$&'()*+,;="


def post(post_id: int, slug: str) -> str:
    return f"/p/{post_id}/{slug}"


def comment(post_id: int, slug: str, comment_id: int) -> str:
    return f"/p/{post_id}/{slug}?comment={comment_id}#comment-{comment_id}"


def query(**values: str) -> str:
    """Values as the end of an address: `next=%2Fp%2F1`."""
    return urlencode(values)


def discussion(post_url: str, **values: str) -> str:
    """The discussion under a post, or what the query asks for: `order`, `comment`, `after`."""
    return f"{post_url}{'?' + urlencode(values) if values else ''}#comments"


def elsewhere(path: str, address: str) -> str:
    """The new path of something, with the query of the address that it was asked for by."""
    _, mark, query = address.partition("?")
    return f"{path}{mark}{query}"


def profile(slug: str) -> str:
    return f"/{slug}"


def community(slug: str) -> str:
    return f"/c/{slug}"


def community_new(slug: str) -> str:
    """Its posts, newest first."""
    return f"/c/{slug}/new"


def edit_community(slug: str) -> str:
    return f"/c/{slug}/edit"


def write_in(slug: str) -> str:
    """The editor, with the community chosen."""
    return f"/write?community={slug}"


def followers(slug: str) -> str:
    return f"/profile/{slug}/followers"


def following(slug: str) -> str:
    return f"/profile/{slug}/following"


def edit(post_id: int) -> str:
    return f"/write/{post_id}"


def tag(name: str) -> str:
    return f"/tag/{quote(name, safe='')}"


def with_cursor(path: str, cursor: str) -> str:
    """The page of a list that follows a cursor."""
    return f"{path}?cursor={quote(cursor, safe='')}" if cursor else path


def feed_of_person(slug: str) -> str:
    """The Atom feed of one author."""
    return f"/feed/{slug}.xml"


def feed_of_community(slug: str) -> str:
    """The Atom feed of one community."""
    return f"/feed/c/{slug}.xml"


def sitemap(kind: str, number: int) -> str:
    """One part of the list of all addresses."""
    return f"/sitemap/{kind}-{number}.xml"


def upload(key: str) -> str:
    """The address of a stored image, from its key in the storage."""
    return f"/media/{key}"


def absolute(path: str) -> str:
    """The whole address, as mail and link previews need it."""
    return settings().url + path
