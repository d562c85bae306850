import re

from community.core.settings import Settings
from tests.architecture.sources import ROOT

# Libraries read these environment variables.
VARIABLES_OF_LIBRARIES = {"PROMETHEUS_MULTIPROC_DIR"}


def test_the_table_in_the_readme_lists_every_setting() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    first_cells = re.findall(r"^\| (`[^|]+) \|", readme, re.MULTILINE)
    documented = set(re.findall(r"`([A-Z0-9_]+)`", " ".join(first_cells)))
    settings = {name.upper() for name in Settings.model_fields}
    assert documented == settings | VARIABLES_OF_LIBRARIES
