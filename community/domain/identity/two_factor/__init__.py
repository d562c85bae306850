"""The two-step sign-in with one-time codes and recovery codes, and the end of every sign-in."""

from community.domain.identity.two_factor.actions import (
    confirm_setup,
    create_recovery_codes,
    purge_abandoned_setups,
    remove,
    remove_added_since,
    remove_as_administrator,
    start_setup,
    switch_off,
)
from community.domain.identity.two_factor.codes import PENDING_SIGN_IN_LIFETIME
from community.domain.identity.two_factor.queries import (
    RecoveryCodes,
    TwoFactorSetup,
    TwoFactorStatus,
    get_status,
)
from community.domain.identity.two_factor.sign_ins import (
    PendingSignIn,
    RestoreOffer,
    complete_sign_in,
    find_pending_user_id,
    finish_sign_in,
    make_expired_error,
)
from community.domain.identity.two_factor.verification import use_code
