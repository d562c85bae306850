"""A component without content that reloads the data of a page in regular intervals."""

from community.rendering import react_component

# Place it on the page as `refresh(seconds=10, on_refresh=SomeState.refresh)`.
refresh = react_component("admin/refresh.js", "Refresh", on_refresh=None)
