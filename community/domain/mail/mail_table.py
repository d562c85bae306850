"""The table of outgoing emails in the Admin Panel."""

from typing import Final

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlmodel import col

from community.core.db.columns import deferred
from community.domain.mail import policies
from community.domain.tables import Sort, Table, value_filter
from community.models import Mail

# The states of `get_delivery_state`, in the order of the filter.
DELIVERY_STATES: Final = ("queued", "sent", "file", "failed")


def get_delivery_state(mail: Mail) -> str:
    """Return the state, or `file` if the mail was not sent, because no server is configured."""
    return "file" if mail.state == "sent" and mail.transport == "file" else mail.state


def _has_delivery_state(state: str) -> ColumnElement[bool]:
    is_file = col(Mail.transport) == "file"
    if state == "file":
        return and_(col(Mail.state) == "sent", is_file)
    return and_(col(Mail.state) == state, or_(col(Mail.state) != "sent", ~is_file))


def _matches_search(term: str) -> ColumnElement[bool]:
    return func.lower(Mail.recipient).contains(term.lower(), autoescape=True)


MAIL_TABLE: Final = Table(
    code="mails",
    section=policies.SECTION,
    select=lambda: select(Mail).options(deferred(Mail.text), deferred(Mail.html)),
    id=col(Mail.id),
    filters=(value_filter("state", DELIVERY_STATES, _has_delivery_state),),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("created", col(Mail.id), int, is_descending=True),),
    default_sort="-created",
    search=_matches_search,
)
