"""The table of outgoing emails in the Admin Panel."""

from typing import Final

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlmodel import col

from community.core.db.columns import deferred
from community.domain.mail import policies
from community.domain.tables import (
    Badge,
    Column,
    Sort,
    Table,
    label_filter,
)
from community.i18n import noop
from community.models import Mail

_STATES: Final = {
    "queued": Badge(noop("Queued"), "accent"),
    "sent": Badge(noop("Sent"), "success"),
    "file": Badge(noop("Saved as a file")),
    "failed": Badge(noop("Failed"), "danger"),
}


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
    columns=(
        Column("recipient", noop("Recipient"), lambda mail: mail.recipient, width="lg"),
        Column("subject", noop("Subject"), lambda mail: mail.subject, width="lg"),
        Column("state", noop("Status"), lambda mail: _STATES[get_delivery_state(mail)], "badge"),
        Column("reason", noop("Reason"), lambda mail: mail.last_error, width="lg"),
        Column("attempts", noop("Attempts"), lambda mail: mail.attempts, "number"),
        Column("created", noop("Created"), lambda mail: mail.created_at, "time", sort="created"),
        Column("sent", noop("Sent"), lambda mail: mail.sent_at, "time", is_default=False),
        Column("kind", noop("Kind"), lambda mail: mail.kind, is_default=False),
    ),
    filters=(
        label_filter(
            "state",
            noop("Status"),
            {state: badge.label for state, badge in _STATES.items()},
            _has_delivery_state,
        ),
    ),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("created", noop("Created"), col(Mail.id), int, is_descending=True),),
    default_sort="-created",
    search=_matches_search,
)
