"""The rate limits: how many requests or events are allowed in which time."""

from dataclasses import dataclass, replace

MINUTE, HOUR = 60.0, 3_600.0


@dataclass(frozen=True, slots=True)
class Limit:
    """A maximum number of hits in a moving window of `seconds`."""

    group: str  # the name that error responses contain; limits that belong together share it
    hits: int
    seconds: float = MINUTE

    def without_hits(self) -> "Limit":
        return replace(self, hits=0)


# The maximum number of hits per minute for each group. The first six limits are part of the public
# HTTP API. The others prevent a single client from overloading the site and are far above what a
# user can do by hand.
PER_MINUTE = {
    "login": 5,
    "register": 5,
    "comments": 30,
    "media": 20,
    "private_messages": 60,
    "payment_webhooks": 120,
    "invitations": 20,  # new invitations, which may send an email
    "mail": 5,  # actions that send an email
    "reports": 10,  # reports of users, posts and comments
    "search": 60,
    "suggestions": 300,  # what is suggested while a user types a name, a tag or a query
    "writes": 120,  # all other changes, such as reactions, follows and settings
    "admin_dashboard": 60,
    "logout": 30,  # separate from `writes`, so that a user who used up the others can sign out
    "admin_tables": 300,  # searches, filters and pages of the tables of the Admin Panel
    "exports": 6,  # CSV files of tables
    "online_status": 300,  # reports of which users a page shows, in all tabs together
    "read_marks": 240,  # in all tabs together; every message that a user reads moves the mark
    "typing": 120,  # in all tabs together
    "advertisements": 1_200,  # reports of what pages show, in all tabs of a network together
    "guest_writes": 300,  # all unsafe requests of guests from one network together
}

# `domain/identity/login_limits.py` explains the limits for logins.
LIMITS = {name: Limit(name, hits) for name, hits in PER_MINUTE.items()} | {
    # A page counts once more in "search" when it becomes live.
    "search_pages": Limit("search", 60),
    "known_devices": Limit("login", 20),
    "failed_logins_from_network": Limit("login", 30, HOUR),
    "failed_logins": Limit("login", 100, HOUR),
    "failed_codes": Limit("login", 20, HOUR),
    "typing_in_chat": Limit("typing", 1, 3.0),
    # Further clicks on advertisements lead to the advertiser, but are not counted.
    "advertisement_clicks": Limit("advertisements", 60),
    "clicks_of_page_view": Limit("advertisements", 1, HOUR),
    # Each stored response to a guest occupies a database row for a day.
    "guest_idempotency_keys": Limit("idempotency_keys", 60, HOUR),
}
