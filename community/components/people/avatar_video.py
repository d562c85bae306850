"""The button that plays and pauses the video of a profile picture on live pages."""

from typing import Any

from community.components import ui
from community.rendering import Node, react_component

_AvatarVideo = react_component("avatar_video.jsx", "AvatarVideo")


def avatar_video(url: Any, class_name: str) -> Node:
    """Return the button, and play the video that `ui.avatar` shows with the same URL.

    Args:
        url: A Var with the URL of the video. It is empty or None if there is no video.
    """
    return _AvatarVideo(ui.icon("pause"), ui.icon("play"), src=url, class_name=class_name)
