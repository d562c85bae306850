"""The settings of the site as a whole: its name and look, its pages and its services."""

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, Field

from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.domain.site.definitions.services import AiSettings, SmtpSettings
from community.domain.site.definitions.validation import Email, Line, Link, Text, Time
from community.i18n import gettext as _, noop

PAGE_MAX_LENGTH = 50_000
# The default of `--accent` in `assets/styles/tokens.css`.
DEFAULT_ACCENT_COLOR: Final = "#2b4ccf"

_COLOR = re.compile(r"#[0-9a-f]{6}")


def _clean_color(text: str) -> str:
    color = text.strip().lower()
    if color and not _COLOR.fullmatch(color):
        raise ValueError(_("Enter a colour such as #2f6fed."))
    return color


_Page = Annotated[str, Field(max_length=PAGE_MAX_LENGTH)]
# The URL of an uploaded image or "". A change contains the id of the upload instead.
_Image = Annotated[str, Field(max_length=200)]


class Branding(SettingsPart):
    title: ClassVar[str] = noop("Site")

    site_name: Annotated[
        Line,
        Field(max_length=60),
        Setting(noop("Site name"), noop("Shown in the header, in titles and in emails.")),
    ] = ""
    site_description: Annotated[
        Text,
        Field(max_length=300),
        Setting(
            noop("Description"),
            noop("One or two sentences for search engines and link previews."),
            kind="textarea",
        ),
    ] = ""
    logo: Annotated[
        _Image,
        Setting(
            noop("Logo"),
            noop("Shown in the header instead of the name."),
            kind="image",
        ),
    ] = ""
    icon: Annotated[
        _Image,
        Setting(
            noop("Icon"),
            noop("A square image for browser tabs and home screens."),
            kind="image",
        ),
    ] = ""


class Appearance(SettingsPart):
    title: ClassVar[str] = noop("Appearance")

    accent_color: Annotated[
        str,
        Field(max_length=7),
        AfterValidator(_clean_color),
        Setting(
            noop("Accent colour"),
            noop("Buttons and links. Shades for light and dark mode are derived from it."),
            kind="color",
        ),
    ] = ""
    default_theme: Annotated[
        Literal["system", "light", "dark"],
        Setting(
            noop("Default theme"),
            noop("Everyone can choose another theme for themselves."),
            choices={
                "system": noop("As in the system"),
                "light": noop("Light"),
                "dark": noop("Dark"),
            },
        ),
    ] = "system"


class SitePages(SettingsPart):
    title: ClassVar[str] = noop("Contact and pages")
    description: ClassVar[str] = noop(
        "Pages are public at /about, /about/terms and /about/privacy. Empty pages don't exist."
    )

    contact_email: Annotated[Email, Setting(noop("Contact email"), kind="email")] = ""
    about_page: Annotated[_Page, Setting(noop("About the site"), kind="markdown")] = ""
    terms_page: Annotated[_Page, Setting(noop("Terms of use"), kind="markdown")] = ""
    privacy_page: Annotated[_Page, Setting(noop("Privacy policy"), kind="markdown")] = ""


class Announcement(SettingsPart):
    title: ClassVar[str] = noop("Announcement bar")
    description: ClassVar[str] = noop("A line above every page. Without a text there is no bar.")

    announcement_text: Annotated[Line, Setting(noop("Text of the announcement"))] = ""
    announcement_link: Annotated[
        Link,
        Setting(noop("Link"), noop("A page of this site or another site."), kind="url"),
    ] = ""
    announcement_dismissible: Annotated[bool, Setting(noop("Visitors can close it"))] = True
    announcement_from: Annotated[Time, Setting(noop("Show from"), kind="datetime")] = None
    announcement_until: Annotated[Time, Setting(noop("Show until"), kind="datetime")] = None


class GeneralSettings(
    Branding, Appearance, SitePages, Announcement, SmtpSettings, AiSettings, SettingsSection
):
    """Settings of the site as a whole.

    Attributes:
        about_page_html: The sanitized HTML of `about_page`, which is rendered when the page
            changes. `terms_page_html` and `privacy_page_html` are those of the other pages.
    """

    name: ClassVar[str] = "general"
    title: ClassVar[str] = noop("General")

    about_page_html: str = ""
    terms_page_html: str = ""
    privacy_page_html: str = ""

    def find_problems(self) -> Mapping[str, str]:
        start, end = self.announcement_from, self.announcement_until
        if start and end and end <= start:
            return {"announcement_until": _("The end must be after the start.")}
        return {}


class ChecklistSettings(SettingsSection):
    name: ClassVar[str] = "setup"

    is_checklist_dismissed: bool = False
