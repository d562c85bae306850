"""The rules for requesting the archive with personal data."""

from datetime import datetime, timedelta
from typing import Final

from community.core import clock, errors
from community.domain.data_export.schemas import ExportStatus
from community.i18n import formats, gettext as _
from community.models import DataExport

# How long the archive can be downloaded. It contains private data, so it is not kept for longer.
LIFETIME: Final = timedelta(days=7)
# Building an archive reads everything that the user has written.
REQUEST_INTERVAL: Final = timedelta(hours=24)
# With the delays of the outbox, the last attempt begins about a minute after the first.
MAX_ATTEMPTS: Final = 5
# The audience of the signed tokens in download links.
LINK_PURPOSE: Final = "data-export"


def get_current_status(export: DataExport | None) -> ExportStatus:
    """Return the status, also if the archive has expired and was not deleted yet."""
    if export is None:
        return ExportStatus.NONE
    if export.expires_at is not None and export.expires_at <= clock.now():
        return ExportStatus.EXPIRED
    return ExportStatus(export.state)


def get_available_at(export: DataExport | None) -> datetime | None:
    """Return when the next archive can be requested, or None if it can be requested now."""
    if get_current_status(export) in {ExportStatus.NONE, ExportStatus.FAILED}:
        return None
    assert export is not None
    available_at = export.requested_at + REQUEST_INTERVAL
    return available_at if available_at > clock.now() else None


def may_request(export: DataExport | None) -> bool:
    is_preparing = get_current_status(export) is ExportStatus.PREPARING
    return not is_preparing and get_available_at(export) is None


def ensure_may_request(export: DataExport | None) -> None:
    """Check that no archive is being prepared, and that the last request was a day ago.

    A request whose archive could not be built does not count. Raise `Conflict` with `available_at`
    in its details, if it is known.
    """
    if may_request(export):
        return
    available_at = get_available_at(export)
    if available_at is None or get_current_status(export) is ExportStatus.PREPARING:
        raise errors.Conflict(_("Your data is already being prepared."))
    raise errors.Conflict(
        _(
            "You can request your data once a day. Try again on {time}.",
            time=formats.format_full_time(available_at),
        ),
        details={"available_at": clock.format_iso(available_at)},
    )
