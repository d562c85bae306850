"""What happens to the settings of the site."""

from dataclasses import dataclass

from community.core.events import Fact


@dataclass(frozen=True, slots=True)
class SiteChanged(Fact):
    """An administrator saved a section of the settings."""

    section: str
    changed_by_id: int | None
