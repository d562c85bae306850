"""Functions for user accounts: registration, sign-in, access tokens, profiles and preferences.

Some tasks need several function calls, because hashing a password is slow and must not happen
inside a database transaction. Call the functions in this order:

- To register a user: `validate_registration`, `register`.
- To sign a user in: `find_credentials`, `verify_password`, `load_verified_user`, `sign_in`.
- To change a password: `find_own_credentials`, `verify_own_password`, `hash_password`,
  `change_password`.

These functions hash a password and must be called outside a transaction: `validate_registration`,
`verify_password`, `verify_own_password` and `hash_password`.
"""

from community.domain.accounts.authentication import (
    authenticate_session,
    authenticate_token,
    build_actor,
    is_last_seen_update_due,
)
from community.domain.accounts.devices import (
    list_devices,
    purge_ended_sessions,
    revoke_device,
    revoke_other_devices,
)
from community.domain.accounts.events import (
    AccountRegistered,
    AdminGranted,
    DefaultFeedChanged,
    IgnoredKeywordsChanged,
    PasswordChanged,
    ProfileChanged,
    SessionRevoked,
    SignedIn,
    TokenCreated,
    TokenRevoked,
)
from community.domain.accounts.last_seen import flush_last_seen, record_last_seen
from community.domain.accounts.passwords import HashedPassword, hash_password
from community.domain.accounts.policies import (
    AVATAR_MAX_BYTES,
    BIO_MAX_LENGTH,
    FORMER_SLUG_RESERVATION,
    HEADER_MAX_BYTES,
    SESSION_LIFETIME,
)
from community.domain.accounts.preferences import (
    get_preferences,
    set_default_feed,
    set_ignored_keywords,
    set_online_visibility,
)
from community.domain.accounts.profiles import change_profile, get_profile, get_profile_by_slug
from community.domain.accounts.queries import (
    find_current_slug,
    find_user,
    find_user_by_login,
    find_user_summaries,
    get_user,
    make_user_not_found_error,
    suggest_users,
    to_user_summary,
)
from community.domain.accounts.registration import RegistrationData, register, validate_registration
from community.domain.accounts.roles import grant_admin
from community.domain.accounts.schemas import (
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
    StoredCredentials,
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

__all__ = [
    "AVATAR_MAX_BYTES",
    "BIO_MAX_LENGTH",
    "FORMER_SLUG_RESERVATION",
    "HEADER_MAX_BYTES",
    "SESSION_LIFETIME",
    "AccountRegistered",
    "AdminGranted",
    "DefaultFeedChanged",
    "Device",
    "Feed",
    "HashedPassword",
    "IgnoredKeywordsChanged",
    "PasswordChanged",
    "Preferences",
    "Profile",
    "ProfileChanged",
    "ProfileChanges",
    "RegistrationData",
    "SessionRevoked",
    "SignInResult",
    "SignedIn",
    "StoredCredentials",
    "Token",
    "TokenCreated",
    "TokenRevoked",
    "UserSummary",
    "VerifiedCredentials",
    "authenticate_session",
    "authenticate_token",
    "build_actor",
    "change_password",
    "change_profile",
    "create_token",
    "find_credentials",
    "find_current_slug",
    "find_own_credentials",
    "find_user",
    "find_user_by_login",
    "find_user_summaries",
    "flush_last_seen",
    "get_preferences",
    "get_profile",
    "get_profile_by_slug",
    "get_token",
    "get_user",
    "grant_admin",
    "hash_password",
    "is_last_seen_update_due",
    "list_devices",
    "list_tokens",
    "load_verified_user",
    "make_user_not_found_error",
    "purge_ended_sessions",
    "record_last_seen",
    "register",
    "revoke_device",
    "revoke_other_devices",
    "revoke_token",
    "set_default_feed",
    "set_ignored_keywords",
    "set_online_visibility",
    "sign_in",
    "sign_out",
    "suggest_users",
    "to_user_summary",
    "validate_registration",
    "verify_own_password",
    "verify_password",
]
