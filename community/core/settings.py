"""Settings from environment variables or a `.env` file. Invalid settings abort startup."""

import secrets
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from community.i18n import LANGUAGES, Language


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
        if value and urlsplit(value).scheme.split("+")[0] not in {
            "sqlite",
            "postgresql",
            "postgres",
        }:
            raise ValueError("DATABASE_URL must start with postgresql:// or sqlite://")
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
        self.data_dir.mkdir(parents=True, exist_ok=True)
        path = self.data_dir / "secret_key"
        try:
            with path.open("x", encoding="ascii") as file:
                path.chmod(0o600)
                file.write(secrets.token_urlsafe(48))
        except FileExistsError:
            pass
        return path.read_text(encoding="ascii")


@cache
def settings() -> Settings:
    """Return the settings. The first call reads and caches them."""
    return Settings()
