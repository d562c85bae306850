"""The functions for links in mails, which routes, pages and jobs use as `accounts.links`."""

from community.domain.accounts.link_page_model import LinkPage, build_note_page
from community.domain.accounts.link_pages import LINK_PAGE_PARAMS, LinkPageName, get_link_page
from community.domain.accounts.mail_links import ResetToken, purge_used_links
from community.domain.accounts.password_resets import (
    get_user_for_reset,
    request_password_reset,
    reset_password,
    send_password_reset,
)
from community.domain.accounts.pending_registrations import (
    confirm_registration,
    is_confirmation_required,
    purge_pending_registrations,
    request_registration,
    send_registration_mail,
)
from community.domain.accounts.reported_sessions import report_session
from community.domain.accounts.verification import (
    mark_email_undeliverable,
    request_verification,
    send_verification_mail,
    verify_email,
)

__all__ = [
    "LINK_PAGE_PARAMS",
    "LinkPage",
    "LinkPageName",
    "ResetToken",
    "build_note_page",
    "confirm_registration",
    "get_link_page",
    "get_user_for_reset",
    "is_confirmation_required",
    "mark_email_undeliverable",
    "purge_pending_registrations",
    "purge_used_links",
    "report_session",
    "request_password_reset",
    "request_registration",
    "request_verification",
    "reset_password",
    "send_password_reset",
    "send_registration_mail",
    "send_verification_mail",
    "verify_email",
]
