"""The gate: nothing that a browser sends reaches a handler unless its policy lets it.

Runs before every event, chained ones too. It resolves who is asking from the cookie of the socket,
checks the policy and the arguments of the handler, and counts rate limits. Deny by default.
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

from community import recognition, throttle
from community.core.actor import Actor
from community.core.errors import Invalid, NotAllowed, Refusal
from community.state import forms, identity, socket
from community.state.frame import Frame
from community.state.notice import Notice
from community.state.policy import Policy

# What Reflex itself needs to open a page. Its other handlers (`setvar`, storage, error reports)
# stay shut.
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

    async def preprocess(
        self,
        app: rx.App,  # noqa: ARG002  # as Reflex calls it
        state: BaseState,
        event: Event,
    ) -> StateUpdate | None:
        sender = {**state.router_data, **event.router_data}
        token = socket.session_token(sender.get("sid", ""))
        who = await recognition.by_cookie(token, sender.get("ip", ""))
        identity.set_sender(who, sender.get("token", ""))
        await _hand_over(state, who)
        try:
            policy = policy_of(event.name)
            if policy is None:
                raise NotAllowed("That cannot be called.")
            policy.ensure(who)
            _check_address(sender)
            _check_arguments(event)
            if policy.limit:
                identity.set_counted(await throttle.hit(policy.limit, throttle.key_of(who)))
        except Refusal as refusal:
            return await _refused(state, refusal)
        return None


async def _hand_over(state: BaseState, who: Actor) -> None:
    """What one person had in a tab is gone when another one, or a guest, is behind it."""
    root = state._get_root_state()
    frame = await root.get_state(Frame)
    owner = who.user_id or 0
    if frame._owner == owner:
        return
    if frame._owner is not None:
        root.reset()  # type: ignore[no-untyped-call]
    frame._owner = owner


async def _refused(state: BaseState, refusal: Refusal) -> StateUpdate:
    root = state._get_root_state()
    (await root.get_state(Notice))._refuse(refusal)
    delta = await root._get_resolved_delta()
    root._clean()  # type: ignore[no-untyped-call]
    return StateUpdate(delta=delta)


def _check_address(sender: Mapping[str, Any]) -> None:
    """
    Raises:
        Invalid: the address has half a character in it, which no database takes.
    """
    address = (sender.get("pathname", ""), sender.get("asPath", ""), sender.get("query", ""))
    try:
        json.dumps(address, ensure_ascii=False).encode()
    except (ValueError, TypeError) as error:
        raise Invalid(forms.MISSHAPEN) from error


def _check_arguments(event: Event) -> None:
    """Replace what the browser sent by values of the declared kinds.

    Raises:
        Invalid: something is missing, too much, or of another kind.
    """
    registered = RegistrationContext.get().event_handlers[event.name]
    if not registered.handler.fn.__module__.startswith("community."):
        return
    checked = forms.read(_arguments_of(registered.handler.fn), dict(event.payload))
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
    return create_model(
        "Arguments", __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=True), **fields
    )
