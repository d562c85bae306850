"""Changes of the email of an account, which both addresses confirm.

The old address confirms a change only if it was verified. Otherwise it may be mistyped and belong
to another person, who must not be able to stop the change.
"""

from community.domain.accounts.email_changes.actions import (
    cancel,
    purge_expired_changes,
    request_change,
    resend,
)
from community.domain.accounts.email_changes.links import follow_link
from community.domain.accounts.email_changes.mails import send_mails
from community.domain.accounts.email_changes.queries import get_email
from community.domain.accounts.email_changes.schemas import AccountEmail, PendingEmailChange
