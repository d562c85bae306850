from pydantic import Field

from community.core.read_models import ReadModel, Timestamp
from community.domain.accounts.invitations.policies import InvitationStatus
from community.domain.people import UserSummary


class InvitationView(ReadModel):
    """An invitation without its token, which cannot be read again."""

    id: int
    note: str = ""
    email: str = Field("", description="The only email that can be used. Empty for any email.")
    max_uses: int
    uses_count: int = 0
    status: InvitationStatus
    created_by: UserSummary | None = None
    created_at: Timestamp
    expires_at: Timestamp | None = None
    revoked_at: Timestamp | None = None


class CreatedInvitation(InvitationView):
    """A new invitation with its link, which is shown only once."""

    url: str


class InvitationUseView(ReadModel):
    """An account that was created with an invitation."""

    user: UserSummary
    created_at: Timestamp


class InvitationDetails(InvitationView):
    """An invitation with the accounts that were created with it, newest first."""

    uses: list[InvitationUseView] = []
