"""Who may call an event handler: the policies of the handlers, and the check before every event.

Any client can send an event to any handler of a State class, even if no page uses the handler.
Therefore every handler needs a policy, which a decorator declares. `EventAuthorization` runs before
every event handler, including handlers that other handlers trigger. It authenticates the user by
the session cookie of the WebSocket, and checks that the policy allows the user to call the handler
and that the arguments are valid. It also applies the rate limit of the handler. It denies all
events for handlers without a policy.
"""

import inspect
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, get_type_hints

import reflex as rx
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from community.core import errors, rate_limits
from community.core.actor import Actor
from community.core.db.transient_errors import RETRY_AFTER_SECONDS, is_transient
from community.core.logs import get_logger
from community.i18n import gettext as _
from community.reflex_adapter import events
from community.reflex_adapter.events import BaseState, Event, EventSource, StateUpdate
from community.state.runtime import forms, request_context

log = get_logger(__name__)

P = ParamSpec("P")
S = TypeVar("S", bound=rx.State)
ErrorHandler = Callable[[BaseState, errors.DomainError], Awaitable[None]]
# Gets a State of the browser tab, the arguments of the event, and the error. If the arguments are
# invalid, they are what the browser sent.
RejectionHandler = Callable[[BaseState, Mapping[str, Any], errors.DomainError], Awaitable[None]]
Handler = Callable[Concatenate[S, P], Coroutine[Any, Any, Any]]

