"""Accounts: who people are, how they come in, and how the site knows who is asking.

Hashing a password takes long, so it has a step of its own, outside of transactions that write:
`apply` before `register`, `claim` and `prove` before `accept` and `sign_in`, `prove_oneself` and
`hash_password` before `change_password`.
"""

from community.domain.accounts.devices import (
    list_devices,
    purge_ended,
    revoke_device,
    revoke_other_devices,
)
from community.domain.accounts.events import (
    AccountRegistered,
    AdministratorAppointed,
    FeedChosen,
    KeywordsIgnored,
    PasswordChanged,
    ProfileChanged,
    SessionRevoked,
    SignedIn,
    TokenCreated,
    TokenRevoked,
)
from community.domain.accounts.identity import (
    actor_of,
    actor_of_session,
    actor_of_token,
    is_seen_due,
    note_seen,
)
from community.domain.accounts.passwords import Hashed, hash_password
from community.domain.accounts.policies import (
    AVATAR_BYTES,
    BIO_LIMIT,
    FORMER_SLUG_TERM,
    HEADER_BYTES,
    SESSION_TERM,
)
from community.domain.accounts.preferences import (
    choose_feed,
    get_preferences,
    ignore_keywords,
    show_online,
)
from community.domain.accounts.profiles import change_profile, get_profile, profile_at
from community.domain.accounts.queries import (
    find_by_login,
    find_moved,
    find_user,
    get_user,
    people,
    person_of,
    suggest,
)
from community.domain.accounts.registration import Application, apply, register
from community.domain.accounts.roles import grant_admin
from community.domain.accounts.schemas import (
    Device,
    Feed,
    Person,
    Preferences,
    Profile,
    ProfileChanges,
    Token,
)
from community.domain.accounts.sessions import (
    Claim,
    Proof,
    SignIn,
    accept,
    change_password,
    claim,
    claim_oneself,
    prove,
    prove_oneself,
    sign_in,
    sign_out,
)
from community.domain.accounts.tokens import create_token, get_token, list_tokens, revoke_token

__all__ = [
    "AVATAR_BYTES",
    "BIO_LIMIT",
    "FORMER_SLUG_TERM",
    "HEADER_BYTES",
    "SESSION_TERM",
    "AccountRegistered",
    "AdministratorAppointed",
    "Application",
    "Claim",
    "Device",
    "Feed",
    "FeedChosen",
    "Hashed",
    "KeywordsIgnored",
    "PasswordChanged",
    "Person",
    "Preferences",
    "Profile",
    "ProfileChanged",
    "ProfileChanges",
    "Proof",
    "SessionRevoked",
    "SignIn",
    "SignedIn",
    "Token",
    "TokenCreated",
    "TokenRevoked",
    "accept",
    "actor_of",
    "actor_of_session",
    "actor_of_token",
    "apply",
    "change_password",
    "change_profile",
    "choose_feed",
    "claim",
    "claim_oneself",
    "create_token",
    "find_by_login",
    "find_moved",
    "find_user",
    "get_preferences",
    "get_profile",
    "get_token",
    "get_user",
    "grant_admin",
    "hash_password",
    "ignore_keywords",
    "is_seen_due",
    "list_devices",
    "list_tokens",
    "note_seen",
    "people",
    "person_of",
    "profile_at",
    "prove",
    "prove_oneself",
    "purge_ended",
    "register",
    "revoke_device",
    "revoke_other_devices",
    "revoke_token",
    "show_online",
    "sign_in",
    "sign_out",
    "suggest",
]
