"""The settings of the list of top authors."""

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field, field_validator

from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.i18n import noop

MAX_SIZE = 20
MAX_EXCLUDED_TOP_USERS = 100

TopUsersPeriod: TypeAlias = Literal["day", "week", "month", "year", "all"]
"""The time whose responses count for a list of top authors."""

DEFAULT_TOP_USERS_PERIOD: Final[TopUsersPeriod] = "month"


class TopUsers(SettingsPart):
    title: ClassVar[str] = noop("Top authors")

    enabled: Annotated[bool, Setting(noop("Show top authors"), noop("Beside feeds and posts."))] = (
        True
    )
    size: Annotated[int, Field(ge=1, le=MAX_SIZE), Setting(noop("Number of authors"))] = 5
    period: Annotated[
        TopUsersPeriod,
        Setting(
            noop("Responses of"),
            noop("Reactions, comments and followers of this time count."),
            choices={
                "day": noop("The last 24 hours"),
                "week": noop("The last 7 days"),
                "month": noop("The last 30 days"),
                "year": noop("The last 365 days"),
                "all": noop("All time"),
            },
        ),
    ] = DEFAULT_TOP_USERS_PERIOD
    excluded: Annotated[
        tuple[Annotated[str, Field(max_length=60)], ...],
        Field(max_length=MAX_EXCLUDED_TOP_USERS),
        Setting(
            noop("Excluded people"),
            noop("Usernames, one a line. They are not suggested to follow either."),
        ),
    ] = ()

    @field_validator("excluded")
    @classmethod
    def _clean_excluded(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        slugs = (name.strip().removeprefix("@").lower() for name in names)
        return tuple(dict.fromkeys(filter(None, slugs)))


class TopUsersSettings(TopUsers, SettingsSection):
    """Settings of the list of top authors, from which authors to follow are suggested too."""

    name: ClassVar[str] = "top-users"
    admin_section: ClassVar[str] = "top-users"
    title: ClassVar[str] = noop("Top authors")
