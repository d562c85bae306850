"""The mails that the site under test has saved as files."""

import asyncio
import re
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from community.core.settings import settings


async def read_delivered_mails() -> list[EmailMessage]:
    """Return the mails in the data directory of the site, oldest first."""
    return await asyncio.to_thread(list_mails, settings().data_dir)


def list_mails(data_dir: Path) -> list[EmailMessage]:
    files = sorted((data_dir / "mail").glob("*.eml"), key=lambda file: int(file.name.split(".")[0]))
    return [message_from_bytes(file.read_bytes(), policy=default) for file in files]


def get_text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def find_token(mail: EmailMessage, *, path: str = "") -> str:
    """Return the token of the first link to a page whose path ends with `path`."""
    found = re.search(rf"{re.escape(path)}\?token=([\w.-]+)", get_text(mail))
    assert found is not None
    return found[1]
