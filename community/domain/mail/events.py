from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class MailChanged(DomainEvent):
    """A mail was added to the queue, sent or dropped, or an attempt failed."""

    mail_id: int


@dataclass(frozen=True, slots=True)
class RecipientRejected(DomainEvent):
    """A mail server reported that the mailbox does not exist, at once or after it had accepted."""

    address: str
