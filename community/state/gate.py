"""The gate: nothing that a browser sends reaches a handler unless its policy lets it.

Runs before every event, chained ones too. It resolves who is asking from the cookie of the socket, checks the
policy and the arguments of the handler, and counts rate limits. Deny by default.
"""

import inspect
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any, get_type_hints

import reflex as rx
from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from reflex.state import BaseState, StateUpdate
from reflex_base.event import Event
from reflex_base.registry import RegistrationContext

from community import recognition, throttle
from community.core.errors import Invalid, NotAllowed, Refusal
from community.state import identity
from community.state.notice import Notice
from community.state.policy import Policy

log = logging.getLogger(__name__)

# What Reflex itself needs to open a page. Its other handlers (`setvar`, storage, error reports) stay shut.
OF_REFLEX = {
    "hydrate": Policy("public"),
    "hydrate_and_load": Policy("public"),
    "on_load_internal": Policy("public"),
    "set_is_hydrated": Policy("public"),
}


def policy_of(name: str) -> Policy | None:
    """The policy of a handler by its full name; None where it has none and so is never run."""
    registered = RegistrationContext.get().event_handlers.get(name)
    if registered is None:
        return None
    function = registered.handler.fn
    if function.__module__.startswith("community."):
        return getattr(function, "policy", None)
    return OF_REFLEX.get(name.rpartition(".")[2])


class Gate(rx.Middleware):
    """Stands before every event handler."""

    async def preprocess(self, app: rx.App, state: BaseState, event: Event) -> StateUpdate | None:
        headers = event.router_data.get("headers") or state.router_data.get("headers") or {}
        address = event.router_data.get("ip") or state.router_data.get("ip") or ""
        cookie = recognition.session_cookie(headers.get("cookie", ""))
        who = await recognition.by_cookie(cookie, address)
        identity.set_sender(who, event.router_data.get("token") or state.router_data.get("token") or "")
        try:
            policy = policy_of(event.name)
            if policy is None:
                raise NotAllowed("That cannot be called.")
            policy.ensure(who)
            _check_arguments(event)
            if policy.limit:
                await throttle.hit(policy.limit, throttle.key_of(who))
        except Refusal as refusal:
            return await _refused(state, refusal)
        return None


async def _refused(state: BaseState, refusal: Refusal) -> StateUpdate:
    root = state._get_root_state()
    (await root.get_state(Notice))._refuse(refusal)
    delta = await root._get_resolved_delta()
    root._clean()
    return StateUpdate(delta=delta)


def _check_arguments(event: Event) -> None:
    """Replace what the browser sent by values of the declared kinds.

    Raises:
        Invalid: something is missing, too much, or of another kind.
    """
    registered = RegistrationContext.get().event_handlers[event.name]
    if not registered.handler.fn.__module__.startswith("community."):
        return
    try:
        checked = _arguments_of(registered.handler.fn).model_validate(dict(event.payload))
    except ValidationError as error:
        log.info("refused arguments of %s: %s fields", event.name, error.error_count())
        raise Invalid("That did not arrive as it should have. Reload the page and try again.") from error
    event.payload.clear()
    event.payload.update({name: getattr(checked, name) for name in type(checked).model_fields})


@cache
def _arguments_of(function: Any) -> type[BaseModel]:
    """A model of the parameters of a handler."""
    original = inspect.unwrap(function)
    hints: Mapping[str, Any] = get_type_hints(original, include_extras=True)
    fields: dict[str, Any] = {}
    for name, parameter in list(inspect.signature(original).parameters.items())[1:]:
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[name] = (hints[name], default)
    return create_model("Arguments", __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=True), **fields)
