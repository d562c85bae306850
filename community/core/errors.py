"""Refusals: sentences to a person, with a code for a machine.

Five kinds, raised by the domain and the gateways; `api/errors.py` renders them for HTTP and
`state/errors.py` for the page. Anything else that is raised is a fault of ours.
"""

from collections.abc import Mapping, Sequence
from typing import Any


class Refusal(Exception):
    """Something was asked that will not be done.

    Args:
        sentence: what a person reads: plain, complete, in the second person.
        code: what a program reads, from the list in the interface (`not_found`, `validation`, ...).
        fields: sentences by the name of the field they belong to.
        details: further facts for a program (`available_at`, `feature`, `retry_after`, ...).
    """

    code = "refused"

    def __init__(
        self,
        sentence: str,
        *,
        code: str | None = None,
        fields: Mapping[str, Sequence[str]] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code or type(self).code
        self.fields = {name: list(sentences) for name, sentences in (fields or {}).items()}
        self.details = dict(details or {})


class NotFound(Refusal):
    """There is no such thing, or the person may not know that there is."""

    code = "not_found"


class NotAllowed(Refusal):
    """The thing is there and visible, but this person may not do that to it."""

    code = "forbidden"


class Invalid(Refusal):
    """What was given cannot be used as it stands."""

    code = "validation"

    @classmethod
    def field(cls, name: str, sentence: str, *, code: str | None = None) -> "Invalid":
        """A refusal about one field, shown beside it."""
        return cls(sentence, code=code, fields={name: [sentence]})


class Conflict(Refusal):
    """Somebody or something was first: the state is not the one that was assumed."""

    code = "conflict"


class TooMany(Refusal):
    """A rate limit is used up; `details` has `group` and `retry_after` in seconds."""

    code = "rate_limited"


def unauthenticated(sentence: str = "Sign in to do that.") -> NotAllowed:
    """The refusal for a guest where an account is needed."""
    return NotAllowed(sentence, code="unauthenticated")