ConfirmationHandler = Callable[[rx.State, str, dict[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ErrorDialogs:
    """The functions that tell users why an event handler raised a `DomainError`.

    Their modules import this one, because they contain State classes. Therefore `community.py`
    passes them to `connect`.
    """

    show_error: ErrorHandler  # shows a toast, or the dialog that solves the problem
    # Asks for the password after the error `confirmation_required`. Its arguments are the State,
    # the full name of the handler and the arguments of the event.
    ask_for_confirmation: ConfirmationHandler


_dialogs: list[ErrorDialogs] = []


def connect(dialogs: ErrorDialogs) -> None:
    """Show the errors of event handlers with these functions."""
    _dialogs[:] = [dialogs]


@dataclass(frozen=True, slots=True)
class Policy:
    """The rule that says who may call an event handler, and how often."""

    name: str  # `public`, `signed_in` or `admin`
    # The section of the Admin Panel that the caller must have access to. Used only if `name` is
    # `admin`.
    section: str = ""
    feature: str = ""  # the feature of subscription plans that the caller must have, if any
    # The name of a rate limit in `LIMITS`. None if the handler has no rate limit.
    limit: str | None = None
    # The function that tells the page why an event failed or was rejected. None if a toast or a
    # dialog tells the user.
    on_error: RejectionHandler | None = None

    def ensure_may_call(self, actor: Actor) -> None:
        """Check that `actor` may call the handler.

        Raises:
            PermissionDenied: The code is `unauthenticated` if the actor is a guest, `forbidden` if
                the actor has no access to the section of the Admin Panel, and
                `subscription_feature_required` if their plan lacks the feature.
            NotFound: The handler belongs to the Admin Panel, and the actor is not an administrator.
        """
        if self.name == "public":
            return
        if actor.is_guest:
            raise errors.make_unauthenticated_error()
        if self.name == "admin":
            actor.ensure_section(self.section)
        if self.feature:
            actor.ensure_feature(self.feature, _("Only subscribers can do this."))


def make_outage_error(error: Exception) -> errors.Unavailable:
    """Log a transient error, and return the error that a page gets for it."""
    log.error("service_unavailable", error=f"{type(error).__name__}: {error}")
    return errors.Unavailable(
        _("The site is busy. Try again in a moment."), retry_after=RETRY_AFTER_SECONDS
    )


def public(
    *, limit: str | None = None, on_error: RejectionHandler | None = None
) -> Callable[[Handler[S, P]], Handler[S, P]]:
    """Allow all users and guests to call the decorated event handler."""
    return _build_policy_decorator(Policy("public", limit=limit, on_error=on_error))


def signed_in(
    *, limit: str | None = None, feature: str = "", on_error: RejectionHandler | None = None
) -> Callable[[Handler[S, P]], Handler[S, P]]:
    """Allow only signed-in users to call the decorated event handler."""
    policy = Policy("signed_in", feature=feature, limit=limit, on_error=on_error)
    return _build_policy_decorator(policy)


def admin(section: str, *, limit: str | None = None) -> Callable[[Handler[S, P]], Handler[S, P]]:
    """Allow only users with access to a section of the Admin Panel to call the event handler."""
    return _build_policy_decorator(Policy("admin", section=section, limit=limit))


async def _refund_hit() -> None:
    if (limit_result := request_context.get_rate_limit_result()) is not None:
        await rate_limits.refund_hit(limit_result)


async def _show_error(
    state: rx.State,
    handler_name: str,
    policy: Policy,
    arguments: Mapping[str, Any],
    error: errors.DomainError,
) -> None:
    if isinstance(error, errors.Unavailable) and not rate_limits.has_begun_work():
        await _refund_hit()
    if policy.on_error is not None:
        await policy.on_error(state, arguments, error)
    elif error.code == "confirmation_required":
        name = f"{state.get_full_name()}.{handler_name}"
        await _dialogs[0].ask_for_confirmation(state, name, dict(list(arguments.items())[1:]))
    else:
        await _dialogs[0].show_error(state, error)


def _build_policy_decorator(policy: Policy) -> Callable[[Handler[S, P]], Handler[S, P]]:
    def decorate(handler: Handler[S, P]) -> Handler[S, P]:
        @wraps(handler)
        async def wrapper(self: S, *args: P.args, **kwargs: P.kwargs) -> Any:
            try:
                return await handler(self, *args, **kwargs)
            except errors.DomainError as error:
                arguments = signature(handler).bind(self, *args, **kwargs).arguments
                await _show_error(self, handler.__name__, policy, arguments, error)
                return None
            except Exception as error:
                if not is_transient(error):
                    raise
                # An event that fails in an outage before it has done any expensive work does not
                # count against the rate limit.
                if not rate_limits.has_begun_work():
                    await _refund_hit()
                if policy.on_error is None:
                    raise
                arguments = signature(handler).bind(self, *args, **kwargs).arguments
                await policy.on_error(self, arguments, make_outage_error(error))
                return None

        wrapper.policy = policy  # type: ignore[attr-defined]
        return cast("Handler[S, P]", wrapper)

    return decorate


# Handlers of Reflex itself that are not needed to open a page (for example `setvar` and those for
# browser storage and error reports) are denied.
REFLEX_HANDLER_POLICIES = dict.fromkeys(events.PAGE_LOAD_HANDLERS, Policy("public"))


class OwnerState(rx.State):
    """The user to whom the data in the State of the browser tab belongs.

    `_user_id` is 0 for a guest, and None before the first event.
    """

    _user_id: int | None = None


def find_policy(handler_name: str) -> Policy | None:
    """Return the policy of an event handler, or None if no client may call the handler."""
    function = events.find_handler(handler_name)
    if function is None:
        return None
    if function.__module__.startswith("community."):
        return getattr(function, "policy", None)
    return REFLEX_HANDLER_POLICIES.get(handler_name.rpartition(".")[2])


class EventAuthorization(rx.Middleware):
    """Reflex middleware that authorizes every event before its handler runs."""

    async def preprocess(
        self,
        app: rx.App,  # noqa: ARG002  # signature of Reflex
        state: BaseState,
        event: Event,
    ) -> StateUpdate | None:
        policy = find_policy(event.name)
        try:
            return await self._authorize(state, event, policy)
        except Exception as error:
            # Handlers with `on_error` tell the page about an outage themselves.
            if policy is None or policy.on_error is None or not is_transient(error):
                raise
            return await _reject_event(state, event, policy, make_outage_error(error))

    async def _authorize(
        self, state: BaseState, event: Event, policy: Policy | None
    ) -> StateUpdate | None:
        source = events.get_source(state, event)
        actor = await request_context.authenticate_socket(source.sid, source.ip)
        request_context.set_request(actor, source.tab, source.sid)
        await _reset_state_if_user_changed(state, actor)
        try:
            if policy is None:
                raise errors.PermissionDenied(forms.invalid_request_message())
            policy.ensure_may_call(actor)
            _check_tab_url(source)
            check_arguments(event)
            if policy.limit:
                request_context.set_rate_limit_result(
                    await rate_limits.count_hit(policy.limit, rate_limits.get_actor_key(actor))
                )
        except errors.DomainError as error:
            if actor.is_read_only and policy is not None and policy.name == "admin":
                # The Admin Panel closes its dialogs after the view of the site has begun.
                return await events.take_update(events.get_root_state(state))
            return await _reject_event(state, event, policy, error)
        return None


async def _reset_state_if_user_changed(state: BaseState, actor: Actor) -> None:
    root = events.get_root_state(state)
    owner = await root.get_state(OwnerState)
    user_id = actor.user_id or 0
    if owner._user_id == user_id:
        return
    if owner._user_id is not None:
        root.reset()  # type: ignore[no-untyped-call]
    owner._user_id = user_id


async def _reject_event(
    state: BaseState, event: Event, policy: Policy | None, error: errors.DomainError
) -> StateUpdate:
    root = events.get_root_state(state)
    if policy is not None and policy.on_error is not None:
        await policy.on_error(root, event.payload, error)
    else:
        await _dialogs[0].show_error(root, error)
    return await events.take_update(root)


def _check_tab_url(source: EventSource) -> None:
    """Check that the URL of the browser tab is valid Unicode.

    Raise `Invalid` if the URL contains an unpaired surrogate, which databases reject.
    """
    try:
        json.dumps(source.url, ensure_ascii=False).encode()
    except (ValueError, TypeError) as error:
        raise errors.Invalid(forms.invalid_request_message()) from error


def check_arguments(event: Event) -> None:
    """Validate the arguments in the event and convert them to the types the handler declares.

    Raise `Invalid` if an argument is missing, unknown or has the wrong type.
    """
    function = events.find_handler(event.name)
    if function is None or not function.__module__.startswith("community."):
        return
    try:
        arguments = build_arguments_model(function).model_validate(dict(event.payload))
    except ValidationError as error:
        raise errors.Invalid(forms.invalid_request_message()) from error
    event.payload.clear()
    event.payload.update({name: getattr(arguments, name) for name in type(arguments).model_fields})


@cache
def build_arguments_model(function: Any) -> type[BaseModel]:
    original = inspect.unwrap(function)
    hints: Mapping[str, Any] = get_type_hints(original, include_extras=True)
    fields: dict[str, Any] = {}
    for name, parameter in list(inspect.signature(original).parameters.items())[1:]:
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[name] = (hints[name], default)
    return create_model(
        "Arguments", __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=True), **fields
    )
