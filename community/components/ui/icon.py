"""Icons in the colour and size of the surrounding text."""

from community.rendering import Node, cached_html, el
from community.styles.ui import icons
from community.styles.ui.icons import IconName


@cached_html(maxsize=None)
def icon(name: IconName, class_name: str = icons.ICON) -> Node:
    """Return an icon. Screen readers skip it, so its button or link needs an accessible name."""
    return el.svg(
        el.path(d=icons.PATHS[name]),
        class_name=class_name,
        view_box=icons.VIEW_BOX,
        aria_hidden="true",
    )
