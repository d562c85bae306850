"""Functions with which users add, rename and remove their passkeys.

Functions import `webauthn` when they need it, because the library takes 7 MB, and most processes
never need it.
"""

import json
from datetime import datetime

from sqlalchemy import delete, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import ids
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.core.errors import Conflict, Invalid, NotFound
from community.core.signed_tokens import compute_digest
from community.core.text.normalization import clean_line
from community.domain import site
from community.domain.identity import mails, policies as identity_policies, sign_in_methods
from community.domain.identity.passkeys import challenges, policies
from community.domain.identity.passkeys.schemas import Ceremony, PasskeyCredential, PasskeyView
from community.domain.identity.policies import ensure_recently_confirmed
from community.i18n import gettext as _, ngettext
from community.models import Passkey, User

_PURPOSE: challenges.Purpose = "passkey-registration"


async def list_passkeys(session: AsyncSession, actor: Actor) -> list[PasskeyView]:
    identity_policies.ensure_session_authentication(actor)
    return [PasskeyView.model_validate(row) for row in await _list_rows(session, actor.id)]


async def list_credential_ids(session: AsyncSession, actor: Actor) -> list[str]:
    """Return the ids under which devices know the passkeys of the actor."""
    return [row.credential_id for row in await _list_rows(session, actor.id)]


async def start_registration(session: AsyncSession, actor: Actor) -> Ceremony:
    """Return the options with which the browser creates a passkey.

    Raise `Conflict` if the actor has `MAX_PASSKEYS` passkeys.
    """
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    identity_policies.ensure_session_authentication(actor)
    ensure_recently_confirmed(actor)
    rows = await _list_rows(session, actor.id)
    _ensure_below_limit(len(rows))
    challenge = challenges.create(_PURPOSE, owner_id=actor.id)
    options = generate_registration_options(
        rp_id=policies.get_site_id(),
        rp_name=(await site.get_site_view(session)).name,
        user_id=build_user_handle(actor.id),
        user_name=actor.slug,
        user_display_name=actor.name,
        challenge=challenge.value,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=ids.decode_base64url(row.credential_id))
            for row in rows
        ],
    )
    return Ceremony(json.loads(options_to_json(options)), challenge.token)


async def register(
    session: AsyncSession,
    actor: Actor,
    *,
    token: str | None,
    credential: PasskeyCredential,
    name: str,
) -> PasskeyView:
    """Store a passkey that the browser has created.

    Raises:
        Invalid: The credential or the name is not valid.
        Conflict: The actor has `MAX_PASSKEYS` passkeys, or the passkey is already stored.
    """
    from webauthn import verify_registration_response  # noqa: PLC0415
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    identity_policies.ensure_session_authentication(actor)
    ensure_recently_confirmed(actor)
    name = _clean_name(name)
    challenge = await challenges.use(session, _PURPOSE, token, owner_id=actor.id)
    try:
        verified = verify_registration_response(
            credential=credential.to_json(),
            expected_challenge=challenge,
            expected_rp_id=policies.get_site_id(),
            expected_origin=policies.get_origin(),
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as error:
        raise challenges.make_error() from error
    user = await session.get_one(User, actor.id, with_for_update=FOR_NO_KEY_UPDATE)
    _ensure_below_limit(await _count(session, user.id))
    credential_id = ids.encode_base64url(verified.credential_id)
    if await session.scalar(select(Passkey.id).where(Passkey.credential_id == credential_id)):
        raise Conflict(_("This passkey was already added."))
    row = Passkey(
        user_id=user.id,
        credential_id=credential_id,
        public_key=ids.encode_base64url(verified.credential_public_key),
        sign_count=verified.sign_count,
        transports=credential.response.transports,
        name=name,
    )
    session.add(row)
    await session.flush()
    await mails.send_change(session, actor, user, "passkey_added")
    return PasskeyView.model_validate(row)


async def rename(session: AsyncSession, actor: Actor, *, passkey_id: int, name: str) -> PasskeyView:
    identity_policies.ensure_session_authentication(actor)
    row = await _get_own(session, actor, passkey_id)
    row.name = _clean_name(name)
    return PasskeyView.model_validate(row)


async def remove(session: AsyncSession, actor: Actor, *, passkey_id: int) -> None:
    """Remove a passkey of the actor. Raise `Conflict` if the actor could not sign in any more."""
    identity_policies.ensure_session_authentication(actor)
    ensure_recently_confirmed(actor)
    # The lock prevents that two requests at once remove the last two ways to sign in.
    user = await session.get_one(User, actor.id, with_for_update=FOR_NO_KEY_UPDATE)
    row = await _get_own(session, actor, passkey_id)
    if not await sign_in_methods.has_other_sign_in_method(session, user, without_passkey_id=row.id):
        raise sign_in_methods.make_last_method_error()
    await session.delete(row)
    await mails.send_change(session, actor, user, "passkey_removed")


def build_user_handle(user_id: int) -> bytes:
    """Return the id under which devices store the passkeys of a user. It reveals nothing."""
    return bytes.fromhex(compute_digest("passkey-user", str(user_id)))


def _clean_name(name: str) -> str:
    cleaned = clean_line(name, field="name", max_length=policies.NAME_MAX_LENGTH)
    if not cleaned:
        raise Invalid.for_field("name", _("Enter a name."))
    return cleaned


def _ensure_below_limit(count: int) -> None:
    if count >= policies.MAX_PASSKEYS:
        raise Conflict(
            ngettext(
                "You can have up to {n} passkey. Remove one you don't use.",
                "You can have up to {n} passkeys. Remove one you don't use.",
                policies.MAX_PASSKEYS,
            )
        )


async def _count(session: AsyncSession, user_id: int) -> int:
    count = select(func.count()).where(col(Passkey.user_id) == user_id)
    return await session.scalar(count) or 0


async def _list_rows(session: AsyncSession, user_id: int) -> list[Passkey]:
    rows = await session.scalars(
        select(Passkey).where(col(Passkey.user_id) == user_id).order_by(col(Passkey.id))
    )
    return list(rows)


async def _get_own(session: AsyncSession, actor: Actor, passkey_id: int) -> Passkey:
    row = await session.get(Passkey, passkey_id)
    if row is None or not actor.is_user(row.user_id):
        raise NotFound(_("Passkey not found"))
    return row


async def remove_all(session: AsyncSession, user: User) -> None:
    await session.execute(delete(Passkey).where(col(Passkey.user_id) == user.id))


async def remove_added_since(session: AsyncSession, user: User, since: datetime) -> None:
    await session.execute(
        delete(Passkey).where(col(Passkey.user_id) == user.id, col(Passkey.created_at) >= since)
    )
