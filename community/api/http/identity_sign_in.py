"""The steps after another service has identified the person."""

from dataclasses import dataclass
from datetime import timedelta

from fastapi import Request
from starlette.responses import Response

from community import urls
from community.api.http import login_responses
from community.api.http.responses import get_header
from community.core.actor import Actor, make_read_only_error
from community.core.db.sessions import read_session, unit_of_work
from community.core.http import cookies
from community.domain import accounts, identity
from community.domain.identity import providers
from community.gateways.identity import ExternalProfile

_EXPIRED = timedelta()


@dataclass(frozen=True, slots=True)
class SignInRequest:
    """The request that completes a sign-in with another service, and its context."""

    request: Request
    actor: Actor
    limits: identity.LoginAttempt
    attempt: providers.ProviderAttempt
    is_navigation: bool  # whether the browser opened the URL, and gets a redirect


async def respond_to_profile(current: SignInRequest, profile: ExternalProfile) -> Response:
    """Sign the owner of the identity in, or let the person decide about a new identity.

    Raises:
        Conflict: The identity belongs to another user than the one who is signed in.
        PermissionDenied: The account was deleted, or the person cannot create an account.
    """
    if current.actor.is_read_only:
        raise make_read_only_error()
    async with read_session() as session:
        owner = await identity.providers.find_owner(session, profile)
    if owner is None:
        return await _respond_with_pending_identity(current, profile)
    if current.actor.is_guest:
        return await _sign_in(current, profile, owner.id)
    async with unit_of_work() as session:
        await identity.providers.use_attempt(session, current.attempt)
    identity.providers.ensure_own(current.actor, owner)
    return login_responses.respond_with_next_page(
        current.request,
        current.attempt.next_path or urls.SIGN_IN_SETTINGS,
        is_navigation=current.is_navigation,
    )


def find_pending_identity(request: Request) -> providers.PendingIdentity:
    """Return the identity that the browser keeps. Raise `Invalid` if it has expired."""
    return identity.providers.read_pending_token(
        cookies.find_pending_token(get_header(request.scope, b"cookie"))
    )


def delete_pending_cookie(response: Response) -> None:
    header = cookies.build_pending_header("", lifetime=_EXPIRED)
    response.headers.append("Set-Cookie", header)


async def _respond_with_pending_identity(
    current: SignInRequest, profile: ExternalProfile
) -> Response:
    pending = identity.providers.create_pending_identity(profile, current.attempt)
    async with unit_of_work() as session:
        await identity.providers.use_attempt(session, current.attempt)
        if current.actor.is_guest:
            await accounts.provider_registration.ensure_may_finish(session, pending)
    response = login_responses.respond_with_next_page(
        current.request, urls.FINISH_SIGN_IN, is_navigation=current.is_navigation
    )
    header = cookies.build_pending_header(
        identity.providers.build_pending_token(pending),
        lifetime=identity.providers.PENDING_LIFETIME,
    )
    response.headers.append("Set-Cookie", header)
    return response


async def _sign_in(current: SignInRequest, profile: ExternalProfile, owner_id: int) -> Response:
    # The limits of the account. The service has checked the password, so there is no login.
    await current.limits.count_login("", owner_id)
    device = login_responses.find_device(current.request)
    async with unit_of_work() as session:
        await identity.providers.use_attempt(session, current.attempt)
        user = await identity.providers.record_sign_in(session, profile)
        result = await identity.two_factor.complete_sign_in(
            session,
            current.actor,
            user=user,
            user_agent=login_responses.get_user_agent(current.request),
            method=profile.provider,
            is_new_device=device is None or not device.is_known_to(user.id),
        )
        response = await login_responses.respond_with_sign_in(
            session,
            current.request,
            result,
            next_path=current.attempt.next_path,
            is_navigation=current.is_navigation,
        )
    known_device = await current.limits.record_success(owner_id)
    if isinstance(result, identity.SignInResult):
        login_responses.set_device_cookie(response, known_device)
    return response
