"""Functions for user accounts: registration, sign-in, access tokens, profiles and preferences.

Some tasks need several function calls, because hashing a password is slow and must not happen
inside a database transaction. Call the functions in this order:

- To register a user: `validate_registration`, `register`.
- To sign a user in: `count_login_attempt`, `find_credentials`, `LoginAttempt.count_login`,
  `verify_password`, `LoginAttempt.record_success`, `load_verified_user`, `sign_in`.
- To confirm a password before a sensitive action: `count_password_confirmation`,
  `find_own_credentials`, `verify_own_password`, `confirm_password`.
- To change a password: `count_password_confirmation`, `find_own_credentials`,
  `verify_own_password`, `hash_password`, `change_password`.

These functions hash a password and must be called outside a transaction: `validate_registration`,
`verify_password`, `verify_own_password` and `hash_password`.
"""

from community.domain.accounts import links
from community.domain.accounts.admin_sections import SECTIONS, list_sections
from community.domain.accounts.administration import (
    AccountChanges,
    edit_account,
    end_all_sessions,
    invalidate_password,
    set_email_verified,
)
from community.domain.accounts.administrators import (
    OPERATOR,
    ensure_not_last_full_administrator,
    grant_admin,
    list_administrators,
    remove_administrator,
    revoke_admin,
    set_admin_sections,
    suggest_administrators,
    toggle_admin_section,
)
from community.domain.accounts.authentication import (
    ActorFields,
    authenticate_session,
    authenticate_token,
    build_actor,
    is_last_seen_update_due,
)
from community.domain.accounts.ban_checks import ensure_not_banned_meanwhile
from community.domain.accounts.confirmation import (
    confirm_password,
    ensure_recently_confirmed,
    is_recently_confirmed,
)
from community.domain.accounts.daily_counts import (
    count_active_since,
    count_online,
    count_registrations_by_day,
    find_first_registration_day,
)
from community.domain.accounts.devices import (
    is_session_active,
    list_devices,
    list_sessions,
    purge_ended_sessions,
    revoke_device,
    revoke_other_devices,
)
from community.domain.accounts.events import (
    AccountRegistered,
    AdminSectionsChanged,
    DefaultFeedChanged,
    EmailChanged,
    IgnoredKeywordsChanged,
    PasswordChanged,
    PasswordConfirmed,
    ProfileChanged,
    SessionRevoked,
    SignedIn,
    TokenCreated,
    TokenRevoked,
    ViewingChanged,
)
from community.domain.accounts.former_slugs import claim_former_slug, reserve_former_slug
from community.domain.accounts.known_devices import (
    KnownDevice,
    add_user_to_device,
    build_device_token,
    read_device_token,
)
from community.domain.accounts.last_seen import flush_last_seen, record_last_seen
from community.domain.accounts.login_limits import (
    LoginAttempt,
    count_login_attempt,
    count_password_confirmation,
)
from community.domain.accounts.mail_links import ResetToken
from community.domain.accounts.merging import close_merged_account
from community.domain.accounts.notices import AccountNotice, get_account_notice
from community.domain.accounts.password_resets import (
    build_reset_token,
    get_user_for_reset,
    reset_password,
)
from community.domain.accounts.passwords import HashedPassword, hash_password
from community.domain.accounts.policies import (
    AVATAR_MAX_BYTES,
    BIO_MAX_LENGTH,
    DEVICE_TOKEN_LIFETIME,
    FORMER_SLUG_RESERVATION,
    HEADER_MAX_BYTES,
    MAX_SUBMITTED_KEYWORDS,
    NAME_MAX_LENGTH,
    PASSWORD_MAX_LENGTH,
    PASSWORD_MIN_LENGTH,
    SESSION_LIFETIME,
    SLUG_MAX_LENGTH,
    USERS_SECTION,
    has_password,
    is_active,
    is_banned,
    is_listed,
)
from community.domain.accounts.preferences import (
    get_ignored_keywords,
    get_preferences,
    set_default_feed,
    set_ignored_keywords,
    set_online_visibility,
)
from community.domain.accounts.profiles import change_profile, get_profile, get_profile_by_slug
from community.domain.accounts.queries import (
    adjust_posts_count,
    find_actors,
    find_current_slug,
    find_user_by_login,
    find_user_summaries,
    find_users_by_slug,
    get_user,
    lock_users,
    make_user_not_found_error,
    suggest_users,
    to_user_summary,
)
from community.domain.accounts.registration import RegistrationData, register, validate_registration
from community.domain.accounts.schemas import (
    AccountSummary,
    Administrator,
    Device,
    Feed,
    Preferences,
    Profile,
    ProfileChanges,
    Token,
    UserSummary,
)
from community.domain.accounts.sessions import (
    SignInResult,
    VerifiedCredentials,
    change_password,
    find_credentials,
    find_own_credentials,
    load_verified_user,
    sign_in,
    sign_out,
    verify_own_password,
    verify_password,
)
from community.domain.accounts.tokens import create_token, get_token, list_tokens, revoke_token
from community.domain.accounts.user_table import USER_TABLE, get_account_summary
from community.domain.accounts.viewing import start_viewing, stop_viewing

