"""A native form that was refused: what was typed travels back to the page that shows it again.

In a cookie of a minute rather than in the address, where e-mails would end in logs and histories.
The page shows its words as text, whoever wrote them.
"""

import base64
import binascii
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from community.core import cookies

COOKIE = "kept_form"
# From the answer to the page that it leads to.
KEPT_SECONDS = 60
# Browsers drop cookies above 4 KB.
_LIMIT = 3_500

Kind = Literal["login", "register"]


class KeptForm(BaseModel):
    """A form to be filled in again. Passwords are never among the values."""

    form: Kind
    values: dict[str, str] = Field({}, description="What was typed, by field.")
    sentence: str = Field(description="Why it was refused.")
    errors: dict[str, list[str]] = Field({}, description="Sentences by field.")


def pack(form: KeptForm) -> str:
    """The value of the cookie; what was typed is left out, the longest first, until it fits."""
    values = dict(form.values)
    while len(packed := _encode(form.model_copy(update={"values": values}))) > _LIMIT and values:
        del values[max(values, key=lambda name: len(values[name]))]
    return packed


def unpack(value: str | None) -> KeptForm | None:
    """The form in a cookie; None if there is none."""
    try:
        return KeptForm.model_validate_json(base64.urlsafe_b64decode(value or ""))
    except (ValidationError, ValueError, binascii.Error):
        return None


def find(cookies_header: str) -> KeptForm | None:
    """The form that a Cookie header brings back."""
    return unpack(cookies.find(cookies_header, COOKIE))


def _encode(form: KeptForm) -> str:
    return base64.urlsafe_b64encode(form.model_dump_json().encode()).decode()
