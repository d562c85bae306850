from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class AccountRegistered(DomainEvent):
    user_id: int


@dataclass(frozen=True, slots=True)
class AdminSectionsChanged(DomainEvent):
    """A user became or is no longer an administrator, or may open other sections."""

    user_id: int


@dataclass(frozen=True, slots=True)
class AccountDeleted(DomainEvent):
    """A user deleted their account. It can be restored until its data is erased."""

    user_id: int


@dataclass(frozen=True, slots=True)
class AccountRestored(DomainEvent):
    user_id: int


@dataclass(frozen=True, slots=True)
class InvitationUsed(DomainEvent):
    invitation_id: int
    user_id: int
