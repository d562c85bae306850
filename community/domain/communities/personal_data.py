"""What the archive with the data of a user contains of their communities."""

from typing import Final

from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import Community, Membership

EXPORT_PARTS: Final = (
    ExportPart(
        "memberships",
        noop("Communities that you joined"),
        user=Membership.user_id,
        key=Membership.community_id,
        fields=(
            *(Membership.community_id, Community.slug, Community.name),
            *(Membership.joined_at, Membership.moderator_since),
        ),
        conditions=(col(Community.id) == Membership.community_id,),
    ),
    ExportPart(
        "owned_communities",
        noop("Communities that you own"),
        user=Community.owner_id,
        key=Community.id,
        fields=(
            *(Community.id, Community.slug, Community.name, Community.description),
            *(Community.rules, Community.avatar, Community.header, Community.posting),
            *(Community.created_at, Community.closed_at),
        ),
    ),
)
