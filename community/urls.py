"""The URLs of the site, as constants for fixed paths and functions for paths with parameters."""

from collections.abc import Mapping
from urllib.parse import quote, urlencode, urlsplit, urlunsplit
from uuid import UUID

from community.core.settings import settings

HOME = "/"
POPULAR = "/popular"
NEW = "/new"
PERSONAL = "/personal"
COMMUNITIES = "/communities"
TOP_AUTHORS = "/top-authors"
SEARCH = "/search"
WRITE = "/write"
SETTINGS = "/settings"
NOTIFICATIONS = "/notifications"
DRAFTS = "/drafts"
CHATS = "/m"
MEDIA = "/media"
VIDEO_AVATARS = "/media/video-avatars"
LOGOUT = "/logout"
LOGIN_CODE = "/login/code"
ADMIN_PANEL = "/admin-panel"
ADMIN_API = "/admin-panel/api"
DELETE_ACCOUNT = "/account/delete"
RESTORE_ACCOUNT = "/account/restore"
ACCOUNT_DELETED = f"{RESTORE_ACCOUNT}?sent=1"
ACCOUNT_RESTORED = f"{RESTORE_ACCOUNT}?done=1"
DATA_EXPORT = "/account/export"
DOWNLOAD_DATA = f"{DATA_EXPORT}/download"
DATA_EXPORT_SETTINGS = f"{SETTINGS}#download-data"
STOP_VIEWING = "/account/view/stop"
RESET_PASSWORD = "/password/reset"  # noqa: S105  # not a secret
RESET_PASSWORD_PAGE = "/email/reset"  # noqa: S105  # not a secret
REQUEST_PASSWORD_RESET = "/password/email"  # noqa: S105  # not a secret
PASSWORD_RESET_SENT = f"{RESET_PASSWORD_PAGE}?sent=1"
PASSWORD_CHANGED = f"{RESET_PASSWORD_PAGE}?done=1"
SESSION_REPORT_PAGE = "/email/report"
FINISH_SIGN_IN = "/auth/finish"
CONNECT_IDENTITY = "/auth/connect"
SIGN_IN_SETTINGS = f"{SETTINGS}#sign-in"
VERIFICATION_PAGE = "/email/verify"
REQUEST_VERIFICATION = "/email/verify/send"
VERIFICATION_SENT = f"{VERIFICATION_PAGE}?sent=1"
EMAIL_VERIFIED = f"{VERIFICATION_PAGE}?done=1"
EMAIL_CHANGE_PAGE = "/email/change"
UNSUBSCRIBE = "/email/unsubscribe"
UNSUBSCRIBED = f"{UNSUBSCRIBE}?done=all"
KIND_TURNED_OFF = f"{UNSUBSCRIBE}?done=kind"
NOTIFICATION_SETTINGS = f"{SETTINGS}#notifications"
NEW_COMMUNITY = "/communities/create"
FEED = "/feed.xml"
SITEMAP = "/sitemap.xml"
ROBOTS = "/robots.txt"
MANIFEST = "/manifest.webmanifest"
OPENSEARCH = "/opensearch.xml"
SEARCH_FEED = "/search.atom"
COOKIE_CONSENT = "/cookie-consent"
ABOUT = "/about"
PLANS = "/plans"
SUBSCRIPTION_SETTINGS = f"{SETTINGS}#subscription"
SECURITY_TXT = "/.well-known/security.txt"
DESIGN = "/design"
SIGN_IN = "/?modal=auth"
REGISTER = f"{SIGN_IN}&form=register"

# These URLs return JSON unless the client prefers HTML. All other page URLs return HTML unless the
# client prefers JSON.
JSON_BY_DEFAULT = frozenset({NOTIFICATIONS, COMMUNITIES, DRAFTS, SEARCH})

# Slugs that users cannot choose, because profiles are at `/{slug}` and these first path segments
# belong to pages and routes or are reserved for future ones.
RESERVED_SLUGS = frozenset(
    "_rx about account ad admin admin-panel administrator api app assets auth c chat comments "
    "communities community contact cookie-consent create delete design docs drafts edit email "
    "embed everyone explore favicon feed feeds follows guest health help home ignore index "
    "legal login logout m mail media metrics moderator new notifications one-tap p page "
    "password payments personal plans popular post posts privacy profile reaction register report "
    "robots root rss rules saved search settings signin signup site sitemap static subscribe "
    "subscriptions support system tag tags terms top top-authors undefined upload uploads user "
    "users well-known write www null me".split()
)

