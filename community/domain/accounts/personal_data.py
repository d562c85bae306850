"""What becomes of changes of the email and of invitations."""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Delete, PersonalData, nothing
from community.i18n import noop
from community.models import EmailChange, Invitation, InvitationUse

PERSONAL_DATA: Final = (
    PersonalData(
        EmailChange.user_id,
        export=ExportPart(
            "email_changes",
            noop("A new email that is not confirmed"),
            key=EmailChange.id,
            fields=(
                *(EmailChange.email, EmailChange.created_at, EmailChange.expires_at),
                *(EmailChange.old_confirmed_at, EmailChange.new_confirmed_at),
            ),
        ),
        merge="Its links do not work for a closed account, and it expires.",
        erase=Delete(),
    ),
    PersonalData(
        InvitationUse.user_id,
        export="Who invited the user is known to administrators only.",
        merge="It tells how this account was created.",
        erase=Delete(),
    ),
    *nothing(Invitation.created_by_id, because="What the user did as an administrator."),
)
