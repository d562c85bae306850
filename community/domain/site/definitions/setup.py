"""The state of the setup of a new site. No form shows it."""

from typing import ClassVar

from community.domain.site.definitions.definition import SettingsSection


class ChecklistSettings(SettingsSection):
    name: ClassVar[str] = "setup"

    is_checklist_dismissed: bool = False
