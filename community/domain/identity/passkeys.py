"""Passkeys (WebAuthn), with which users sign in by unlocking their device."""

import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import delete, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, ids, signed_tokens
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.core.logs import get_logger
from community.core.read_models import ReadModel, Timestamp
from community.core.settings import settings
from community.core.signed_tokens import compute_digest
from community.core.text.normalization import clean_line
from community.domain import site
from community.domain.identity import mails, policies, policies as identity_policies
from community.domain.identity.policies import ensure_recently_confirmed
from community.i18n import gettext as _, ngettext
from community.models import Passkey, UsedLink, User

NAME_MAX_LENGTH = 60
MAX_PASSKEYS = 20
# How long the browser may take to ask the user.
CHALLENGE_LIFETIME = timedelta(minutes=5)
_Id = Annotated[str, Field(max_length=1_400)]
_Data = Annotated[str, Field(max_length=4_000)]
_Attestation = Annotated[str, Field(max_length=20_000)]
_Transport = Annotated[str, Field(max_length=20)]
Purpose = Literal["passkey-registration", "passkey-sign-in", "passkey-confirmation"]
_REGISTRATION_PURPOSE: Purpose = "passkey-registration"
log = get_logger(__name__)
_SIGN_IN_PURPOSE: Purpose = "passkey-sign-in"


def _get_site_id() -> str:
    """Return the host of the site. A passkey works only there (WebAuthn, "RP ID")."""
    return urlsplit(settings().base_url).hostname or "localhost"


def _get_origin() -> str:
    parts = urlsplit(settings().base_url)
    return f"{parts.scheme}://{parts.netloc}"


class PasskeyView(ReadModel):
    id: int
    name: str
    created_at: Timestamp
    last_used_at: Timestamp | None = None


class AuthenticatorResponse(BaseModel):
    """What the device has signed. All values are in base64url."""

    model_config = ConfigDict(validate_by_name=True)

    client_data: Annotated[_Data, Field(alias="clientDataJSON")]
    attestation: Annotated[_Attestation | None, Field(alias="attestationObject")] = None
    authenticator_data: Annotated[_Data | None, Field(alias="authenticatorData")] = None
    signature: _Data | None = None
    user_handle: Annotated[_Id | None, Field(alias="userHandle")] = None
    transports: Annotated[list[_Transport], Field(max_length=10)] = []


