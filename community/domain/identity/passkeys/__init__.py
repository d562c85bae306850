"""Passkeys (WebAuthn), with which users sign in by unlocking their device."""

from community.domain.identity.passkeys.actions import (
    list_credential_ids,
    list_passkeys,
    register,
    remove,
    remove_added_since,
    remove_all,
    rename,
    start_registration,
)
from community.domain.identity.passkeys.policies import CHALLENGE_LIFETIME, NAME_MAX_LENGTH
from community.domain.identity.passkeys.schemas import Ceremony, PasskeyCredential, PasskeyView
from community.domain.identity.passkeys.sign_ins import start_sign_in, verify_sign_in
