"""The confirmation of the user's identity before a sensitive action.

The user enters their password or a one-time code, or uses a passkey. Without these, they enter a
code that they get by mail. The sign-in session then counts as confirmed for
`policies.CONFIRMATION_LIFETIME`.
"""

from community.domain.accounts.confirmations.mail_codes import (
    confirm_mail_code,
    make_wrong_code_error,
    purge_codes,
    send_mail_code,
)
from community.domain.accounts.confirmations.methods import (
    ConfirmationMethod,
    confirm_one_time_code,
    confirm_password,
    find_methods,
)
from community.domain.accounts.confirmations.passkeys import (
    confirm_passkey,
    start_passkey_confirmation,
)
