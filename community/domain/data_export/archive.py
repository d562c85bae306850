"""Writes the archive: JSON files, images, and a text that explains them.

The methods compress data, so call them in a thread. Only one file of the archive is open at a time.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from types import TracebackType
from typing import IO, BinaryIO, Final, Self
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import orjson

from community.core.db.export_parts import ExportPart, ExportRow
from community.core.db.personal_data import list_export_parts
from community.domain import personal_data
from community.i18n import formats, gettext as _

PARTS: Final = list_export_parts(personal_data.DECLARATIONS)
README: Final = "README.txt"
_FILE_PERMISSIONS: Final = 0o644 << 16


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
