"""Settings from environment variables or a `.env` file. Invalid settings abort startup."""

import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from community.core.data_directory import load_or_create_key
from community.core.errors import ConfigurationError
from community.i18n import LANGUAGES, Language

# A key of 32 random characters cannot be guessed. Generated keys have 64.
MIN_KEY_LENGTH = 32
_OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_REDIS_SCHEMES = frozenset({"redis", "rediss", "unix"})
# An email address or a page, without characters that would end the line in security.txt.
_CONTACT = re.compile(r"mailto:[^\s@]{1,64}@[^\s@]{1,255}|https://[!-~]{1,2000}", re.ASCII)


class Settings(BaseSettings):
    """The settings. Each field is set by the environment variable with the same upper-case name.

    For example, `DATABASE_URL` sets `database_url`.
    """

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    port: int = Field(3000, ge=1, le=65535, description="Port of the web server.")
    host: str = Field("0.0.0.0", description="Address that the server listens on.")  # noqa: S104  # decision 1
    public_url: str = Field(
        "", description="Public URL of the site; http://localhost:PORT by default."
    )
    data_dir: Path = Field(
        Path(".data"), description="Directory of the database, uploads and the secret key."
    )
    database_url: str = Field("", description="postgresql://…; SQLite in DATA_DIR by default.")
    redis_url: str | None = Field(
        None, description="redis://…; required with more than one process."
    )
    state_redis_url: str | None = Field(
        None,
        description="Redis for Reflex state; the next database of REDIS_URL by default.",
    )
    secret_key: SecretStr | None = Field(
        None,
        description="Signs links, encrypts stored responses; generated in DATA_DIR by default.",
    )
    site_name: str = Field(
        "Community", description="Name of the site, unless an administrator changes it."
    )
    site_language: Language = Field("en", description="Language of the site: en or ru.")
    environment: Literal["production", "development", "test"] = Field(
        "production", description="Environment."
    )
    trusted_proxies: int = Field(
        0, ge=0, description="Number of reverse proxies whose X-Forwarded-For is trusted."
    )
    web_processes: int = Field(1, ge=1, description="Web processes on this machine.")
    jobs_in_server: bool = Field(default=True, description="Run background jobs in web processes.")
    s3_bucket: str = Field(
        "", description="Bucket for uploads; a directory in DATA_DIR by default."
    )
    s3_endpoint: str | None = Field(
        None, description="https://… of an S3-compatible server; Amazon S3 by default."
    )
    s3_region: str = Field("us-east-1", description="Region of the bucket.")
    s3_access_key: SecretStr | None = Field(None, description="Access key of the bucket.")
    s3_secret_key: SecretStr | None = Field(None, description="Secret key of the bucket.")
    security_contact: str = Field(
        "",
        description="mailto:… or https://… for reports of weaknesses; without it there is no "
        "/.well-known/security.txt.",
    )
    allow_sandbox_payments: bool = Field(
        default=False,
        description="Sell with the sandbox, which takes no money, on a public site too.",
    )
    metrics_token: SecretStr | None = Field(
        None,
        description="Bearer token for /metrics; without it only this machine may read metrics.",
    )

    @field_validator("site_language", mode="before")
    @classmethod
    def _validate_site_language(cls, value: object) -> object:
        if value not in LANGUAGES:
            raise ValueError(f"SITE_LANGUAGE must be {' or '.join(LANGUAGES)}")
        return value

    @field_validator("database_url")
    @classmethod
    def _validate_database_url(cls, value: str) -> str:
        scheme = _get_scheme(value).split("+")[0]
        if value and scheme not in {"sqlite", "postgresql", "postgres"}:
            raise ValueError("DATABASE_URL must start with postgresql:// or sqlite://")
        return value

    @field_validator("redis_url", "state_redis_url")
    @classmethod
    def _validate_redis_url(cls, value: str | None) -> str | None:
        if value and _get_scheme(value) not in _REDIS_SCHEMES:
            raise ValueError("REDIS_URL and STATE_REDIS_URL must start with redis://")
        if value and not (urlsplit(value).path.strip("/") or "0").isdecimal():
            raise ValueError("REDIS_URL and STATE_REDIS_URL must end with the database number")
        return value

    @field_validator("public_url", "s3_endpoint")
    @classmethod
    def _validate_http_url(cls, value: str | None) -> str | None:
        if value and _get_scheme(value) not in {"http", "https"}:
            raise ValueError("PUBLIC_URL and S3_ENDPOINT must start with https:// or http://")
        return value

    @field_validator("secret_key")
    @classmethod
    def _validate_secret_key(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value()) < MIN_KEY_LENGTH:
            raise ValueError(f"SECRET_KEY must have at least {MIN_KEY_LENGTH} characters")
        return value

    @field_validator("security_contact")
    @classmethod
    def _validate_security_contact(cls, value: str) -> str:
        if value and not _CONTACT.fullmatch(value):
            raise ValueError("SECURITY_CONTACT must be mailto:name@example.org or https://…")
        return value

    @model_validator(mode="after")
    def _validate_bucket(self) -> Self:
        if self.s3_bucket and (self.s3_access_key is None or self.s3_secret_key is None):
            raise ValueError("S3_BUCKET needs S3_ACCESS_KEY and S3_SECRET_KEY")
        return self

    @cached_property
    def base_url(self) -> str:
        """The public URL of the site without a trailing slash."""
        return (self.public_url or f"http://localhost:{self.port}").rstrip("/")

    @property
    def is_https(self) -> bool:
        return self.base_url.startswith("https://")

    @property
    def allows_sandbox_payments(self) -> bool:
        """Whether the sandbox may be used. It gives away subscriptions."""
        is_own_machine = urlsplit(self.base_url).hostname in _OWN_HOSTS
        is_public = self.environment == "production" and not is_own_machine
        return self.allow_sandbox_payments or not is_public

    @property
    def async_database_url(self) -> str:
        if not self.database_url:
            return f"sqlite+aiosqlite:///{(self.data_dir / 'community.db').resolve()}"
        scheme, rest = self.database_url.split("://", 1)
        driver = "sqlite+aiosqlite" if scheme.startswith("sqlite") else "postgresql+asyncpg"
        return f"{driver}://{rest}"

    @property
    def is_sqlite(self) -> bool:
        return self.async_database_url.startswith("sqlite")

    @property
    def database_file(self) -> Path | None:
        """The file of the SQLite database, or None for PostgreSQL."""
        if not self.is_sqlite:
            return None
        return Path(self.async_database_url.partition(":///")[2].partition("?")[0])

    @property
    def reflex_redis_url(self) -> str | None:
        """The URL of the Redis database for the Reflex state, or None without Redis.

        The Reflex state has a database of its own, because Reflex stores pickled objects there.
        """
        if self.state_redis_url or not self.redis_url:
            return self.state_redis_url
        parts = urlsplit(self.redis_url)
        return parts._replace(path=f"/{int(parts.path.strip('/') or 0) + 1}").geturl()

    @cached_property
    def signing_key(self) -> str:
        """The setting SECRET_KEY. Without it, a key is generated once and stored in DATA_DIR."""
        if self.secret_key is not None:
            return self.secret_key.get_secret_value()
        return load_or_create_key(self.data_dir / "secret_key", MIN_KEY_LENGTH)


@cache
def settings() -> Settings:
    return load_settings()


def load_settings() -> Settings:
    """Read the settings from the environment and the `.env` file.

    Raise `ConfigurationError` if a setting is invalid.
    """
    try:
        return Settings()
    except ValidationError as error:
        problems = (_describe_problem(problem) for problem in error.errors())
        raise ConfigurationError("\n".join(problems)) from None
    except (SettingsError, UnicodeDecodeError, OSError):
        raise ConfigurationError("The settings in the file .env cannot be read.") from None


def _describe_problem(problem: Mapping[str, Any]) -> str:
    """Return the message about an invalid setting, without its value."""
    message: str = problem["msg"].removeprefix("Value error, ")
    # Messages from the validators of `Settings` already name the variable.
    if message != problem["msg"]:
        return message
    return f"{'_'.join(map(str, problem['loc'])).upper()}: {message}"


def _get_scheme(url: str) -> str:
    """Return the scheme of a URL, or an empty string if the URL has an invalid host or port."""
    try:
        parts = urlsplit(url)
        assert parts.port is None or parts.port > 0
    except (ValueError, AssertionError):
        return ""
    is_file = parts.scheme.startswith(("sqlite", "unix"))
    return parts.scheme if parts.hostname or is_file else ""
