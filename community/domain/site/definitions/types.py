"""Types of values that several settings share, with their bounds and their validation."""

from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, Field, SecretStr

from community.domain.site.definitions import validation

LINE_LENGTH = 200
TEXT_LENGTH = 1_000

Line = Annotated[
    str,
    Field(max_length=LINE_LENGTH),
    AfterValidator(lambda text: validation.clean_setting_line(text, LINE_LENGTH)),
]
Text = Annotated[
    str,
    Field(max_length=TEXT_LENGTH),
    AfterValidator(lambda text: validation.clean_setting_text(text, TEXT_LENGTH)),
]
HttpUrl = Annotated[
    str,
    Field(max_length=validation.URL_MAX_LENGTH),
    AfterValidator(validation.clean_http_url),
]
# A link to another site, or a path on this site.
Link = Annotated[
    str,
    Field(max_length=validation.URL_MAX_LENGTH),
    AfterValidator(validation.clean_link),
]
Email = Annotated[str, Field(max_length=254), AfterValidator(validation.clean_email_address)]
Secret = Annotated[SecretStr, Field(max_length=1_000)]
Time = AwareDatetime | None

NO_SECRET = SecretStr("")
