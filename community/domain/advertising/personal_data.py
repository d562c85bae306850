"""What becomes of what a user has seen of advertisements, and of those that they changed."""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Delete, PersonalData, nothing
from community.i18n import noop
from community.models import Advertisement, MemberImpressions

PERSONAL_DATA: Final = (
    PersonalData(
        MemberImpressions.user_id,
        export=ExportPart(
            "advertisements",
            noop("How often you saw advertisements with a daily limit, until the next day"),
            key=MemberImpressions.id,
            fields=(
                MemberImpressions.day,
                MemberImpressions.advertisement_id,
                MemberImpressions.impressions,
            ),
        ),
        merge="The counts are deleted on the next day.",
        erase=Delete(),
    ),
    *nothing(
        Advertisement.approved_by_id,
        Advertisement.changed_by_id,
        because="What the user did as an administrator.",
    ),
)
