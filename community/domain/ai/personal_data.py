"""What becomes of the requests of a user to the AI service."""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Clear, Move, PersonalData
from community.i18n import noop
from community.models import AiRequest

PERSONAL_DATA: Final = (
    PersonalData(
        AiRequest.user_id,
        export=ExportPart(
            "ai_requests",
            noop("The summaries that you requested, and your questions to the assistant"),
            key=AiRequest.id,
            fields=(
                *(AiRequest.id, AiRequest.kind, AiRequest.post_id, AiRequest.comment_id),
                *(AiRequest.answer_id, AiRequest.status, AiRequest.created_at),
            ),
        ),
        merge=Move(),
        # The limits of the site still count them.
        erase=Clear(),
    ),
)
