"""User accounts: registration, verification, deletion, merging and administration."""

from community.domain.accounts import deletions, email_changes, invitations, provider_registration
from community.domain.accounts.administration import daily_counts
from community.domain.accounts.administration.admin_sections import SECTIONS, list_sections
from community.domain.accounts.administration.administrators import (
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
from community.domain.accounts.administration.editing import (
    AccountChanges,
    clear_removed_pictures,
    edit_account,
    set_email_verified,
)
from community.domain.accounts.administration.user_table import USER_TABLE, get_account_summary
from community.domain.accounts.events import (
    AccountDeleted,
    AccountRegistered,
    AccountRestored,
    AdminSectionsChanged,
    InvitationUsed,
)
from community.domain.accounts.personal_data import PERSONAL_DATA, close_merged_account
from community.domain.accounts.registration import (
    RegistrationData,
    confirm_registration,
    is_confirmation_required,
    purge_pending_registrations,
    register,
    request_registration,
    send_registration_mail,
    validate_registration,
)
from community.domain.accounts.schemas import (
    AccountDeletion,
    AccountEmail,
    AccountSummary,
    Administrator,
    ContentChoice,
    DeletionTerms,
    PendingEmailChange,
)
from community.domain.accounts.verification import (
    mark_email_undeliverable,
    request_verification,
    send_verification_mail,
    verify_email,
)
