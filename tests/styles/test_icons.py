"""Test that icons are drawn as lines."""

import importlib
import pkgutil

from community import styles

# The size of the emoji or image of a reaction, and the frame around an icon.
NO_SVG = {
    "community.styles.admin.lists.ICON",
    "community.styles.admin.lists.ICON_LARGE",
    "community.styles.search.ICON",
    "community.styles.settings.LIST_ICON",
}


def test_class_names_of_icons_contain_the_class_of_icons() -> None:
    """Without the class `icon`, browsers fill the shape of an icon with black."""
    class_names = {
        f"{module.name}.{name}": value
        for module in pkgutil.walk_packages(styles.__path__, "community.styles.")
        for name, value in vars(importlib.import_module(module.name)).items()
        if "ICON" in name.split("_") and isinstance(value, str) and not value.startswith("/")
    }
    without_class = {name for name, value in class_names.items() if "icon" not in value.split()}
    assert without_class - NO_SVG == set()
