"""The project folder, and the checks of the settings, the data directory and the database."""

import asyncio
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / ".web"


def check_configuration() -> None:
    """Check that the site can run, and let only the owner of the data directory read it.

    Raise `ConfigurationError` if a setting, the data directory or the database cannot be used.
    """
    from community.core.db.schema_version import check_database

    prepare_data_directory()
    asyncio.run(check_database())


def prepare_data_directory() -> None:
    """Check the settings and the data directory, and write the logs in the format of the site."""
    from community.core import data_directory, logs
    from community.core.settings import settings

    logs.configure()
    config = settings()
    data_directory.prepare(config.data_dir, config.database_file)
    assert config.signing_key
