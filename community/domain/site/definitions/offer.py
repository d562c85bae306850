"""The settings of the dialog that offers plans."""

from typing import Annotated, ClassVar, Final

from pydantic import Field, field_validator

from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.domain.site.definitions.validation import LINE_LENGTH, Line, Text, clean_setting_line
from community.i18n import noop

MAX_ADVANTAGES: Final = 8


class OfferTexts(SettingsPart):
    title: ClassVar[str] = noop("Texts")
    description: ClassVar[str] = noop(
        "The window opens when someone does something that only subscribers can do. "
        "Empty fields show the standard texts in the language of the site."
    )

    heading: Annotated[Line, Setting(noop("Heading"), placeholder=noop("Get more with a plan"))] = (
        ""
    )
    text: Annotated[
        Text,
        Setting(
            noop("Text"),
            kind="textarea",
            placeholder=noop(
                "Support the site and get more out of it. You can cancel at any time."
            ),
        ),
    ] = ""
    advantages: Annotated[
        tuple[Annotated[str, Field(max_length=LINE_LENGTH)], ...],
        Field(max_length=MAX_ADVANTAGES),
        Setting(
            noop("Advantages"),
            noop("One a line. Without them, the window shows what the first plan includes."),
        ),
    ] = ()
    button_label: Annotated[
        Line, Setting(noop("Text of the button"), placeholder=noop("See plans"))
    ] = ""

    @field_validator("advantages")
    @classmethod
    def _clean_advantages(cls, lines: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(filter(None, (clean_setting_line(line, LINE_LENGTH) for line in lines)))


class OfferSettings(OfferTexts, SettingsSection):
    """The texts of the dialog that offers plans. Empty texts stand for the standard texts."""

    name: ClassVar[str] = "subscription-modal"
    admin_section: ClassVar[str] = "subscription-modal"
    title: ClassVar[str] = noop("Subscription offer")
