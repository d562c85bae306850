"""Saves mails as files, for sites without an SMTP server."""

import asyncio
import os
import tempfile
from pathlib import Path

from community.gateways.mail.messages import OutgoingMail, build_message


async def save_as_file(directory: Path, mail: OutgoingMail) -> Path:
    """Write the mail to an `.eml` file, which mail programs can open, and return its path.

    The name of the file depends only on the mail, so that another attempt after a crash replaces
    the file. Raise `MailError` if a header of the mail is invalid.
    """
    content = build_message(mail).as_bytes()
    return await asyncio.to_thread(_write, directory / f"{mail.message_id}.eml", content)


def _write(path: Path, content: bytes) -> Path:
    # Mails can contain links that sign a user in, so only the owner of the directory may read them.
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    return Path(temporary).replace(path)
