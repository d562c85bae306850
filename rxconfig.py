"""Configuration of Reflex, made from our own settings (community/core/settings.py)."""

import os
import sys
from pathlib import Path

import reflex as rx
from reflex.plugins import SitemapPlugin, TailwindV4Plugin
from reflex_base.constants import StateManagerMode

from community.cli.same_origin import SameOrigin
from community.cli.steady_page import SteadyPage
from community.core.settings import settings

# The build comes out the same whatever is set: what differs between sites is asked at run time.
# Node and npm are those of the virtual environment, activated or not; nothing else is downloaded.
os.environ["PATH"] = os.pathsep.join((str(Path(sys.prefix, "bin")), os.environ.get("PATH", "")))
os.environ.setdefault("REFLEX_USE_NPM", "true")
os.environ.setdefault("REFLEX_CHECK_LATEST_VERSION", "false")

KEPT_IN = StateManagerMode.REDIS if settings().page_state_redis_url else StateManagerMode.MEMORY

config = rx.Config(
    app_name="community",
    backend_path="/_rx",
    frontend_port=settings().port,
    # The page's own address takes its place in the browser (SameOrigin).
    api_url="http://localhost:3000",
    cors_allowed_origins=[settings().url],
    frontend_compression_formats=["brotli", "gzip"],
    state_manager_mode=KEPT_IN,
    redis_url=settings().page_state_redis_url,
    trusted_proxy_hops=settings().trusted_proxies,
    telemetry_enabled=False,
    show_built_with_reflex=False,
    disable_plugins=[SitemapPlugin],
    plugins=[
        # Only our own sources name classes; the typography plugin is replaced by prose.css.
        TailwindV4Plugin(
            {
                "content": [
                    f"../community/{room}/**/*.py"
                    for room in ("looks", "components", "documents", "pages", "admin")
                ],
                "plugins": [],
            }
        ),
        SameOrigin(),
        SteadyPage(),
    ],
)
