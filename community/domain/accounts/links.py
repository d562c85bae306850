"""The functions for links in mails, which routes, pages and jobs use as `accounts.links`."""

from community.domain.accounts.link_pages import (
    LINK_PAGE_PARAMS,
    LinkPage,
    LinkPageName,
    get_link_page,
)
from community.domain.accounts.mail_links import purge_used_links
from community.domain.accounts.password_resets import request_password_reset, send_password_reset
from community.domain.accounts.session_reports import report_session

__all__ = [
    "LINK_PAGE_PARAMS",
    "LinkPage",
    "LinkPageName",
    "get_link_page",
    "purge_used_links",
    "report_session",
    "request_password_reset",
    "send_password_reset",
]
