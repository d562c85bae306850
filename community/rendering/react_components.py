"""Makes Reflex components of the React components in `assets/ui`."""

from collections.abc import Callable, Sequence
from typing import Any

import reflex as rx

# Props that Reflex itself handles.
_REFLEX_PROPS = frozenset({"id", "key", "class_name", "custom_attrs"})
_REFLEX_PREFIXES = ("aria_", "data_")


def react_component(
    module: str,
    name: str,
    *,
    base: type[rx.Component] = rx.Component,
    packages: Sequence[str] = (),
    **events: Any,
) -> Callable[..., rx.Component]:
    """Return a function that creates the React component `name` of `assets/ui/{module}`.

    The function takes children, props and event handlers. The props `is_on` and `class_name` get
    the names `isOn` and `className` in JavaScript.

    Args:
        name: The name that the script exports.
        base: `rx.NoSSRComponent` for a script that must not be part of the first bundle.
        packages: npm packages that the script imports, with their versions.
        events: For each event handler, the type of its argument, or None: `on_toggle=bool`.
    """
    triggers = {event: _build_event_spec(argument) for event, argument in events.items()}

    class ReactComponent(base):  # type: ignore[valid-type,misc]
        # Reflex derives JavaScript names from it, and `<locals>` would not be valid there.
        __qualname__ = name
        library = f"$/public/ui/{module}"
        tag = name
        lib_dependencies: list[str] = list(packages)

        @classmethod
        def get_event_triggers(cls) -> dict[str, Any]:
            return {**super().get_event_triggers(), **triggers}

    def is_own_prop(prop: str) -> bool:
        return prop not in _REFLEX_PROPS | triggers.keys() and not prop.startswith(_REFLEX_PREFIXES)

    def create(*children: Any, **props: Any) -> rx.Component:
        attributes = {
            _to_camel_case(prop): rx.Var.create(props.pop(prop))
            for prop in list(filter(is_own_prop, props))
        }
        attributes |= props.pop("custom_attrs", {})
        component: rx.Component = ReactComponent.create(*children, custom_attrs=attributes, **props)
        return component

    return create


def _build_event_spec(argument_type: Any) -> Any:
    if argument_type is None:
        return rx.event.no_args_event_spec

    def spec(argument: Any) -> tuple[Any]:
        return (argument,)

    spec.__annotations__ = {
        "argument": rx.Var[argument_type],
        "return": tuple[rx.Var[argument_type]],
    }
    return spec


def _to_camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
