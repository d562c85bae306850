from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.columns import eager
from community.core.db.pagination import DEFAULT_LIMIT, Page, decode_cursor, split_page
from community.core.errors import NotFound
from community.domain import people
from community.domain.accounts.invitations import policies, schemas
from community.i18n import gettext as _
from community.models import Invitation, InvitationUse, User

# The first accounts that the side sheet shows. The table of users finds the others.
MAX_SHOWN_USES = 100


async def get_invitation(
    session: AsyncSession, actor: Actor, *, invitation_id: int
) -> schemas.InvitationDetails:
    actor.ensure_section(policies.SECTION)
    row = await load_invitation(session, invitation_id)
    found = await session.execute(
        select(InvitationUse, User)
        .join(User, col(User.id) == col(InvitationUse.user_id))
        .where(col(InvitationUse.invitation_id) == invitation_id)
        .order_by(col(InvitationUse.user_id).desc())
        .limit(MAX_SHOWN_USES)
    )
    uses = [
        schemas.InvitationUseView(user=people.to_user_summary(user), created_at=use.created_at)
        for use, user in found
    ]
    return schemas.InvitationDetails(**to_view(row).model_dump(), uses=uses)


async def list_invitations(
    session: AsyncSession, actor: Actor, *, cursor: str | None = None, limit: int = DEFAULT_LIMIT
) -> Page[schemas.InvitationView]:
    """Return all invitations, newest first."""
    actor.ensure_section(policies.SECTION)
    query = select(Invitation).options(eager(Invitation.created_by))
    if key := decode_cursor(cursor, int):
        query = query.where(col(Invitation.id) < key[0])
    rows = await session.scalars(query.order_by(col(Invitation.id).desc()).limit(limit + 1))
    page, next_cursor = split_page(rows.all(), limit, lambda row: (row.id,))
    return Page(items=[to_view(row) for row in page], next_cursor=next_cursor)


async def load_invitation(
    session: AsyncSession, invitation_id: int, *, for_update: bool = False
) -> Invitation:
    query = (
        select(Invitation)
        .options(eager(Invitation.created_by))
        .where(col(Invitation.id) == invitation_id)
        .execution_options(populate_existing=True)
    )
    if for_update:
        query = query.with_for_update(of=Invitation)
    row = await session.scalar(query)
    if row is None:
        raise NotFound(_("This invitation does not exist."))
    return row


def to_view(row: Invitation) -> schemas.InvitationView:
    fields = row.model_dump(
        include=set(schemas.InvitationView.model_fields) - {"status", "created_by"}
    )
    return schemas.InvitationView(
        **fields,
        status=policies.get_status(row),
        created_by=people.to_user_summary(row.created_by) if row.created_by else None,
    )
