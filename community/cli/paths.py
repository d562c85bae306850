"""Paths of the project folder and of the folder for the front-end build."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / ".web"
