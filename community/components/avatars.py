"""Avatars of users and communities."""

from typing import Any, cast

import reflex as rx
from reflex.vars import VarData
from reflex.vars.function import FunctionStringVar

from community.components import ui
from community.styles.avatar import Shape, Size

_initials: FunctionStringVar[Any] = FunctionStringVar.create(
    "initials",
    _var_data=VarData(imports={"$/public/ui/formats.js": [rx.ImportVar(tag="initials")]}),
)


def avatar_for(
    entity: Any, size: Size = "sm", *, shape: Shape = "user", class_name: str = ""
) -> rx.Component:
    """Return the avatar of a user or community.

    `entity` is a Reflex Var that contains a `UserSummary` or `CommunitySummary`.
    """
    return ui.avatar(
        initials=cast("rx.Var[str]", _initials.call(entity.name)),
        image_url=rx.cond(entity.avatar, entity.avatar, "").to(str),
        size=size,
        shape=shape,
        class_name=class_name,
    )
