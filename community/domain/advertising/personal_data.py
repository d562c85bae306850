"""What the archive with the data of a user contains of advertisements."""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import MemberImpressions

EXPORT_PARTS: Final = (
    ExportPart(
        "advertisements",
        noop("How often you saw advertisements with a daily limit, until the next day"),
        user=MemberImpressions.user_id,
        key=MemberImpressions.id,
        fields=(
            MemberImpressions.day,
            MemberImpressions.advertisement_id,
            MemberImpressions.impressions,
        ),
    ),
)
