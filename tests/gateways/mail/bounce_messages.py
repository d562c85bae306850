"""Reports of mail servers, with the recipient and the header `Message-ID` of a mail."""

from pathlib import Path

FOLDER = Path(__file__).parent / "bounces"


def build_bounce(name: str, message_id: str, recipient: str = "ann@example.org") -> bytes:
    """Return the message in the file `name`, about a mail to `recipient`."""
    text = (FOLDER / f"{name}.eml").read_text(encoding="utf-8")
    return text.replace("{message_id}", message_id).replace("{recipient}", recipient).encode()
