from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class UserBanned(DomainEvent):
    """An administrator banned a user, or changed the term or the reason of their ban."""

    user_id: int


@dataclass(frozen=True, slots=True)
class BanLifted(DomainEvent):
    user_id: int


@dataclass(frozen=True, slots=True)
class ContentReported(DomainEvent):
    """A user reported an object. `target_kind` is one of `reports.TargetKind`."""

    report_id: int
    target_kind: str
    target_id: int


@dataclass(frozen=True, slots=True)
class ReportsClosed(DomainEvent):
    """An administrator closed all open reports of an object."""

    target_kind: str
    target_id: int
