"""Invitations to create an account, which administrators give out."""

from community.domain.accounts.invitations.actions import create, revoke
from community.domain.accounts.invitations.invitation_table import INVITATION_TABLE
from community.domain.accounts.invitations.policies import (
    DEFAULT_LIFETIME_DAYS,
    MAX_TOKEN_LENGTH,
    MAX_USES,
    NOTE_MAX_LENGTH,
    SECTION,
)
from community.domain.accounts.invitations.queries import get_invitation, list_invitations
from community.domain.accounts.invitations.redemption import (
    find_problem,
    find_usable,
    hash_token,
    record_use,
    redeem,
)
from community.domain.accounts.invitations.schemas import (
    CreatedInvitation,
    InvitationDetails,
    InvitationView,
)