class PasskeyCredential(BaseModel):
    """A `PublicKeyCredential` as `toJSON()` of the browser returns it (WebAuthn, 5.1)."""

    model_config = ConfigDict(validate_by_name=True)

    id: _Id
    raw_id: Annotated[_Id, Field(alias="rawId")]
    type: Literal["public-key"]
    response: AuthenticatorResponse

    def to_json(self) -> dict[str, Any]:
        return self.model_dump(by_alias=True, exclude_none=True)


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The options for the browser, and the token that the browser keeps in a cookie meanwhile."""

    options: dict[str, Any]
    token: str


@dataclass(frozen=True, slots=True)
class Challenge:
    value: bytes
    token: str


def create_challenge(purpose: Purpose, *, owner_id: int = 0) -> Challenge:
    """Return a new challenge for the user or sign-in session `owner_id`, or 0 for any."""
    challenge = ids.new_token()
    token = signed_tokens.build_token(
        purpose,
        expires_at=clock.now() + CHALLENGE_LIFETIME,
        jti=challenge,
        sub=str(owner_id),
    )
    return Challenge(ids.decode_base64url(challenge), token)


async def use_challenge(
    session: AsyncSession, purpose: Purpose, token: str | None, *, owner_id: int = 0
) -> bytes:
    """Return the challenge of a token, and make sure that it is not accepted again.

    Raise `Invalid` if the token is not valid, has expired, was used, or belongs to another owner.
    """
    claims = signed_tokens.read_token(purpose, token)
    if claims is None or claims["sub"] != str(owner_id):
        raise _make_error()
    if await session.scalar(select(UsedLink.id).where(UsedLink.id == claims["jti"])):
        raise _make_error()
    expires_at = datetime.fromtimestamp(claims["exp"], tz=clock.now().tzinfo)
    session.add(UsedLink(id=claims["jti"], expires_at=expires_at))
    await session.flush()
    return ids.decode_base64url(claims["jti"])


def build_ceremony(challenge: Challenge, credential_ids: Iterable[str] = ()) -> Ceremony:
    """Return options to sign the challenge with one of `credential_ids`, or with any passkey."""
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415  # few requests need it

    options = generate_authentication_options(
        rp_id=_get_site_id(),
        challenge=challenge.value,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
        allow_credentials=[
            structs.PublicKeyCredentialDescriptor(id=ids.decode_base64url(credential_id))
            for credential_id in credential_ids
        ],
    )
    return Ceremony(json.loads(options_to_json(options)), challenge.token)


def _make_error() -> errors.Invalid:
    return errors.Invalid(_("The passkey couldn't be checked. Try again."))


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
    challenge = create_challenge(_REGISTRATION_PURPOSE, owner_id=actor.id)
    options = generate_registration_options(
        rp_id=_get_site_id(),
        rp_name=(await site.get_site_view(session)).name,
        user_id=_build_user_handle(actor.id),
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
    challenge = await use_challenge(session, _REGISTRATION_PURPOSE, token, owner_id=actor.id)
    try:
        verified = verify_registration_response(
            credential=credential.to_json(),
            expected_challenge=challenge,
            expected_rp_id=_get_site_id(),
            expected_origin=_get_origin(),
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as error:
        raise _make_error() from error
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
    if not await policies.has_other_sign_in_method(session, user, without_passkey_id=row.id):
        raise policies.make_last_method_error()
    await session.delete(row)
    await mails.send_change(session, actor, user, "passkey_removed")


def _build_user_handle(user_id: int) -> bytes:
    """Return the id under which devices store the passkeys of a user. It reveals nothing."""
    return bytes.fromhex(compute_digest("passkey-user", str(user_id)))


def _clean_name(name: str) -> str:
    cleaned = clean_line(name, field="name", max_length=NAME_MAX_LENGTH)
    if not cleaned:
        raise Invalid.for_field("name", _("Enter a name."))
    return cleaned


def _ensure_below_limit(count: int) -> None:
    if count >= MAX_PASSKEYS:
        raise Conflict(
            ngettext(
                "You can have up to {n} passkey. Remove one you don't use.",
                "You can have up to {n} passkeys. Remove one you don't use.",
                MAX_PASSKEYS,
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


async def find_signer(
    session: AsyncSession,
    *,
    challenge: bytes,
    credential: PasskeyCredential,
    user_id: int | None = None,
) -> User | None:
    """Return the user whose passkey has signed the challenge, and lock the row.

    The device must have checked its user.

    Args:
        user_id: The user whose passkey it must be. Without it, the device must name the user.

    Returns:
        None if the passkey is unknown, the signature is wrong, or the user may not sign in.
    """
    from webauthn import verify_authentication_response  # noqa: PLC0415  # few requests need it
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    row = await session.scalar(
        select(Passkey).where(Passkey.credential_id == credential.id).with_for_update()
    )
    if row is None or user_id not in {None, row.user_id}:
        return None
    user = await session.get_one(User, row.user_id, with_for_update=FOR_NO_KEY_UPDATE)
    handle = credential.response.user_handle
    # A device need not name the user if the options list the passkeys.
    is_owner = _is_handle_of(user, handle) if handle or user_id is None else True
    if not identity_policies.may_sign_in(user) or not is_owner:
        return None
    try:
        verified = verify_authentication_response(
            credential=credential.to_json(),
            expected_challenge=challenge,
            expected_rp_id=_get_site_id(),
            expected_origin=_get_origin(),
            credential_public_key=ids.decode_base64url(row.public_key),
            credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as error:
        # A count that goes back means that someone has copied the key.
        log.warning("passkey_refused", user_id=user.id, reason=str(error)[:200])
        return None
    row.sign_count, row.last_used_at = verified.new_sign_count, clock.now()
    return user


def _is_handle_of(user: User, handle: str | None) -> bool:
    try:
        given = ids.decode_base64url(handle or "")
    except ValueError:
        return False
    return hmac.compare_digest(given, _build_user_handle(user.id))


def start_sign_in() -> Ceremony:
    """Return the options with which the browser offers the passkeys of this site.

    They name no account, so they reveal none.
    """
    return build_ceremony(create_challenge(_SIGN_IN_PURPOSE))


async def verify_sign_in(
    session: AsyncSession, *, token: str | None, credential: PasskeyCredential
) -> User:
    """Return the user whose passkey has signed the challenge, and lock the row.

    Raises:
        Invalid: The challenge is not valid, has expired or was used.
        PermissionDenied: The passkey is unknown or the signature is wrong. The code is
            `invalid_credentials`.
    """
    challenge = await use_challenge(session, _SIGN_IN_PURPOSE, token)
    user = await find_signer(session, challenge=challenge, credential=credential)
    if user is None:
        message = _("This passkey doesn't work here. Sign in in another way.")
        raise PermissionDenied(message, code="invalid_credentials")
    return user
