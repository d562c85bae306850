"""The table of settings in the README names every setting that there is."""

from community.core.settings import Settings
from tests.shape.sources import COMMUNITY


def test_every_setting_is_in_the_readme() -> None:
    words = (COMMUNITY.parent / "README.md").read_text().replace("`", " ").replace(",", " ").split()
    assert {name.upper() for name in Settings.model_fields} <= set(words)
