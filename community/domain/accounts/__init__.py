"""Functions for user accounts: registration, sign-in, access tokens, profiles and preferences.

Order of the calls of a sign-in: `count_login_attempt`, `find_credentials`, `verify_password`,
`LoginAttempt.record_success`, `load_verified_user`, `two_factor.complete_sign_in`. Functions that
hash a password are slow: call them outside transactions.
"""

from community.domain.accounts import (
    confirmations,
    daily_counts,
    deletions,
    email_changes,
    identities,
    invitations,
    links,
    name_appearance,
    online_status,
    passkeys,
    two_factor,
    video_avatars,
)
from community.domain.accounts.admin_sections import SECTIONS, list_sections
from community.domain.accounts.administration import (
    AccountChanges,
    clear_removed_pictures,
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
    find_actor_of_job,
    is_last_seen_update_due,
)
from community.domain.accounts.ban_checks import ensure_not_banned_meanwhile
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
    SecondFactorChanged,
    SessionRevoked,
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
from community.domain.accounts.merging import close_merged_account
from community.domain.accounts.notices import AccountNotice, get_account_notice
from community.domain.accounts.password_resets import build_reset_token
from community.domain.accounts.passwords import HashedPassword, hash_password
from community.domain.accounts.personal_data import EXPORT_PARTS
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
    SUMMARY_COLUMNS,
    USERS_SECTION,
    ensure_session_authentication,
    has_password,
    is_active,
    is_banned,
    is_listed,
)
from community.domain.accounts.preferences import (
    get_ignored_keywords,
    get_preferences,
    set_cookie_consent,
    set_default_feed,
    set_ignored_keywords,
    set_online_visibility,
)
from community.domain.accounts.profiles import change_profile, get_profile, get_profile_by_slug
from community.domain.accounts.queries import (
    adjust_posts_count,
    find_actors,
    find_current_slug,
    find_user,
    find_user_summaries,
    find_users,
    find_users_by_slug,
    get_own_user,
    get_user,
    get_user_ids,
    lock_users,
    make_user_not_found_error,
    suggest_users,
    to_user_summary,
)
from community.domain.accounts.recent_confirmation import ensure_recently_confirmed
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
