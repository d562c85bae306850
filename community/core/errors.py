"""Errors with a message for the user and a code for programs.

Code raises them to reject a request. `api/http/errors.py` converts them to HTTP responses, and
`state/runtime/toasts.py` shows their messages on the page. Any other exception is a bug or an
outage.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from community.i18n import gettext as _

# The code of the error for users whose plan does not include a feature.
FEATURE_REQUIRED: Final = "subscription_feature_required"


class DomainError(Exception):
    """Base class of the errors that reject a request and tell the user the reason.

    Args:
        message: The text shown to the user, already translated.
        code: The error code in the HTTP API, such as `not_found`. By default it is the class
            attribute `code`.
        field_errors: Maps the names of form fields to their error messages.
        details: Additional values for API clients, such as `retry_after` or `available_at`.
    """

    code = "error"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        field_errors: Mapping[str, Sequence[str]] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.field_errors = {
            name: list(messages) for name, messages in (field_errors or {}).items()
        }
        self.details = dict(details or {})


class NotFound(DomainError):
    """The object does not exist, or the actor may not see it."""

    code = "not_found"


class Moved(NotFound):
    """The page is at another `url`, because its slug has changed or is written differently."""

    def __init__(self, message: str, url: str) -> None:
        super().__init__(message)
        self.url = url


class PermissionDenied(DomainError):
    """The actor may see the object but may not perform this action."""

    code = "forbidden"


class Invalid(DomainError):
    code = "validation"

    @classmethod
    def for_field(cls, name: str, message: str, *, code: str | None = None) -> "Invalid":
        return cls(message, code=code, field_errors={name: [message]})


class FieldErrors:
    """Collects the errors in several fields of a form, so that users see all of them at once."""

    def __init__(self) -> None:
        self._messages: dict[str, list[str]] = {}

    def add(self, field: str, message: str) -> None:
        self._messages.setdefault(field, []).append(message)

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Collect the field errors of an `Invalid` that the `with` block raises."""
        try:
            yield
        except Invalid as error:
            for field, messages in error.field_errors.items():
                self._messages.setdefault(field, []).extend(messages)

    def raise_if_any(self) -> None:
        """Raise `Invalid` with the collected errors. Its message is the first one."""
        if self._messages:
            raise Invalid(next(iter(self._messages.values()))[0], field_errors=self._messages)


class Conflict(DomainError):
    """The object has changed since the caller read it, or a unique name is already taken."""

    code = "conflict"


class TooManyRequests(DomainError):
    """A rate limit is exceeded. `details` has its `group` and `retry_after` in seconds."""

    code = "rate_limited"


class Unavailable(DomainError):
    """The server is too busy to begin the work. `details` has `retry_after` in seconds."""

    code = "unavailable"

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message, details={"retry_after": retry_after})
        self.retry_after = retry_after


def make_unauthenticated_error(message: str | None = None) -> PermissionDenied:
    return PermissionDenied(message or _("Sign in to continue."), code="unauthenticated")


class ConfigurationError(SystemExit):
    """A setting or a file of the operator prevents the start.

    If nothing catches the error, the process prints its message, which contains no secrets, and
    exits with code 1.
    """
