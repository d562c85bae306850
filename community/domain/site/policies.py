"""The rule for who may change the site settings."""

from community.core.actor import Actor
from community.domain.site.definitions import SettingsSection


def get_admin_section(section_type: type[SettingsSection]) -> str:
    """Return the code of the section of the Admin Panel in which the settings are."""
    return section_type.admin_section or f"settings/{section_type.name}"


def ensure_may_change(actor: Actor, section_type: type[SettingsSection]) -> None:
    """Check that the actor may see and change the settings of the section."""
    actor.ensure_section(get_admin_section(section_type))
