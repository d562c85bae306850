"""Functions that change the site settings."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db.personal_data import nothing
from community.core.db.statements import acquire_advisory_lock
from community.core.events import DomainEvent
from community.domain import audit
from community.domain.site import queries
from community.domain.site.changes import SettingsChanges
from community.domain.site.definitions import PaymentSettings, SettingsSection, get_definitions
from community.domain.site.payment_providers import retire_payment_keys
from community.domain.site.queries import to_settings_view
from community.domain.site.schemas import SettingsConflict, SettingsView
from community.domain.site.stored_sections import dump_section, load_section, mask_section
from community.i18n import gettext as _
from community.models import SiteSetting


@dataclass(frozen=True, slots=True)
class SiteSettingsChanged(DomainEvent):
    section: str
    changed_by_id: int | None
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReactionKindsChanged(DomainEvent):
    """A reaction was added, changed or removed, or the order changed."""

    code: str
    changed_by_id: int | None


async def change_settings(
    session: AsyncSession, actor: Actor, changes: SettingsChanges, *, version: int | None = None
) -> SettingsView:
    """Store new values of some settings of a section, and return all of its settings.

    Args:
        version: The version of the section that the form showed. None changes any version.

    Raises:
        Conflict: Someone else has changed the section since `version`, and some values differ.
            `details` contains the current `version` and the `conflicts`.
        Invalid: A value does not fit the values of other settings.
    """
    queries.ensure_may_change(actor, changes.section_type)
    row = await _lock_row(session, changes.section_type)
    stored = load_section(changes.section_type, row.value)
    changed = stored.model_copy(update={**changes.values, **changes.html})
    codes = [code for code in changes.values if getattr(stored, code) != getattr(changed, code)]
    if codes:
        if version not in {None, row.version}:
            raise _make_conflict(row.version, stored, changed, codes)
        _ensure_valid(stored, changed, codes)
        await _store(session, actor, row, changed, codes)
        await _record_in_audit_log(session, actor, stored, changed, codes)
    return to_settings_view(row, changed)


async def update_settings(session: AsyncSession, actor: Actor, section: SettingsSection) -> None:
    """Store one section of the site settings. All stored values of the section are replaced."""
    if not actor.is_admin:
        raise errors.PermissionDenied(_("Only administrators can change site settings."))
    row = await _lock_row(session, type(section))
    await _store(session, actor, row, section, get_definitions(type(section)))


async def record_key_test(
    session: AsyncSession, actor: Actor, *, provider: str, is_ok: bool
) -> None:
    """Record in the audit log that the actor has tested the keys of a payment provider."""
    queries.ensure_may_change(actor, PaymentSettings)
    await audit.record(
        session,
        actor,
        "settings.keys_tested",
        target_kind="settings",
        target_id=PaymentSettings.name,
        target_name=_(PaymentSettings.title),
        after={"provider": provider, "is_ok": is_ok},
    )


async def store_image_urls(
    session: AsyncSession, section_type: type[SettingsSection], urls: dict[str, str]
) -> None:
    """Replace the ids of uploads in the settings of a section by the URLs of the images."""
    row = await _lock_row(session, section_type)
    row.value = {**row.value, **urls}
    await session.flush()


async def _lock_row(session: AsyncSession, section_type: type[SettingsSection]) -> SiteSetting:
    """Return the row of the section. Other transactions cannot change it until this one ends."""
    await acquire_advisory_lock(session, f"settings:{section_type.name}")
    row = await session.get(SiteSetting, section_type.name, populate_existing=True)
    if row is None:
        row = SiteSetting(name=section_type.name, value={}, version=0)
        session.add(row)
    return row


async def _store(
    session: AsyncSession,
    actor: Actor,
    row: SiteSetting,
    section: SettingsSection,
    codes: Collection[str],
) -> None:
    if isinstance(section, PaymentSettings):
        before = load_section(PaymentSettings, row.value)
        await retire_payment_keys(session, before, section)
    row.value = dump_section(section)
    row.version += 1
    row.changed_at, row.changed_by_id = clock.now(), actor.user_id
    await session.flush()
    events.record(session, SiteSettingsChanged(section.name, actor.user_id, codes=tuple(codes)))


async def _record_in_audit_log(
    session: AsyncSession,
    actor: Actor,
    before: SettingsSection,
    after: SettingsSection,
    codes: Collection[str],
) -> None:
    values = [mask_section(section) for section in (before, after)]
    await audit.record(
        session,
        actor,
        "settings.changed",
        target_kind="settings",
        target_id=after.name,
        target_name=_(after.title),
        before={code: values[0][code] for code in codes},
        after={code: values[1][code] for code in codes},
    )


def _ensure_valid(stored: SettingsSection, changed: SettingsSection, codes: list[str]) -> None:
    """Check the values of the changed section together.

    Problems of settings that the change does not concern were there before, and do not prevent it.
    """
    problems = dict(changed.find_problems())
    for code, definition in get_definitions(type(changed)).items():
        # A change contains the id of an upload. Only this site assigns URLs.
        if code in codes and definition.kind == "image" and "/" in getattr(changed, code):
            problems[code] = _("This image is no longer available. Upload it again.")
    new = problems.keys() - stored.find_problems().keys() | problems.keys() & set(codes)
    if new:
        messages = {code: [problems[code]] for code in problems if code in new}
        raise errors.Invalid(next(iter(messages.values()))[0], field_errors=messages)


def _make_conflict(
    version: int, stored: SettingsSection, changed: SettingsSection, codes: list[str]
) -> errors.Conflict:
    yours, theirs = mask_section(changed), mask_section(stored)
    conflicts = [
        SettingsConflict(field=code, yours=yours[code], theirs=theirs[code]) for code in codes
    ]
    return errors.Conflict(
        _("Someone else changed these settings. Compare both versions and save again."),
        details={
            "version": version,
            "conflicts": [conflict.model_dump(mode="json") for conflict in conflicts],
        },
    )


PERSONAL_DATA: Final = nothing(
    SiteSetting.changed_by_id, because="What the user did as an administrator."
)
