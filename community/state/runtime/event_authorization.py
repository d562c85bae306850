"""Authorization of the events that browsers send to State handlers.

The authorization runs before every event handler, including handlers that other handlers trigger.
It authenticates the user by the session token of the WebSocket, and checks that the user may call
the handler and that the arguments are valid. It also applies the rate limit of the handler.
"""

import inspect
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, get_type_hints

import reflex as rx
from pydantic import BaseModel, ConfigDict, create_model

from community import authentication
from community.core import throttle
from community.core.actor import Actor
from community.core.db.transient_errors import is_transient
from community.core.errors import DomainError, Invalid, PermissionDenied
from community.reflex_adapter import events
from community.reflex_adapter.events import BaseState, Event, EventSource, StateUpdate
from community.state.runtime import forms, request_context, socket
from community.state.runtime.policy import Policy, make_outage_error
from community.state.runtime.toasts import show_error

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
        token = socket.get_session_token(source.sid)
        actor = await authentication.authenticate_session(token, source.ip)
        request_context.set_request(actor, source.tab, socket.get_pending_identity(source.sid))
        await _reset_state_if_user_changed(state, actor)
        try:
            if policy is None:
                raise PermissionDenied(forms.invalid_request_message())
            policy.ensure_may_call(actor)
            _check_tab_url(source)
            _check_arguments(event)
            if policy.limit:
                request_context.set_rate_limit_result(
                    await throttle.count_hit(policy.limit, throttle.get_actor_key(actor))
                )
        except DomainError as error:
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
    state: BaseState, event: Event, policy: Policy | None, error: DomainError
) -> StateUpdate:
    root = events.get_root_state(state)
    if policy is not None and policy.on_error is not None:
        await policy.on_error(root, event.payload, error)
    else:
        await show_error(root, error)
    return await events.take_update(root)


def _check_tab_url(source: EventSource) -> None:
    """Check that the URL of the browser tab is valid Unicode.

    Raise `Invalid` if the URL contains an unpaired surrogate, which databases reject.
    """
    try:
        json.dumps(source.url, ensure_ascii=False).encode()
    except (ValueError, TypeError) as error:
        raise Invalid(forms.invalid_request_message()) from error


def _check_arguments(event: Event) -> None:
    """Validate the arguments in the event and convert them to the types the handler declares.

    Raise `Invalid` if an argument is missing, unknown or has the wrong type.
    """
    function = events.find_handler(event.name)
    if function is None or not function.__module__.startswith("community."):
        return
    arguments = forms.parse(_build_arguments_model(function), dict(event.payload))
    event.payload.clear()
    event.payload.update({name: getattr(arguments, name) for name in type(arguments).model_fields})


@cache
def _build_arguments_model(function: Any) -> type[BaseModel]:
    original = inspect.unwrap(function)
    hints: Mapping[str, Any] = get_type_hints(original, include_extras=True)
    fields: dict[str, Any] = {}
    for name, parameter in list(inspect.signature(original).parameters.items())[1:]:
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[name] = (hints[name], default)
    return create_model(
        "Arguments", __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=True), **fields
    )
