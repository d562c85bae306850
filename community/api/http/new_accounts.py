"""The response to every request that creates an account."""

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from community import urls
from community.api.http.login_attempts import find_device, set_device_cookie
from community.api.http.login_responses import get_user_agent, respond_with_session
from community.core.actor import Actor
from community.domain import identity
from community.models import User


async def respond_with_new_account(
    session: AsyncSession,
    request: Request,
    actor: Actor,
    user: User,
    *,
    next_path: str = "",
    method: str = "password",
) -> Response:
    """Sign the new user in. The response is 201, or for a native form a redirect.

    Args:
        method: The service with which the user signs in, or `password`.
    """
    sign_in = await identity.sign_in(
        session, actor, user=user, user_agent=get_user_agent(request), method=method
    )
    response = await respond_with_session(
        session, request, sign_in, next_path=next_path, status=201
    )
    response.headers.setdefault("Location", urls.profile(user.slug))
    set_device_cookie(response, identity.add_user_to_device(find_device(request), user.id))
    return response
