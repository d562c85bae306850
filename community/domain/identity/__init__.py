"""Signing in: sessions, passwords, second factors, passkeys, other services and access tokens.

Order of the calls of a sign-in: `count_login_attempt`, `find_credentials`, `verify_password`,
`LoginAttempt.record_success`, `load_verified_user`, `two_factor.complete_sign_in`. Functions that
hash a password are slow: call them outside transactions.
"""

from community.domain.identity import (
    confirmations,
    mail_links,
    mails,
    passkeys,
    providers,
    two_factor,
)
from community.domain.identity.actors import (
    ActorFields,
    authenticate_session,
    authenticate_token,
    build_actor,
    find_actor_of_job,
    find_actors,
    get_own_user,
    is_last_seen_update_due,
)
from community.domain.identity.events import (
    EmailChanged,
    PasswordChanged,
    PasswordConfirmed,
    SecondFactorChanged,
    SessionRevoked,
    TokenRevoked,
    ViewingChanged,
)
from community.domain.identity.last_seen import flush_last_seen, record_last_seen
from community.domain.identity.login_limits import (
    KnownDevice,
    LoginAttempt,
    add_user_to_device,
    build_device_token,
    count_login_attempt,
    count_password_confirmation,
    read_device_token,
)
from community.domain.identity.mail_links import LinkPurpose, OpenedLink
from community.domain.identity.password_resets import (
    build_reset_token,
    find_reported_session,
    get_user_for_reset,
    invalidate_password,
    report_session,
    request_password_reset,
    reset_password,
    send_password_reset,
)
from community.domain.identity.passwords import HashedPassword, clean_password, hash_password
from community.domain.identity.personal_data import PERSONAL_DATA
from community.domain.identity.policies import (
    DEVICE_TOKEN_LIFETIME,
    NAME_MAX_LENGTH,
    PASSWORD_MAX_LENGTH,
    PASSWORD_MIN_LENGTH,
    SESSION_LIFETIME,
    SLUG_MAX_LENGTH,
    SLUG_MIN_LENGTH,
    USERS_SECTION,
    ensure_not_banned_meanwhile,
    ensure_recently_confirmed,
    ensure_session_authentication,
    has_password,
    has_second_factor,
    is_active,
    is_banned,
)
from community.domain.identity.sessions import (
    Device,
    SignInResult,
    change_password,
    end_all_sessions,
    find_credentials,
    find_own_credentials,
    is_session_active,
    list_devices,
    list_sessions,
    load_verified_user,
    purge_ended_sessions,
    revoke_device,
    revoke_other_devices,
    sign_in,
    sign_out,
    start_viewing,
    stop_viewing,
    verify_own_password,
    verify_password,
)
from community.domain.identity.tokens import (
    Token,
    create_token,
    get_token,
    list_tokens,
    revoke_token,
)
from community.domain.identity.validation import clean_email, clean_name, is_email_taken, is_slug
