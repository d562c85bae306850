"""Faces and names of people and communities."""

from typing import Any, cast

import reflex as rx
from reflex.vars import VarData
from reflex.vars.function import FunctionStringVar

from community.components import ui
from community.looks.avatar import Shape, Size

_initials: FunctionStringVar[Any] = FunctionStringVar.create(
    "initials", _var_data=VarData(imports={"$/public/ui/words.js": [rx.ImportVar(tag="initials")]})
)


def face(
    one: Any, size: Size = "sm", *, shape: Shape = "person", class_name: str = ""
) -> rx.Component:
    """The face of a var of `Person` or `CommunityLabel`."""
    return ui.avatar(
        initials=cast("rx.Var[str]", _initials.call(one.name)),
        picture=rx.cond(one.avatar, one.avatar, "").to(str),
        size=size,
        shape=shape,
        class_name=class_name,
    )