__all__ = [
    "AVATAR_MAX_BYTES",
    "BIO_MAX_LENGTH",
    "DEVICE_TOKEN_LIFETIME",
    "FORMER_SLUG_RESERVATION",
    "HEADER_MAX_BYTES",
    "MAX_SUBMITTED_KEYWORDS",
    "NAME_MAX_LENGTH",
    "OPERATOR",
    "PASSWORD_MAX_LENGTH",
    "PASSWORD_MIN_LENGTH",
    "SECTIONS",
    "SESSION_LIFETIME",
    "SLUG_MAX_LENGTH",
    "USERS_SECTION",
    "USER_TABLE",
    "AccountChanges",
    "AccountNotice",
    "AccountRegistered",
    "AccountSummary",
    "ActorFields",
    "AdminSectionsChanged",
    "Administrator",
    "DefaultFeedChanged",
    "Device",
    "EmailChanged",
    "Feed",
    "HashedPassword",
    "IgnoredKeywordsChanged",
    "KnownDevice",
    "LoginAttempt",
    "PasswordChanged",
    "PasswordConfirmed",
    "Preferences",
    "Profile",
    "ProfileChanged",
    "ProfileChanges",
    "RegistrationData",
    "ResetToken",
    "SessionRevoked",
    "SignInResult",
    "SignedIn",
    "Token",
    "TokenCreated",
    "TokenRevoked",
    "UserSummary",
    "VerifiedCredentials",
    "ViewingChanged",
    "add_user_to_device",
    "adjust_posts_count",
    "authenticate_session",
    "authenticate_token",
    "build_actor",
    "build_device_token",
    "build_reset_token",
    "change_password",
    "change_profile",
    "claim_former_slug",
    "close_merged_account",
    "confirm_password",
    "count_active_since",
    "count_login_attempt",
    "count_online",
    "count_password_confirmation",
    "count_registrations_by_day",
    "create_token",
    "edit_account",
    "end_all_sessions",
    "ensure_not_banned_meanwhile",
    "ensure_not_last_full_administrator",
    "ensure_recently_confirmed",
    "find_actors",
    "find_credentials",
    "find_current_slug",
    "find_first_registration_day",
    "find_own_credentials",
    "find_user_by_login",
    "find_user_summaries",
    "find_users_by_slug",
    "flush_last_seen",
    "get_account_notice",
    "get_account_summary",
    "get_ignored_keywords",
    "get_preferences",
    "get_profile",
    "get_profile_by_slug",
    "get_token",
    "get_user",
    "get_user_for_reset",
    "grant_admin",
    "has_password",
    "hash_password",
    "invalidate_password",
    "is_active",
    "is_banned",
    "is_last_seen_update_due",
    "is_listed",
    "is_recently_confirmed",
    "is_session_active",
    "links",
    "list_administrators",
    "list_devices",
    "list_sections",
    "list_sessions",
    "list_tokens",
    "load_verified_user",
    "lock_users",
    "make_user_not_found_error",
    "purge_ended_sessions",
    "read_device_token",
    "record_last_seen",
    "register",
    "remove_administrator",
    "reserve_former_slug",
    "reset_password",
    "revoke_admin",
    "revoke_device",
    "revoke_other_devices",
    "revoke_token",
    "set_admin_sections",
    "set_default_feed",
    "set_email_verified",
    "set_ignored_keywords",
    "set_online_visibility",
    "sign_in",
    "sign_out",
    "start_viewing",
    "stop_viewing",
    "suggest_administrators",
    "suggest_users",
    "to_user_summary",
    "toggle_admin_section",
    "validate_registration",
    "verify_own_password",
    "verify_password",
]
