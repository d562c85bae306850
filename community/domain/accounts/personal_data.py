"""What becomes of an account that is merged, of changes of the email, and of invitations."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.core.actor import Actor
from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Delete, PersonalData, nothing
from community.domain import identity, people, uploads
from community.i18n import noop
from community.models import EmailChange, Invitation, InvitationUse, User

# No user can choose such a username and such an email.
_CLOSED_SLUG = "~{user_id}"
_CLOSED_EMAIL = "{user_id}@merged.invalid"


async def close_merged_account(
    session: AsyncSession, actor: Actor, source: User, target: User
) -> None:
    """Close the account `source`. Its current and former usernames redirect to `target`."""
    await people.move_former_slugs(session, source, target)
    await identity.end_all_sessions(session, source)
    await identity.two_factor.remove(session, source)
    await identity.passkeys.remove_all(session, source)
    await uploads.set_images(
        session,
        actor,
        people.PROFILE_IMAGES,
        object_id=source.id,
        changes=dict.fromkeys(people.PROFILE_IMAGES),
    )
    source.slug = _CLOSED_SLUG.format(user_id=source.id)
    source.email = _CLOSED_EMAIL.format(user_id=source.id)
    source.password_hash = source.avatar = source.header = None
    # The subscription moves as well, so the remaining account may show what the other one showed.
    target.chosen_badge = target.chosen_badge or source.chosen_badge
    target.chosen_name_style = target.chosen_name_style or source.chosen_name_style
    source.chosen_badge = source.chosen_name_style = None
    source.deleted_at = clock.now()
    await session.flush()
    await identity.providers.remove_identities(session, source.id)
    events.record(session, people.ProfileChanged(source.id))


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
