"""The actor: the user or guest who sent a request, or for whom a job or command runs."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from community.core import errors
from community.core.clock import format_iso
from community.i18n import formats, gettext as _

# Stands for all sections of the Admin Panel.
ALL_SECTIONS = "*"
# The feature of plans that hides advertisements.
AD_FREE = "ad_free"
# The code of the first page of the Admin Panel, which every administrator may open.
DASHBOARD = "dashboard"


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in user or a guest, with the data that permission checks need."""

    user_id: int | None = None  # the id of the user, or None for a guest
    slug: str = ""
    name: str = ""
    avatar: str | None = None
    # The id of the sign-in session that the session cookie belongs to, or None without a cookie,
    # for example in jobs and commands
    session_id: int | None = None
    # The id of the personal access token in the request, or None without a token
    token_id: int | None = None
    # When the server last recorded a use of the session or token. To save writes, the server
    # records a use only if the last record is a few minutes old.
    last_seen_at: datetime | None = None
    is_admin: bool = False
    is_email_verified: bool = False
    joined_at: datetime | None = None
    # When the user was banned. None if the user is not banned or the ban has ended.
    banned_at: datetime | None = None
    banned_until: datetime | None = None  # when the ban ends; None if it does not end by itself
    ban_reason: str = ""
    # The administrator who sees the site as this user, or None. Such an actor may change nothing,
    # and does not see the drafts and the security settings of the user.
    viewer_id: int | None = None
    # When the administrator stops to see the site as this user
    viewing_until: datetime | None = None
    default_feed: str = "popular"
    has_ignored_users: bool = False
    has_ignored_keywords: bool = False
    ip_address: str = ""
    # The permissions of the personal access token: `read`, `write` or both. An actor with a session
    # cookie has both.
    scopes: frozenset[str] = frozenset({"read", "write"})
    # The codes of the sections of the Admin Panel that the user may open. `*` stands for all
    # sections.
    sections: frozenset[str] = frozenset()
    # Whether the user is an administrator who must set up a second factor before they can open the
    # Admin Panel
    lacks_second_factor: bool = False
    # When the user last entered their password in this sign-in session
    confirmed_at: datetime | None = None
    # The codes of the features that the user's plan includes. Ask `has_feature`.
    features: frozenset[str] = frozenset()
    # The communities that the user moderates, without those that only administrators moderate
    moderated_community_ids: frozenset[int] = frozenset()
    # The last payment for the renewal that the user has not paid, or None
    overdue_payment_id: UUID | None = None
    # Whether this payment waits for a confirmation of the user
    must_confirm_payment: bool | None = None

    @property
    def is_guest(self) -> bool:
        return self.user_id is None

    @property
    def is_read_only(self) -> bool:
        """Whether the actor is an administrator who sees the site as another user."""
        return self.viewer_id is not None

    @property
    def has_filters(self) -> bool:
        """Whether the user ignores users or keywords, so that the cached feeds are not for them."""
        return self.has_ignored_users or self.has_ignored_keywords

    @property
    def id(self) -> int:
        if self.user_id is None:
            raise errors.make_unauthenticated_error()
        return self.user_id

    @property
    def is_full_admin(self) -> bool:
        return self.has_section(ALL_SECTIONS)

    @property
    def must_set_up_second_factor(self) -> bool:
        """Whether only a missing second factor keeps the administrator from the Admin Panel."""
        return self.is_admin and self.banned_at is None and self.lacks_second_factor

    @property
    def is_shown_admin_panel(self) -> bool:
        """Whether pages link to the Admin Panel, which may first ask for a second factor."""
        return self.must_set_up_second_factor or self.has_section(DASHBOARD)

    def has_section(self, code: str) -> bool:
        """Return whether the actor may open a section of the Admin Panel.

        Pages, events, routes and domain actions all ask this function. Every administrator may open
        `DASHBOARD`.
        """
        if not self.is_admin or self.banned_at is not None or self.lacks_second_factor:
            return False
        return code == DASHBOARD or ALL_SECTIONS in self.sections or code in self.sections

    def ensure_section(self, code: str) -> None:
        """Check that the actor may open a section of the Admin Panel.

        Raises:
            NotFound: The actor is not an administrator. The Admin Panel does not exist for them.
            PermissionDenied: The actor is an administrator without access to this section, or must
                set up a second factor first (`second_factor_required`).
        """
        if self.has_section(code):
            return
        if self.must_set_up_second_factor:
            message = _("Set up two-step sign-in to open the Admin Panel.")
            raise errors.PermissionDenied(message, code="second_factor_required")
        if not self.has_section(DASHBOARD):
            raise errors.NotFound(_("Nothing found at this address."))
        raise errors.PermissionDenied(_("You don't have access to this section."))

    def has_feature(self, code: str) -> bool:
        """Return whether the actor may use a feature that is part of subscription plans.

        Administrators may use all features, so that they can try them. They see the advertisements
        that they sell.
        """
        return includes_feature(self.features, code, is_admin=self.is_admin)

    def ensure_feature(self, code: str, message: str) -> None:
        """Check that the actor may use a feature that is part of subscription plans.

        Raises:
            PermissionDenied: The actor is a guest, or may not (error code
                `subscription_feature_required`). `details` contains the required `feature`. The
                `plans` that include it are added where the error is shown
                (`subscriptions.offers.add_plans_to_error`).
        """
        if self.has_feature(code):
            return
        if self.is_guest:
            raise errors.make_unauthenticated_error()
        raise errors.PermissionDenied(
            message, code=errors.FEATURE_REQUIRED, details={"feature": code}
        )

    def is_user(self, user_id: int | None) -> bool:
        """Return whether this actor is the user with this id. For a guest, return False."""
        return self.user_id is not None and self.user_id == user_id

    def moderates(self, community_id: int | None) -> bool:
        """Return whether the actor is a moderator of this community and may act as one."""
        may_act = self.banned_at is None and not self.is_read_only
        return may_act and community_id in self.moderated_community_ids

    def owns(self, author_id: int | None) -> bool:
        """Return whether the actor is this author, and not an administrator who sees the site as
        them.
        """
        return self.is_user(author_id) and not self.is_read_only


def includes_feature(features: Collection[str], code: str, *, is_admin: bool) -> bool:
    """Return whether `features` contain a feature. Administrators have all but `AD_FREE`."""
    return code in features or (is_admin and code != AD_FREE)


GUEST = Actor()


def make_read_only_error() -> errors.PermissionDenied:
    return errors.PermissionDenied(
        _("You're viewing the site as someone else and can't change anything."),
        code="read_only_view",
    )


def make_banned_error(actor: Actor) -> errors.PermissionDenied:
    """Return the error for an action that a banned user may not do. The message names its end.

    Its details contain the end of the ban (`until`, None if it does not end) and its `reason`.
    """
    until = actor.banned_until and format_iso(actor.banned_until)
    details = {"until": until, "reason": actor.ban_reason}
    if actor.banned_until is None:
        message = _("Your account is banned. You can only read the site.")
    else:
        message = _(
            "Your account is banned until {time}. You can only read the site.",
            time=formats.format_full_time(actor.banned_until),
        )
    return errors.PermissionDenied(message, code="banned", details=details)
