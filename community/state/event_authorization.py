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
from reflex.state import BaseState, StateUpdate
from reflex_base.event import Event
from reflex_base.registry import RegistrationContext

from community import authentication, throttle
from community.core.actor import Actor
from community.core.errors import DomainError, Invalid, PermissionDenied
from community.state import forms, request_context, socket
from community.state.layout import LayoutState
from community.state.policy import Policy
from community.state.toasts import ToastsState

# Handlers of Reflex itself that are needed to open a page. Its other handlers (for example `setvar`
# and those for browser storage and error reports) are denied.
REFLEX_HANDLER_POLICIES = {
    "hydrate": Policy("public"),
    "hydrate_and_load": Policy("public"),
    "on_load_internal": Policy("public"),
    "set_is_hydrated": Policy("public"),
}


def find_policy(handler_name: str) -> Policy | None:
    """Return the policy of an event handler, or None if no client may call the handler."""
    registered = RegistrationContext.get().event_handlers.get(handler_name)
    if registered is None:
        return None
    function = registered.handler.fn
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
        router_data = {**state.router_data, **event.router_data}
        token = socket.get_session_token(router_data.get("sid", ""))
        actor = await authentication.authenticate_session(token, router_data.get("ip", ""))
        request_context.set_request(actor, router_data.get("token", ""))
        await _reset_state_if_user_changed(state, actor)
        try:
            policy = find_policy(event.name)
            if policy is None:
                raise PermissionDenied(forms.invalid_request_message())
            policy.ensure_may_call(actor)
            _check_tab_url(router_data)
            _check_arguments(event)
            if policy.limit:
                request_context.set_rate_limit_result(
                    await throttle.count_hit(policy.limit, throttle.get_actor_key(actor))
                )
        except DomainError as error:
            return await _reject_event(state, error)
        return None


async def _reset_state_if_user_changed(state: BaseState, actor: Actor) -> None:
    root = state._get_root_state()
    layout = await root.get_state(LayoutState)
    owner_id = actor.user_id or 0
    if layout._owner_id == owner_id:
        return
    if layout._owner_id is not None:
        root.reset()  # type: ignore[no-untyped-call]
    layout._owner_id = owner_id


async def _reject_event(state: BaseState, error: DomainError) -> StateUpdate:
    root = state._get_root_state()
    (await root.get_state(ToastsState))._show_error(error)
    delta = await root._get_resolved_delta()
    root._clean()  # type: ignore[no-untyped-call]
    return StateUpdate(delta=delta)


def _check_tab_url(router_data: Mapping[str, Any]) -> None:
    """Check that the URL of the browser tab is valid Unicode.

    Raises:
        Invalid: The URL contains an unpaired surrogate, which databases reject.
    """
    url = (
        router_data.get("pathname", ""),
        router_data.get("asPath", ""),
        router_data.get("query", ""),
    )
    try:
        json.dumps(url, ensure_ascii=False).encode()
    except (ValueError, TypeError) as error:
        raise Invalid(forms.invalid_request_message()) from error


def _check_arguments(event: Event) -> None:
    """Validate the arguments in the event and convert them to the types the handler declares.

    Raises:
        Invalid: An argument is missing, unknown or has the wrong type.
    """
    registered = RegistrationContext.get().event_handlers[event.name]
    if not registered.handler.fn.__module__.startswith("community."):
        return
    arguments = forms.parse(_build_arguments_model(registered.handler.fn), dict(event.payload))
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
