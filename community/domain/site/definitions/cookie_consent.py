"""The settings of the cookie banner."""

from typing import Annotated, ClassVar, Literal

from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.domain.site.definitions.validation import Line, Link, Text
from community.i18n import noop


class CookieBanner(SettingsPart):
    title: ClassVar[str] = noop("Cookie banner")

    enabled: Annotated[bool, Setting(noop("Show the cookie banner"))] = False
    behavior: Annotated[
        Literal["opt_in", "notice"],
        Setting(
            noop("Behaviour"),
            noop("Nothing optional is stored in the browser before the visitor agrees."),
            choices={
                "opt_in": noop("Ask for consent: accept or reject"),
                "notice": noop("Only inform: one button"),
            },
        ),
    ] = "opt_in"
    asks_again: Annotated[
        bool,
        Setting(
            noop("Ask again when the text changes"),
            noop("Visitors who have chosen before see the banner again with the new text."),
        ),
    ] = True


class CookieTexts(SettingsPart):
    title: ClassVar[str] = noop("Texts")
    description: ClassVar[str] = noop(
        "Empty fields show the standard texts in the language of the site."
    )

    text: Annotated[
        Text,
        Setting(
            noop("Text"),
            kind="textarea",
            placeholder=noop("We use cookies to keep you signed in and to improve the site."),
        ),
    ] = ""
    accept_label: Annotated[Line, Setting(noop("Button to accept"), placeholder=noop("Accept"))] = (
        ""
    )
    reject_label: Annotated[
        Line,
        Setting(noop("Button to reject"), placeholder=noop("Only necessary")),
    ] = ""
    policy_link: Annotated[
        Link,
        Setting(
            noop("Link to the policy"),
            noop("A page of this site or another site."),
            kind="url",
            placeholder="/about/privacy",
        ),
    ] = "/about/privacy"


class CookieConsentSettings(CookieBanner, CookieTexts, SettingsSection):
    """Settings of the cookie banner. Empty texts stand for the standard texts."""

    name: ClassVar[str] = "cookie-consent"
    title: ClassVar[str] = noop("Cookie consent")
