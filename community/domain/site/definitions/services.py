"""The settings of the services that the site uses: the mail server and the AI endpoint."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from community.domain.site.definitions.definition import Setting, SettingsPart
from community.domain.site.definitions.validation import NO_SECRET, Email, HttpUrl, Line, Secret
from community.i18n import noop


class SmtpSettings(SettingsPart):
    title: ClassVar[str] = noop("Email")
    description: ClassVar[str] = noop("The SMTP server that sends the emails of the site.")

    smtp_host: Annotated[Line, Setting(noop("Server"), placeholder="smtp.example.com")] = ""
    smtp_port: Annotated[int, Field(ge=1, le=65_535), Setting(noop("Port"))] = 587
    smtp_security: Annotated[
        Literal["starttls", "tls", "none"],
        Setting(
            noop("Encryption"),
            choices={"starttls": "STARTTLS", "tls": "TLS", "none": noop("No encryption")},
        ),
    ] = "starttls"
    smtp_user: Annotated[Line, Setting(noop("Username"))] = ""
    smtp_password: Annotated[Secret, Setting(noop("Password"))] = NO_SECRET
    smtp_sender: Annotated[
        Email,
        Setting(noop("Sender address"), kind="email", placeholder="hello@example.com"),
    ] = ""
    smtp_bounce_address: Annotated[
        Email,
        Setting(
            noop("Address for bounces"),
            noop(
                "Mail servers report emails that they can't deliver to this address. "
                "The sender address by default."
            ),
            kind="email",
            placeholder="bounces@example.com",
        ),
    ] = ""


class AiSettings(SettingsPart):
    title: ClassVar[str] = noop("AI")
    description: ClassVar[str] = noop("Any endpoint that is compatible with the OpenAI API.")

    ai_base_url: Annotated[
        HttpUrl,
        Setting(
            noop("Endpoint"),
            noop("Without an endpoint, AI features are off."),
            kind="url",
            placeholder="https://api.openai.com/v1",
        ),
    ] = ""
    ai_model: Annotated[Line, Setting(noop("Model"))] = ""
    ai_key: Annotated[Secret, Setting(noop("API key"))] = NO_SECRET
    ai_max_tokens: Annotated[
        int, Field(ge=16, le=32_000), Setting(noop("Length of an answer"), unit=noop("tokens"))
    ] = 1_000
    ai_daily_requests: Annotated[
        int,
        Field(ge=0, le=1_000_000),
        Setting(noop("Requests per day"), noop("0 turns AI features off.")),
    ] = 1_000
    ai_daily_tokens: Annotated[
        int,
        Field(ge=0, le=1_000_000_000),
        Setting(
            noop("Tokens per day"),
            noop("Limits what the site spends in any 24 hours. 0 turns AI features off."),
            unit=noop("tokens"),
        ),
    ] = 2_000_000
    ai_daily_summaries: Annotated[
        int,
        Field(ge=0, le=10_000),
        Setting(
            noop("New summaries per person and day"),
            noop("Summaries that others have requested before don't count."),
        ),
    ] = 50
    ai_daily_questions: Annotated[
        int, Field(ge=0, le=10_000), Setting(noop("Questions per person and day"))
    ] = 20
    ai_summary_min_minutes: Annotated[
        int,
        Field(ge=1, le=60),
        Setting(
            noop("Summaries from a reading time of"),
            noop("Shorter posts get no summary."),
            unit=noop("minutes"),
        ),
    ] = 3

    @property
    def is_ai_on(self) -> bool:
        """Whether the site has an endpoint and may send requests to it."""
        has_endpoint = bool(self.ai_base_url and self.ai_model)
        return has_endpoint and self.ai_daily_requests > 0 and self.ai_daily_tokens > 0
