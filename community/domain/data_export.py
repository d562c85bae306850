"""The archive with the personal data of a user: requesting it, building it and downloading it.

Each subject declares in `PERSONAL_DATA` what the archive contains of its tables. The
job `community/jobs/export_data.py` builds the archive.
"""

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import TracebackType
from typing import IO, BinaryIO, Final, NamedTuple, Self
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import orjson
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, errors, events, ids
from community.core.actor import Actor
from community.core.db.export_parts import ExportPart, ExportRow
from community.core.db.personal_data import PersonalData, list_export_parts
from community.core.errors import NotFound, make_unauthenticated_error
from community.core.events import DomainEvent
from community.core.ids import parse_uuid
from community.core.read_models import ReadModel, Timestamp
from community.core.signed_tokens import build_token, read_token
from community.domain import accounts, identity, mail, merging, people, personal_data
from community.domain.jobs import outbox
from community.domain.mail import Button, Facts, Link, Message, Note
from community.gateways.media import private_key_for
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
PARTS: Final = list_export_parts(personal_data.DECLARATIONS)
README: Final = "README.txt"
_FILE_PERMISSIONS: Final = 0o644 << 16
_EXPORT_JOB = "export_data"
_DELETE_JOB = "delete_data_export"
_EXPIRE_BATCH_SIZE = 200


@dataclass(frozen=True, slots=True)
class DataExportChanged(DomainEvent):
    """The archive of a user was requested, is ready, could not be built, or was deleted."""

    user_id: int


class ExportStatus(StrEnum):
    NONE = "none"
    PREPARING = "preparing"
    READY = "ready"
    FAILED = "failed"
    EXPIRED = "expired"


class DataExportView(ReadModel):
    """The archive with the personal data of a user, and whether they may request a new one."""

    status: ExportStatus = ExportStatus.NONE
    requested_at: Timestamp | None = None
    size: int | None = Field(None, description="Bytes of the archive, if it is ready.")
    expires_at: Timestamp | None = Field(None, description="Until when it can be downloaded.")
    download_url: str | None = Field(None, description="For the session of the same account.")
    can_request: bool = True
    available_at: Timestamp | None = Field(
        None, description="When the next archive can be requested, if not now."
    )


class Download(NamedTuple):
    """A file in the private storage, and the name under which the browser saves it."""

    key: str
    filename: str


def _get_current_status(export: DataExport | None) -> ExportStatus:
    """Return the status, also if the archive has expired and was not deleted yet."""
    if export is None:
        return ExportStatus.NONE
    if export.expires_at is not None and export.expires_at <= clock.now():
        return ExportStatus.EXPIRED
    return ExportStatus(export.state)


def _get_available_at(export: DataExport | None) -> datetime | None:
    """Return when the next archive can be requested, or None if it can be requested now."""
    if _get_current_status(export) in {ExportStatus.NONE, ExportStatus.FAILED}:
        return None
    assert export is not None
    available_at = export.requested_at + REQUEST_INTERVAL
    return available_at if available_at > clock.now() else None


def _may_request(export: DataExport | None) -> bool:
    is_preparing = _get_current_status(export) is ExportStatus.PREPARING
    return not is_preparing and _get_available_at(export) is None


def _ensure_may_request(export: DataExport | None) -> None:
    """Check that no archive is being prepared, and that the last request was a day ago.

    A request whose archive could not be built does not count. Raise `Conflict` with `available_at`
    in its details, if it is known.
    """
    if _may_request(export):
        return
    available_at = _get_available_at(export)
    if available_at is None or _get_current_status(export) is ExportStatus.PREPARING:
        raise errors.Conflict(_("Your data is already being prepared."))
    raise errors.Conflict(
        _(
            "You can request your data once a day. Try again on {time}.",
            time=formats.format_full_time(available_at),
        ),
        details={"available_at": clock.format_iso(available_at)},
    )


async def get_status(session: AsyncSession, actor: Actor) -> DataExportView:
    """Return the state of the actor's archive, and whether they may request a new one.

    Raise `PermissionDenied` if the actor is not signed in on the site, or uses an access token.
    """
    identity.ensure_session_authentication(actor)
    return _build_view(await session.get(DataExport, actor.id))


async def open_download(session: AsyncSession, actor: Actor, *, token: str) -> Download:
    """Return the archive of a download link.

    Raises:
        PermissionDenied: The actor is not signed in on the site, or uses an access token.
        NotFound: The link is not valid or has expired, or belongs to another account.
    """
    if actor.is_guest:
        raise make_unauthenticated_error()
    identity.ensure_session_authentication(actor)
    claims = read_token(LINK_PURPOSE, token) or {}
    export = await _find(session, parse_uuid(str(claims.get("sub", ""))))
    if (
        export is None
        or export.user_id != actor.id
        or _get_current_status(export) is not ExportStatus.READY
    ):
        raise NotFound(_("This download has expired. Request your data again in the settings."))
    date = export.requested_at.date().isoformat()
    return Download(private_key_for(export.file_id), f"data-{actor.slug}-{date}.zip")


