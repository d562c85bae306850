"""The rule for who may change the site settings."""

from community.core.actor import Actor
from community.domain.site.definitions import SettingsSection


def get_admin_section(section_type: type[SettingsSection]) -> str:
    return section_type.admin_section or f"settings/{section_type.name}"


def ensure_may_change(actor: Actor, section_type: type[SettingsSection]) -> None:
    actor.ensure_section(get_admin_section(section_type))
