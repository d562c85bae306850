"""Where the project and its front end lie; commands work from any folder."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / ".web"
