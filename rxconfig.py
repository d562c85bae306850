"""The Reflex configuration, derived from the settings in `community/core/settings.py`."""

import os
import sys
from pathlib import Path

import reflex as rx
from reflex.plugins import SitemapPlugin, TailwindV4Plugin

from community.cli.preconditions import check_configuration
from community.core.errors import ConfigurationError
from community.core.settings import settings
from community.reflex_adapter.build_plugins.browser_catalog import BrowserCatalogPlugin
from community.reflex_adapter.build_plugins.pushes import PushesPlugin
from community.reflex_adapter.build_plugins.reconnect import KeepStateOnReconnectPlugin
from community.reflex_adapter.build_plugins.same_origin import SameOriginPlugin
from community.reflex_adapter.build_plugins.theme import ThemePlugin
from community.reflex_adapter.development.forks import hold_config_lock_during_forks, prepare_forks
from community.reflex_adapter.state_lifetime import STATE_LIFETIME_SECONDS, StateManagerMode

# The frontend build depends only on the setting `SITE_LANGUAGE`. All other settings are read at run
# time.

# Use Node and npm from the virtual environment even if it is not activated, so that Reflex does not
# download another version.
os.environ["PATH"] = os.pathsep.join((str(Path(sys.prefix, "bin")), os.environ.get("PATH", "")))
os.environ.setdefault("REFLEX_USE_NPM", "true")
os.environ.setdefault("REFLEX_CHECK_LATEST_VERSION", "false")

# `community serve` makes the same checks before it starts. `reflex run` loads this file in several
# threads and processes, which inherit the environment. The first check is enough.
CHECKED = "COMMUNITY_CONFIGURATION_IS_CHECKED"
if sys.argv[1:2] == ["run"] and CHECKED not in os.environ:
    try:
        check_configuration()
    except ConfigurationError as error:
        sys.exit(str(error))
    os.environ[CHECKED] = "true"

hold_config_lock_during_forks()
if sys.argv[1:2] == ["run"]:
    prepare_forks()

STATE_MANAGER_MODE = (
    StateManagerMode.REDIS if settings().reflex_redis_url else StateManagerMode.MEMORY
)

config = rx.Config(
    app_name="community",
    backend_path="/_rx",
    frontend_port=settings().port,
    # A placeholder. `SameOriginPlugin` makes the browser use the origin of the page instead.
    api_url="http://localhost:3000",
    cors_allowed_origins=[settings().base_url],
    frontend_compression_formats=["brotli", "gzip"],
    state_manager_mode=STATE_MANAGER_MODE,
    redis_url=settings().reflex_redis_url,
    redis_token_expiration=STATE_LIFETIME_SECONDS[STATE_MANAGER_MODE],
    trusted_proxy_hops=settings().trusted_proxies,
    telemetry_enabled=False,
    show_built_with_reflex=False,
    disable_plugins=[SitemapPlugin],
    plugins=[
        # CSS class names occur only in these packages. The typography plugin is omitted because
        # prose.css replaces it.
        TailwindV4Plugin(
            {
                "content": [
                    f"../community/{package}/**/*.py"
                    for package in ("styles", "components", "ssr", "pages", "admin")
                ],
                "plugins": [],
            }
        ),
        SameOriginPlugin(),
        KeepStateOnReconnectPlugin(),
        PushesPlugin(),
        ThemePlugin(),
        BrowserCatalogPlugin(settings().site_language),
    ],
)