def _build_view(export: DataExport | None) -> DataExportView:
    if export is None:
        return DataExportView()
    status = _get_current_status(export)
    is_ready = status is ExportStatus.READY
    return DataExportView(
        status=status,
        requested_at=export.requested_at,
        size=export.size if is_ready else None,
        expires_at=export.expires_at if is_ready else None,
        download_url=_build_download_url(export) if is_ready else None,
        can_request=_may_request(export),
        available_at=_get_available_at(export),
    )


def _build_download_url(export: DataExport) -> str:
    """Return the URL of an archive that is ready. It works until the archive expires."""
    assert export.expires_at is not None
    token = build_token(LINK_PURPOSE, expires_at=export.expires_at, sub=str(export.file_id))
    return urls.with_token(urls.DOWNLOAD_DATA, token)


async def _find(session: AsyncSession, file_id: UUID | None) -> DataExport | None:
    if file_id is None:
        return None
    return await session.scalar(select(DataExport).where(col(DataExport.file_id) == file_id))


def _build_ready(name: str, *, size: int, expires_at: datetime, url: str) -> Message:
    date = formats.format_full_time(expires_at)
    return Message(
        subject=_("Your data is ready to download"),
        preheader=_("You can download it until {date}.", date=date),
        parts=[
            _("Hi {name},", name=name),
            _(
                "The archive with your data is ready: your posts, comments and images, and "
                "everything else that your account contains."
            ),
            Facts([(_("Size"), formats.format_size(size)), (_("Available until"), date)]),
            Button(_("Download my data"), url),
            Note(_("Only you can download it. The link asks you to sign in if you aren't.")),
            Link(
                _("If it wasn't you, choose a new password now:"),
                _("Choose a new password"),
                urls.absolute(urls.RESET_PASSWORD_PAGE),
            ),
        ],
        reason=_("You get this email because your data was requested on the site."),
    )


class ArchiveWriter(AbstractContextManager["ArchiveWriter"]):
    """A ZIP file that is being written."""

    def __init__(self, file: BinaryIO, at: datetime) -> None:
        self._zip = ZipFile(file, "w")
        self._at = at
        self._open: IO[bytes] | None = None
        self._has_rows = self._is_list = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._open is not None:
            self._open.close()
        self._zip.close()

    def write_text(self, path: str, text: str) -> None:
        # Without the mark, some Windows programs do not recognize the encoding.
        with self._begin(path) as entry:
            entry.write(text.replace("\n", "\r\n").encode("utf-8-sig"))

    def begin_part(self, part: ExportPart) -> None:
        self._open = self._begin(f"{part.name}.json")
        self._has_rows, self._is_list = False, not part.is_single

    def write_rows(self, rows: Sequence[ExportRow]) -> None:
        """Write rows of the part that was begun. A part that is a single object has one row."""
        assert self._open is not None
        for row in rows:
            if self._is_list:
                self._open.write(b",\n" if self._has_rows else b"[\n")
            self._open.write(orjson.dumps(row, option=orjson.OPT_INDENT_2))
            self._has_rows = True

    def end_part(self) -> None:
        assert self._open is not None
        if self._is_list:
            self._open.write(b"\n]\n" if self._has_rows else b"[]\n")
        else:
            self._open.write(b"\n" if self._has_rows else b"null\n")
        self._open.close()
        self._open = None

    def begin_file(self, path: str) -> None:
        self._open = self._begin(path, compression=ZIP_STORED)

    def write_chunk(self, chunk: bytes) -> None:
        assert self._open is not None
        self._open.write(chunk)

    def end_file(self) -> None:
        assert self._open is not None
        self._open.close()
        self._open = None

    def _begin(self, path: str, *, compression: int = ZIP_DEFLATED) -> IO[bytes]:
        entry = ZipInfo(path, self._at.timetuple()[:6])
        entry.compress_type, entry.external_attr = compression, _FILE_PERMISSIONS
        # The size is not known before the data is written.
        return self._zip.open(entry, "w", force_zip64=True)


def build_readme(
    parts: Sequence[ExportPart], *, site_name: str, username: str, at: datetime
) -> str:
    """Return the text that explains the files, in the language of the site."""
    contents = "\n".join(f"{part.name}.json: {_(part.title)}" for part in parts)
    paragraphs = [
        _("Data of @{username} on {site}", username=username, site=site_name),
        _("Created on {time}", time=formats.format_full_time(at)),
        _(
            "The files are in the JSON format, which text editors and browsers open and programs "
            "can read. Times are in UTC. An id, such as post_id, tells which other entry is meant."
        ),
        contents,
        _(
            "The archive contains no passwords, keys or other secrets, and no private data of "
            "other people."
        ),
        _("Keep the archive in a safe place. It contains private data."),
    ]
    return "\n\n".join(paragraphs) + "\n"


