import re

from community.core.settings import Settings
from tests.architecture.sources import ROOT


def test_every_setting_is_in_the_readme() -> None:
    documented = set(re.findall(r"[A-Z0-9_]+", (ROOT / "README.md").read_text("utf-8")))
    assert {name.upper() for name in Settings.model_fields} <= documented
