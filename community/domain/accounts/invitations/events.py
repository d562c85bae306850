"""The domain event of invitations."""

from dataclasses import dataclass

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class InvitationUsed(DomainEvent):
    """A user created an account with an invitation."""

    invitation_id: int
    user_id: int
