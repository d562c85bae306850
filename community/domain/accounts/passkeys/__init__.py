"""Passkeys (WebAuthn), with which users sign in by unlocking their device."""

from community.domain.accounts.passkeys.actions import (
    list_credential_ids,
    list_passkeys,
    register,
    remove,
    rename,
    start_registration,
)
from community.domain.accounts.passkeys.policies import CHALLENGE_LIFETIME, NAME_MAX_LENGTH
from community.domain.accounts.passkeys.removal import remove_added_since, remove_all
from community.domain.accounts.passkeys.schemas import Ceremony, PasskeyCredential, PasskeyView
from community.domain.accounts.passkeys.sign_ins import start_sign_in, verify_sign_in
