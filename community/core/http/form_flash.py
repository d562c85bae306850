"""A cookie with the values and errors of a rejected HTML form.

When the server rejects a form, it sets this cookie and redirects to the form page. The page shows
the values and errors. The URL does not contain them, because otherwise email addresses would
appear in logs and in the browser history. A client can forge the cookie, so the page must escape
the values and errors.
"""

import base64
import binascii
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from community.core.http import cookies

COOKIE = "form_flash"
# Long enough for the redirect from the response to the form page.
MAX_AGE_SECONDS = 60
# Browsers drop cookies larger than 4 KB.
_MAX_BYTES = 3_500

FormName = Literal["login", "register", "reset_request", "reset", "code", "finish"]


class FormFlash(BaseModel):
    """The submitted values and errors of a rejected form. `values` must not contain passwords."""

    form: FormName
    values: dict[str, str] = Field({}, description="Submitted values by field.")
    message: str = Field(description="Why the form was rejected.")
    errors: dict[str, list[str]] = Field({}, description="Error messages by field.")


def to_cookie_value(form: FormFlash) -> str:
    """Return the form as a cookie value, without the longest form values if it is too large."""
    values = dict(form.values)
    while True:
        packed = _encode(form.model_copy(update={"values": values}))
        if len(packed) <= _MAX_BYTES or not values:
            return packed
        del values[max(values, key=lambda name: len(values[name]))]


def from_cookie_value(value: str | None) -> FormFlash | None:
    """Decode the form in a cookie value. Return None if the value is missing or invalid."""
    try:
        return FormFlash.model_validate_json(base64.urlsafe_b64decode(value or ""))
    except (ValidationError, ValueError, binascii.Error):
        return None


def find(cookie_header: str) -> FormFlash | None:
    return from_cookie_value(cookies.find(cookie_header, COOKIE))


def _encode(form: FormFlash) -> str:
    return base64.urlsafe_b64encode(form.model_dump_json().encode()).decode()
