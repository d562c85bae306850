"""What the archive with the data of a user contains of their reactions."""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import Reaction

EXPORT_PARTS: Final = (
    ExportPart(
        "reactions",
        noop("Your reactions"),
        user=Reaction.user_id,
        key=Reaction.id,
        fields=(Reaction.post_id, Reaction.comment_id, Reaction.code, Reaction.created_at),
    ),
)
