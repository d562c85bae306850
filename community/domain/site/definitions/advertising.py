"""The settings that turn advertisements and their approval by a second administrator on."""

from typing import Annotated, ClassVar

from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.i18n import noop


class Advertising(SettingsPart):
    title: ClassVar[str] = noop("Advertising")

    advertisements_enabled: Annotated[
        bool,
        Setting(
            noop("Show advertisements"),
            noop("Turn this off to hide all advertisements at once."),
        ),
    ] = True
    needs_approval: Annotated[
        bool,
        Setting(
            noop("Another administrator must approve"),
            noop("An advertisement runs only after someone else has approved what readers see."),
        ),
    ] = False


class AdvertisingSettings(Advertising, SettingsSection):
    name: ClassVar[str] = "advertisements"
    admin_section: ClassVar[str] = "advertisements"
    title: ClassVar[str] = noop("Advertising")
