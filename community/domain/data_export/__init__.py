"""The archive with the personal data of a user: requesting it, building it and downloading it.

Each subject declares in `PERSONAL_DATA` what the archive contains of its tables. The
job `community/jobs/export_data.py` builds the archive.
"""

from community.domain.data_export.actions import (
    PERSONAL_DATA,
    begin,
    expire_old,
    finish,
    is_ready,
    record_failure,
    request,
)
from community.domain.data_export.archive import PARTS, ArchiveWriter
from community.domain.data_export.events import DataExportChanged
from community.domain.data_export.listeners import discard_of_deleted, discard_of_merged
from community.domain.data_export.policies import LIFETIME
from community.domain.data_export.queries import get_status, open_download
from community.domain.data_export.schemas import DataExportView, ExportStatus