# Characters that need no percent-encoding in a URL path (RFC 3986, 3.3).
PATH_SAFE_CHARACTERS = "/:@!$&'()*+,;="

# The query parameter with the place of the advertisement that a page previews.
PREVIEW_PARAM = "advertisement"


def sign_in_callback(provider: str) -> str:
    return f"/auth/{provider}/callback"


def quick_sign_in(provider: str) -> str:
    return f"/one-tap/{provider}"


def sign_in_redirect(provider: str) -> str:
    return f"/auth/{provider}/redirect"


def sign_in_problem(code: str, next_path: str) -> str:
    """Return the URL of the page `next_path` with the sign-in forms and an error above them."""
    path, query, fragment = urlsplit(next_path)[2:]
    added = encode_query(modal="auth", problem=code, next=next_path)
    return urlunsplit(("", "", path, f"{query}&{added}" if query else added, fragment))


def sign_in_settings_problem(code: str) -> str:
    """Return the URL of the settings, which show an error of a service to sign in with."""
    return f"{SETTINGS}?{encode_query(problem=code)}#sign-in"


def top_authors(period: str) -> str:
    return f"{TOP_AUTHORS}?period={period}"


def search(params: Mapping[str, str]) -> str:
    """Return the URL of the results of a search, without its empty parameters."""
    return _add_filled(SEARCH, params)


def search_feed(params: Mapping[str, str]) -> str:
    return _add_filled(SEARCH_FEED, params)


def _add_filled(path: str, params: Mapping[str, str]) -> str:
    query = urlencode({name: value for name, value in params.items() if value})
    return f"{path}?{query}" if query else path


def preview(path: str, place: str) -> str:
    """Return the URL of a page with an empty place for an advertisement."""
    return f"{path}?{encode_query(**{PREVIEW_PARAM: place})}"


def post(post_id: int, slug: str) -> str:
    return f"/p/{post_id}/{slug}"


def comment(post_id: int, slug: str, comment_id: int) -> str:
    return f"/p/{post_id}/{slug}?comment={comment_id}#comment-{comment_id}"


def email_change_outcome(outcome: str) -> str:
    """Return the URL of the page that tells what a link about a new email has changed."""
    return f"{EMAIL_CHANGE_PAGE}?{encode_query(done=outcome)}"


def with_token(path: str, token: str) -> str:
    return f"{path}?{encode_query(token=token)}"


def mail_link(path: str, token: str) -> str:
    return absolute(with_token(path, token))


def login_code(next_path: str = "", *, is_recovery: bool = False) -> str:
    """Return the URL of the page on which a user enters a one-time code or a recovery code."""
    given = {"recovery": "1" if is_recovery else "", "next": next_path}
    query = encode_query(**{name: value for name, value in given.items() if value})
    return f"{LOGIN_CODE}?{query}" if query else LOGIN_CODE


def advertisement(advertisement_id: int, at: str) -> str:
    """Return the URL that redirects to an advertisement's link. `at` is the signed place."""
    return f"/ad/{advertisement_id}?at={at}"


def advertisement_report(token: str) -> str:
    return f"/ad/report/{token}"


def sign_in(next_path: str = "") -> str:
    """Return the URL of the sign-in forms. After signing in, the user gets to `next_path`."""
    return f"{SIGN_IN}&{encode_query(next=next_path)}" if next_path else SIGN_IN


def invitation(token: str) -> str:
    return f"/register?{encode_query(invitation=token)}"


def register(next_path: str = "", invitation: str = "") -> str:
    given = {"next": next_path, "invitation": invitation}
    query = encode_query(**{name: value for name, value in given.items() if value})
    return f"{REGISTER}&{query}" if query else REGISTER


def encode_query(**parameters: str) -> str:
    """Return the parameters as a URL-encoded query string, for example `next=%2Fp%2F1`."""
    return urlencode(parameters)


def discussion(post_url: str, **parameters: str) -> str:
    return f"{post_url}{'?' + urlencode(parameters) if parameters else ''}#comments"


def copy_query_string(path: str, requested_url: str) -> str:
    """Return `path` followed by the query string of `requested_url`. Redirects use it."""
    _, separator, query = requested_url.partition("?")
    return f"{path}{separator}{query}"


def profile(slug: str) -> str:
    return f"/{slug}"


def chats(folder: str) -> str:
    """Return the URL of the list of chats with the folder `requests` or `archived`."""
    return f"{CHATS}?{encode_query(folder=folder)}"


