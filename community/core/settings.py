"""What an operator chooses, from the environment or a `.env` file; a wrong one stops the start."""

import secrets
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every name is the environment variable in lower case: `DATABASE_URL` is `database_url`."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    port: int = Field(3000, ge=1, le=65535, description="Port of the web server.")
    host: str = Field("0.0.0.0", description="Address that the server listens on.")  # noqa: S104  # decision 1
    public_url: str = Field(
        "", description="Address of the site as readers see it; http://localhost:PORT by default."
    )
    data_dir: Path = Field(
        Path(".data"), description="Folder of the database, uploads and the secret key."
    )
    database_url: str = Field("", description="postgresql://…; SQLite in DATA_DIR by default.")
    redis_url: str | None = Field(None, description="redis://…; needed with more than one process.")
    state_redis_url: str | None = Field(
        None,
        description="Redis for the state of open pages; the next database of REDIS_URL by default.",
    )
    secret_key: SecretStr | None = Field(
        None, description="Signs links; made in DATA_DIR by default."
    )
    site_name: str = Field(
        "Community", description="Name of the site until an administrator sets one."
    )
    environment: Literal["production", "development", "test"] = Field(
        "production", description="Kind of run."
    )
    trusted_proxies: int = Field(
        0, ge=0, description="Reverse proxies whose X-Forwarded-For is believed."
    )
    web_processes: int = Field(1, ge=1, description="Web processes on this machine.")
    jobs_in_server: bool = Field(default=True, description="Do background jobs in web processes.")
    s3_bucket: str = Field("", description="Bucket for uploads; a folder in DATA_DIR by default.")
    s3_endpoint: str | None = Field(
        None, description="https://… of a server that is compatible with S3; Amazon's by default."
    )
    s3_region: str = Field("us-east-1", description="Region of the bucket.")
    s3_access_key: SecretStr | None = Field(None, description="Who asks the bucket.")
    s3_secret_key: SecretStr | None = Field(None, description="What proves it.")
    metrics_token: SecretStr | None = Field(
        None, description="Bearer token that opens /metrics to other machines."
    )

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: str) -> str:
        if value and urlsplit(value).scheme.split("+")[0] not in {
            "sqlite",
            "postgresql",
            "postgres",
        }:
            raise ValueError("DATABASE_URL must begin with postgresql:// or sqlite://")
        return value

    @model_validator(mode="after")
    def _complete_bucket(self) -> Self:
        if self.s3_bucket and (self.s3_access_key is None or self.s3_secret_key is None):
            raise ValueError("S3_BUCKET needs S3_ACCESS_KEY and S3_SECRET_KEY")
        return self

    @cached_property
    def url(self) -> str:
        """The public address without a slash at its end."""
        return (self.public_url or f"http://localhost:{self.port}").rstrip("/")

    @property
    def is_https(self) -> bool:
        return self.url.startswith("https://")

    @property
    def async_database_url(self) -> str:
        """`database_url` with the driver for the event loop."""
        if not self.database_url:
            return f"sqlite+aiosqlite:///{(self.data_dir / 'community.db').resolve()}"
        scheme, rest = self.database_url.split("://", 1)
        driver = "sqlite+aiosqlite" if scheme.startswith("sqlite") else "postgresql+asyncpg"
        return f"{driver}://{rest}"

    @property
    def is_sqlite(self) -> bool:
        return self.async_database_url.startswith("sqlite")

    @property
    def page_state_redis_url(self) -> str | None:
        """Where Reflex keeps the state of open pages: pickles, hence a database of their own."""
        if self.state_redis_url or not self.redis_url:
            return self.state_redis_url
        parts = urlsplit(self.redis_url)
        return parts._replace(path=f"/{int(parts.path.strip('/') or 0) + 1}").geturl()

    @cached_property
    def secret(self) -> str:
        """The signing key: from the environment, or made once and kept in the data folder."""
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
    """The settings of this process, read once."""
    return Settings()
