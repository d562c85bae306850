from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class QuestionChanged(DomainEvent):
    """The assistant begins to answer a question of a user, has answered it, or cannot."""

    user_id: int


@dataclass(frozen=True, slots=True)
class SummaryChanged(DomainEvent):
    """The summary of a post was requested, written further, finished, or removed."""

    post_id: int
