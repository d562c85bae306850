from typing import Any

from community.core.read_models import ReadModel, Timestamp


class ReactionChoice(ReadModel):
    """A reaction that users can choose.

    If `is_extended` is true, the reaction is available only to users whose subscription plan
    includes the feature `reactions`. If `image` is set, it is shown instead of the emoji.
    """

    code: str
    emoji: str
    image: str | None = None
    name: str
    is_extended: bool = False
    is_active: bool = True


class ReactionCount(ReadModel):
    """A reaction, and the number of users who chose it for a certain post or comment."""

    code: str
    emoji: str
    image: str | None = None
    name: str
    count: int


class SignInProvider(ReadModel):
    """A service with which people can sign in. `name` is the name on the button."""

    provider: str
    name: str


class SettingsView(ReadModel):
    """The settings of a section, as forms and documents show them."""

    group: str
    version: int  # the number of the last change, with which a form detects that it is outdated
    values: dict[str, Any]  # the values by code; secrets are masked
    changed_at: Timestamp | None = None


class SettingsConflict(ReadModel):
    """A setting that someone else changed after the form was loaded."""

    field: str
    yours: Any
    theirs: Any


class SettingChange(ReadModel):
    """A setting that an import changes. Secrets are masked.

    Attributes:
        label: The name of the setting in the language of the site.
    """

    section: str
    code: str
    label: str
    before: Any
    after: Any
