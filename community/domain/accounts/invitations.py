"""Invitations to create an account, which administrators give out."""

from datetime import datetime, timedelta
from typing import Any, Final, Literal, get_args

from pydantic import Field
from sqlalchemy import ColumnElement, Select, and_, func, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, errors, events, ids
from community.core.actor import Actor
from community.core.db.columns import eager
from community.core.db.pagination import DEFAULT_LIMIT, Page, decode_cursor, split_page
from community.core.errors import Conflict, FieldErrors, NotFound
from community.core.read_models import ReadModel, Timestamp
from community.core.text.normalization import clean_line
from community.domain import audit, identity, people
from community.domain.accounts.events import InvitationUsed
from community.domain.accounts.mails import send_invitation
from community.domain.people import UserSummary
from community.domain.tables import Sort, Table, value_filter
from community.i18n import gettext as _, ngettext, noop
from community.models import Invitation, InvitationUse, User

# A section of its own, so that people can be allowed to invite without access to the keys of the
# sign-in services (`settings/auth`) or to bans and personal data (`users`).
SECTION = "invitations"

NOTE_MAX_LENGTH = 200
# Enough for the members of a large organization. Every account needs an email of its own.
MAX_USES = 1_000
DEFAULT_LIFETIME_DAYS = 7
MAX_LIFETIME_DAYS = 365
# Longer than any token that the server issues.
MAX_TOKEN_LENGTH = 200

InvitationStatus = Literal["active", "used_up", "expired", "revoked"]
# The first accounts that the side sheet shows. The table of users finds the others.
_MAX_SHOWN_USES = 100
# A token cannot be guessed, so a caller that has one may know the state of its invitation.
_PROBLEMS = {
    "unknown": noop("This invitation link is not valid. Ask for a new one."),
    "revoked": noop("This invitation was revoked. Ask for a new one."),
    "used_up": noop("This invitation was already used. Ask for a new one."),
    "expired": noop("This invitation has expired. Ask for a new one."),
}


def get_status(invitation: Invitation, at: datetime | None = None) -> InvitationStatus:
    """Return the status of an invitation.

    Args:
        at: The time for which to check whether it had expired, instead of now.
    """
    if invitation.revoked_at is not None:
        return "revoked"
    if invitation.uses_count >= invitation.max_uses:
        return "used_up"
    if invitation.expires_at is not None and invitation.expires_at <= (at or clock.now()):
        return "expired"
    return "active"


def _has_status(status: InvitationStatus, at: datetime | None = None) -> ColumnElement[bool]:
    is_revoked = col(Invitation.revoked_at).is_not(None)
    is_used_up = col(Invitation.uses_count) >= col(Invitation.max_uses)
    expires_at, now = col(Invitation.expires_at), at or clock.now()
    return {
        "revoked": is_revoked,
        "used_up": and_(~is_revoked, is_used_up),
        "expired": and_(~is_revoked, ~is_used_up, expires_at <= now),
        "active": and_(~is_revoked, ~is_used_up, or_(expires_at.is_(None), expires_at > now)),
    }[status]


class InvitationView(ReadModel):
    """An invitation without its token, which cannot be read again."""

    id: int
    note: str = ""
    email: str = Field("", description="The only email that can be used. Empty for any email.")
    max_uses: int
    uses_count: int = 0
    status: InvitationStatus
    created_by: UserSummary | None = None
    created_at: Timestamp
    expires_at: Timestamp | None = None
    revoked_at: Timestamp | None = None


class CreatedInvitation(InvitationView):
    """A new invitation with its link, which is shown only once."""

    url: str


class InvitationUseView(ReadModel):
    """An account that was created with an invitation."""

    user: UserSummary
    created_at: Timestamp


class InvitationDetails(InvitationView):
    """An invitation with the accounts that were created with it, newest first."""

    uses: list[InvitationUseView] = []


async def get_invitation(
    session: AsyncSession, actor: Actor, *, invitation_id: int
) -> InvitationDetails:
    actor.ensure_section(SECTION)
    row = await _load_invitation(session, invitation_id)
    found = await session.execute(
        select(InvitationUse, User)
        .join(User, col(User.id) == col(InvitationUse.user_id))
        .where(col(InvitationUse.invitation_id) == invitation_id)
        .order_by(col(InvitationUse.user_id).desc())
        .limit(_MAX_SHOWN_USES)
    )
    uses = [
        InvitationUseView(user=people.to_user_summary(user), created_at=use.created_at)
        for use, user in found
    ]
    return InvitationDetails(**_to_view(row).model_dump(), uses=uses)


