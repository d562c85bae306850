"""Writing a post: the desk, the sheet on it, and the dialog that publishes."""

from community.components.writing.choices import conflict, discarding
from community.components.writing.desk import desk_keeper, on_desk
from community.components.writing.publishing import publishing
from community.components.writing.sheet import bar, sheet

__all__ = ["bar", "conflict", "desk_keeper", "discarding", "on_desk", "publishing", "sheet"]