def chat(chat_id: int, *, message_id: int | None = None) -> str:
    """Return the URL of a chat, which opens it around a message if `message_id` is given."""
    return f"/m/{chat_id}{f'?message={message_id}' if message_id else ''}"


def community(slug: str) -> str:
    return f"/c/{slug}"


def community_new_feed(slug: str) -> str:
    """Return the URL of a community's feed "New", which lists its newest posts first."""
    return f"/c/{slug}/new"


def edit_community(slug: str) -> str:
    return f"/c/{slug}/edit"


def community_members(slug: str, *, only_moderators: bool = False, search: str = "") -> str:
    filters = {"role": "moderator"} if only_moderators else {}
    if search:
        filters["q"] = search
    return f"/c/{slug}/members{'?' + urlencode(filters) if filters else ''}"


def write_in_community(slug: str) -> str:
    """Return the URL of the post editor with the community already selected."""
    return f"/write?community={slug}"


def reported_file(report_id: int, file_id: UUID) -> str:
    return f"{ADMIN_API}/reports/{report_id}/files/{file_id}"


def chat_file(chat_id: int, file_id: UUID, size: int | None = None) -> str:
    """Return the URL of a file of a chat.

    Args:
        size: The width of a picture in pixels, or 0 for a still picture of the smallest size.
    """
    path = f"/m/{chat_id}/files/{file_id}"
    return path if size is None else f"{path}?size={size}"


def user_comments(slug: str) -> str:
    return f"/profile/{slug}/comments"


def about_user(slug: str, period: str = "") -> str:
    """Return the URL of the page about a user. `period` is the number of days of its chart."""
    return f"/profile/{slug}/about{'?' + urlencode({'period': period}) if period else ''}"


# The pages of a profile, by name. The name is also the last part of the path, except for the posts.
PROFILE_PAGES = {"posts": profile, "comments": user_comments, "about": about_user}


def followers(slug: str) -> str:
    return f"/profile/{slug}/followers"


def following(slug: str) -> str:
    return f"/profile/{slug}/following"


# The lists of people of a profile, by the name that is also the last part of the path.
FOLLOW_LISTS = {"followers": followers, "following": following}


def edit_post(post_id: int) -> str:
    return f"/write/{post_id}"


def tag(name: str) -> str:
    return f"/tag/{quote(name, safe='')}"


def with_cursor(path: str, cursor: str) -> str:
    """Return the URL of a list after the item of `cursor`, or of its first page if that is ""."""
    separator = "&" if "?" in path else "?"
    return f"{path}{separator}cursor={quote(cursor, safe='')}" if cursor else path


def admin_section(code: str) -> str:
    """Return the URL of a section of the Admin Panel, or of its first page for `dashboard`."""
    return ADMIN_PANEL if code == "dashboard" else f"{ADMIN_PANEL}/{code}"


def admin_record(code: str, record_id: int) -> str:
    """Return the URL of a section that shows one of its records in the side sheet."""
    return f"{admin_section(code)}?record={record_id}"


def admin_csv(table: str) -> str:
    return f"{ADMIN_API}/tables/{table}.csv"


def author_atom_feed(slug: str) -> str:
    return f"/feed/{slug}.xml"


def community_atom_feed(slug: str) -> str:
    return f"/feed/c/{slug}.xml"


def sitemap(kind: str, number: int) -> str:
    """Return the URL of a file with pages of a kind. Each kind can have several files."""
    return f"/sitemap/{kind}-{number}.xml"


def uploaded_file(key: str) -> str:
    return f"/media/{key}"


def site_page(name: str) -> str:
    return ABOUT if name == "about" else f"{ABOUT}/{name}"


def payment(payment_id: object) -> str:
    return f"{PLANS}/payments/{payment_id}"


def give_plan(slug: object) -> str:
    return f"{PLANS}?gift={slug}"


def invoice(payment_id: object) -> str:
    return f"{payment(payment_id)}/invoice"


def invoice_document(document_id: object) -> str:
    return f"{PLANS}/invoices/{document_id}"


def card_setup(setup_id: object) -> str:
    return f"{PLANS}/cards/{setup_id}"


def payment_webhook(provider: str) -> str:
    return f"/payments/{provider}/result"


def absolute(path: str) -> str:
    """Return the absolute URL of `path`. Emails and link previews need absolute URLs."""
    return settings().base_url + path