async def request(session: AsyncSession, actor: Actor) -> DataExportView:
    """Let a job build an archive with the actor's data. It replaces the former archive.

    Raise `Conflict` if an archive is being prepared, or the last request was less than a day ago.
    """
    identity.ensure_recently_confirmed(actor)
    # The lock serializes requests, also the first ones, for which there is no row to lock.
    user = await identity.get_own_user(session, actor, for_update=True)
    export = await session.get(DataExport, user.id, populate_existing=True)
    _ensure_may_request(export)
    if export is None:
        export = DataExport(user_id=user.id)
        session.add(export)
    else:
        _delete_file(session, export)
        export.file_id = ids.new_uuid()
    export.state, export.attempts = ExportStatus.PREPARING.value, 0
    export.size = export.expires_at = None
    export.requested_at = clock.now()
    await session.flush()
    outbox.enqueue(session, _EXPORT_JOB, file_id=str(export.file_id))
    events.record(session, DataExportChanged(user.id))
    return _build_view(export)


async def begin(session: AsyncSession, file_id: UUID) -> int | None:
    """Count an attempt and return the user's id, or None if the archive is not needed or failed."""
    export = await _lock_preparing(session, file_id)
    if export is None:
        return None
    if export.attempts >= MAX_ATTEMPTS:  # The process ended during the last attempt.
        _fail(session, export)
        return None
    export.attempts += 1
    return export.user_id


async def finish(session: AsyncSession, file_id: UUID, *, size: int) -> bool:
    """Make an archive available for download, and send the link. Its file is stored.

    Return False if it is not needed any more, for example because the account was deleted.
    """
    export = await _lock_preparing(session, file_id)
    if export is None:
        return False
    user = await people.get_user(session, export.user_id)
    export.state, export.size = ExportStatus.READY.value, size
    export.expires_at = clock.now() + LIFETIME
    await session.flush()
    message = _build_ready(
        user.name,
        size=size,
        expires_at=export.expires_at,
        url=urls.absolute(_build_download_url(export)),
    )
    await mail.enqueue(
        session, kind="data_export", recipient=user.email, message=message, is_private=True
    )
    events.record(session, DataExportChanged(export.user_id))
    return True


async def is_ready(session: AsyncSession, file_id: UUID) -> bool:
    """Return whether the file of an archive is needed, because it can be downloaded."""
    export = await session.scalar(select(DataExport).where(col(DataExport.file_id) == file_id))
    return _get_current_status(export) is ExportStatus.READY


async def record_failure(session: AsyncSession, file_id: UUID) -> None:
    """Tell the user that the archive could not be built, if no attempt is left."""
    export = await _lock_preparing(session, file_id)
    if export is not None and export.attempts >= MAX_ATTEMPTS:
        _fail(session, export)


async def expire_old(session: AsyncSession) -> int:
    """Delete the files of a batch of archives whose time is over. Return the number of archives."""
    query = select(DataExport).where(
        col(DataExport.state) == ExportStatus.READY.value,
        col(DataExport.expires_at) <= clock.now(),
    )
    query = query.order_by(col(DataExport.expires_at)).limit(_EXPIRE_BATCH_SIZE)
    rows = (await session.scalars(query.with_for_update(skip_locked=True))).all()
    for export in rows:
        export.state = ExportStatus.EXPIRED.value
        _delete_file(session, export)
        events.record(session, DataExportChanged(export.user_id))
    return len(rows)


async def discard(
    session: AsyncSession, *, user_ids: Collection[int], limit: int | None = None
) -> int:
    """Delete up to `limit` archives of users, also those that are being prepared."""
    query = select(DataExport).where(col(DataExport.user_id).in_(user_ids)).limit(limit)
    rows = (await session.scalars(query)).all()
    for export in rows:
        _delete_file(session, export)
        await session.delete(export)
    await session.flush()
    return len(rows)


async def _lock_preparing(session: AsyncSession, file_id: UUID) -> DataExport | None:
    return await session.scalar(
        select(DataExport)
        .where(
            col(DataExport.file_id) == file_id,
            col(DataExport.state) == ExportStatus.PREPARING.value,
        )
        .with_for_update()
    )


def _fail(session: AsyncSession, export: DataExport) -> None:
    export.state = ExportStatus.FAILED.value
    events.record(session, DataExportChanged(export.user_id))


def _delete_file(session: AsyncSession, export: DataExport) -> None:
    outbox.enqueue(session, _DELETE_JOB, file_id=str(export.file_id))


PERSONAL_DATA: Final = (
    PersonalData(
        DataExport.user_id,
        export="The archive itself.",
        merge="Deleted when the merge begins.",
        erase=discard,
    ),
)


async def discard_of_deleted(session: AsyncSession, event: accounts.AccountDeleted) -> None:
    await discard(session, user_ids=[event.user_id])


async def discard_of_merged(session: AsyncSession, event: merging.AccountsMerged) -> None:
    await discard(session, user_ids=[event.source_id])