async def list_invitations(
    session: AsyncSession, actor: Actor, *, cursor: str | None = None, limit: int = DEFAULT_LIMIT
) -> Page[InvitationView]:
    """Return all invitations, newest first."""
    actor.ensure_section(SECTION)
    query = select(Invitation).options(eager(Invitation.created_by))
    if key := decode_cursor(cursor, int):
        query = query.where(col(Invitation.id) < key[0])
    rows = await session.scalars(query.order_by(col(Invitation.id).desc()).limit(limit + 1))
    page, next_cursor = split_page(rows.all(), limit, lambda row: (row.id,))
    return Page(items=[_to_view(row) for row in page], next_cursor=next_cursor)


async def _load_invitation(
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


def _to_view(row: Invitation) -> InvitationView:
    fields = row.model_dump(include=set(InvitationView.model_fields) - {"status", "created_by"})
    return InvitationView(
        **fields,
        status=get_status(row),
        created_by=people.to_user_summary(row.created_by) if row.created_by else None,
    )


def _select_invitations() -> Select[Any]:
    return select(Invitation).options(eager(Invitation.created_by))


def _matches_search(term: str) -> ColumnElement[bool]:
    # `lower()` of SQLite changes only ASCII letters.
    return or_(
        func.lower(Invitation.note).contains(term.lower(), autoescape=True),
        func.lower(Invitation.email).contains(term.lower(), autoescape=True),
    )


INVITATION_TABLE: Final = Table(
    code="invitations",
    section=SECTION,
    select=_select_invitations,
    id=col(Invitation.id),
    filters=(value_filter("state", get_args(InvitationStatus), _has_status),),
    # Ids have the same order as the times of creation, and an index.
    sorts=(Sort("created", col(Invitation.id), int, is_descending=True),),
    default_sort="-created",
    search=_matches_search,
)


async def create(
    session: AsyncSession,
    actor: Actor,
    *,
    note: str = "",
    email: str = "",
    max_uses: int = 1,
    lifetime_days: int | None = DEFAULT_LIFETIME_DAYS,
) -> CreatedInvitation:
    """Create an invitation and return it with its link. With an email, send the link there.

    Callers cannot read the link later, because the database contains only a hash of its token.

    Args:
        email: The only email address with which the invitation can be used. "" for any address.
        max_uses: The number of accounts that can be created. With an email, it must be 1.
        lifetime_days: When the invitation expires. None if it does not.

    Raises:
        Conflict: An account with the email already exists.
    """
    actor.ensure_section(SECTION)
    row = _build_row(note.strip(), email.strip(), max_uses, lifetime_days)
    await _ensure_not_registered(session, row.email)
    token = ids.new_token()
    row.token_hash, row.created_by_id = ids.hash_token(token), actor.user_id
    session.add(row)
    await session.flush()
    url = urls.absolute(urls.invitation(token))
    if row.email:
        await send_invitation(session, actor, row, url)
    await _record(session, actor, "invitation.created", row, after=_list_values(row))
    view = _to_view(await _load_invitation(session, row.id))
    return CreatedInvitation(**view.model_dump(), url=url)


async def revoke(
    session: AsyncSession, actor: Actor, *, invitation_id: int, reason: str = ""
) -> InvitationView:
    """Make an invitation unusable. Accounts that were created with it stay. Idempotent."""
    actor.ensure_section(SECTION)
    row = await _load_invitation(session, invitation_id, for_update=True)
    if row.revoked_at is None:
        row.revoked_at = clock.now()
        await session.flush()
        await _record(session, actor, "invitation.revoked", row, reason=reason)
    return _to_view(row)


def _build_row(note: str, email: str, max_uses: int, lifetime_days: int | None) -> Invitation:
    errors = FieldErrors()
    row = Invitation(token_hash="", max_uses=max_uses)
    with errors.collect():
        row.note = clean_line(note, field="note", max_length=NOTE_MAX_LENGTH)
    with errors.collect():
        row.email = identity.clean_email(email) if email else ""
    if not 1 <= max_uses <= MAX_USES:
        errors.add("max_uses", _("Enter a number from 1 to {n}.", n=MAX_USES))
    elif email and max_uses > 1:
        errors.add("max_uses", _("An invitation for one email can be used only once."))
    if lifetime_days is not None:
        if 1 <= lifetime_days <= MAX_LIFETIME_DAYS:
            row.expires_at = clock.now() + timedelta(days=lifetime_days)
        else:
            message = ngettext(
                "Choose at most {n} day.", "Choose at most {n} days.", MAX_LIFETIME_DAYS
            )
            errors.add("lifetime_days", message)
    errors.raise_if_any()
    return row


async def _ensure_not_registered(session: AsyncSession, email: str) -> None:
    if email and await identity.is_email_taken(session, email):
        message = _("An account with this email already exists.")
        raise Conflict(message, field_errors={"email": [message]})


def _list_values(row: Invitation) -> dict[str, object]:
    expires_at = row.expires_at and clock.format_iso(row.expires_at)
    return {
        "note": row.note,
        "email": row.email,
        "max_uses": row.max_uses,
        "expires_at": expires_at,
    }


async def _record(
    session: AsyncSession,
    actor: Actor,
    action: str,
    row: Invitation,
    *,
    after: object = None,
    reason: str = "",
) -> None:
    await audit.record(
        session,
        actor,
        action,
        target_kind="invitation",
        target_id=row.id,
        target_name=row.note or row.email,
        after=after,
        reason=reason,
    )


async def find_problem(session: AsyncSession, token: str) -> str:
    """Return why the invitation with this token cannot be used, or "" if it can."""
    row = await _find_by_hash(session, hash_token(token))
    status = "unknown" if row is None else get_status(row)
    return "" if status == "active" else _(_PROBLEMS[status])


def hash_token(token: str) -> str:
    """Return the hash that the database contains, or "" without a token."""
    return ids.hash_token(token[:MAX_TOKEN_LENGTH]) if token else ""


async def find_usable(
    session: AsyncSession, *, token_hash: str, email: str, at: datetime | None = None
) -> Invitation:
    """Return the invitation with which a user with this email can register.

    Args:
        at: When the user asked for the account, if they had to confirm their email first. The
            invitation may have expired since then. None for now.

    Raises:
        PermissionDenied: There is no token (`invitation_required`), or its invitation cannot be
            used (`invitation_invalid`). `details` has the reason.
    """
    if not token_hash:
        raise errors.PermissionDenied(
            _("You need an invitation to create an account."), code="invitation_required"
        )
    row = await _find_by_hash(session, token_hash)
    status = "unknown" if row is None else get_status(row, at)
    if row is None or status != "active":
        raise _make_problem_error(status)
    if row.email and row.email.lower() != email.lower():
        message = _("This invitation is for another email.")
        raise errors.PermissionDenied(
            message,
            code="invitation_invalid",
            field_errors={"email": [message]},
            details={"reason": "other_email"},
        )
    return row


async def redeem(
    session: AsyncSession, *, token_hash: str, email: str, at: datetime | None = None
) -> int:
    """Use one place of an invitation and return its id.

    Of concurrent callers, only as many succeed as there are places. A place is free again if the
    transaction fails.
    """
    row = await find_usable(session, token_hash=token_hash, email=email, at=at)
    # The condition is checked again, because another transaction may have used the last place.
    used_id = await session.scalar(
        update(Invitation)
        .where(col(Invitation.id) == row.id, _has_status("active", at))
        .values(uses_count=col(Invitation.uses_count) + 1)
        .returning(col(Invitation.id))
        .execution_options(synchronize_session=False)
    )
    if used_id is None:
        await session.refresh(row)
        raise _make_problem_error(get_status(row, at))
    return used_id


async def record_use(session: AsyncSession, *, invitation_id: int, user_id: int) -> None:
    """Store that an account was created with an invitation that `redeem` returned."""
    session.add(InvitationUse(invitation_id=invitation_id, user_id=user_id))
    await session.flush()
    events.record(session, InvitationUsed(invitation_id, user_id))


async def _find_by_hash(session: AsyncSession, token_hash: str) -> Invitation | None:
    """Return the invitation with this token. Known and unknown tokens take one indexed query."""
    query = select(Invitation).where(col(Invitation.token_hash) == token_hash)
    return (await session.scalars(query)).one_or_none()


def _make_problem_error(status: str) -> errors.PermissionDenied:
    return errors.PermissionDenied(
        _(_PROBLEMS[status]), code="invitation_invalid", details={"reason": status}
    )
