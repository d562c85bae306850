"""What the archive with the data of a user contains of their bans and of their reports.

It contains neither who banned them nor what others have written.
"""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import ModerationReport, Sanction

EXPORT_PARTS: Final = (
    ExportPart(
        "bans",
        noop("Bans of your account"),
        user=Sanction.user_id,
        key=Sanction.id,
        fields=(Sanction.reason, Sanction.created_at, Sanction.until, Sanction.lifted_at),
    ),
    ExportPart(
        "reports",
        noop("What you have reported"),
        user=ModerationReport.reporter_id,
        key=ModerationReport.id,
        fields=(
            ModerationReport.target_kind,
            ModerationReport.reason,
            ModerationReport.text,
            ModerationReport.state,
            ModerationReport.created_at,
        ),
    ),
)
