"""What the archive with the data of a user contains of their bans, but not who banned them."""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import Sanction

EXPORT_PARTS: Final = (
    ExportPart(
        "bans",
        noop("Bans of your account"),
        user=Sanction.user_id,
        key=Sanction.id,
        fields=(Sanction.reason, Sanction.created_at, Sanction.until, Sanction.lifted_at),
    ),
)
