"""Decorators that declare who may call an event handler.

Any client can send an event to any handler of a State class, even if no page uses the handler.
Therefore every handler needs a policy. `EventAuthorization` enforces the policies and denies all
events for handlers without a policy.
"""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import reflex as rx

from community import throttle
from community.core.actor import Actor
from community.core.errors import DomainError, PermissionDenied, make_unauthenticated_error
from community.i18n import gettext as _
from community.state import request_context

P = ParamSpec("P")
S = TypeVar("S", bound=rx.State)
ErrorHandler = Callable[[rx.State, DomainError], Awaitable[None]]
Handler = Callable[Concatenate[S, P], Coroutine[Any, Any, Any]]

_error_handlers: list[ErrorHandler] = []


def set_error_handler(handler: ErrorHandler) -> None:
    """Set the function that shows an error to the user after an event handler raised `DomainError`.

    `state/toasts.py` contains the function. This module cannot import the function, because
    `state/toasts.py` imports this module.
    """
    _error_handlers[:] = [handler]


@dataclass(frozen=True, slots=True)
class Policy:
    """The rule that says who may call an event handler, and how often.

    Attributes:
        name: `public`, `signed_in` or `admin`.
        section: The section of the Admin Panel that the caller must have access to. Used only if
            `name` is `admin`.
        limit: The name of a rate limit group in `throttle`. None if the handler has no rate limit.
    """

    name: str
    section: str = ""
    limit: str | None = None

    def ensure_may_call(self, actor: Actor) -> None:
        """Check that `actor` may call the handler.

        Raises:
            PermissionDenied: The code is `unauthenticated` if the actor is a guest, and
                `forbidden` if the actor has no access to the section of the Admin Panel.
        """
        if self.name == "public":
            return
        if actor.is_guest:
            raise make_unauthenticated_error()
        if self.name == "admin" and not actor.sections & {"*", self.section}:
            raise PermissionDenied(_("You don't have access to this section."))


def public(*, limit: str | None = None) -> Callable[[Handler[S, P]], Handler[S, P]]:
    """Allow all users and guests to call the decorated event handler."""
    return _build_policy_decorator(Policy("public", limit=limit))


def signed_in(*, limit: str | None = None) -> Callable[[Handler[S, P]], Handler[S, P]]:
    """Allow only signed-in users to call the decorated event handler."""
    return _build_policy_decorator(Policy("signed_in", limit=limit))


def admin(section: str, *, limit: str | None = None) -> Callable[[Handler[S, P]], Handler[S, P]]:
    """Allow only users with access to a section of the Admin Panel to call the event handler."""
    return _build_policy_decorator(Policy("admin", section=section, limit=limit))


def _build_policy_decorator(policy: Policy) -> Callable[[Handler[S, P]], Handler[S, P]]:
    def decorate(handler: Handler[S, P]) -> Handler[S, P]:
        @wraps(handler)
        async def wrapper(self: S, *args: P.args, **kwargs: P.kwargs) -> Any:
            try:
                return await handler(self, *args, **kwargs)
            except DomainError as error:
                await _error_handlers[0](self, error)
                return None
            except Exception:
                # An event that fails with a server error does not count against the rate limit.
                if (limit_result := request_context.get_rate_limit_result()) is not None:
                    await throttle.refund_hit(limit_result)
                raise

        wrapper.policy = policy  # type: ignore[attr-defined]
        return cast("Handler[S, P]", wrapper)

    return decorate
