"""Contract tests for the places of the files that the front-end build creates.

`tests/e2e/test_build_output.py` checks the contents of a real build.
"""

from pathlib import Path

from reflex_base.constants import Dirs, ReactRouter

from community.reflex_adapter import build_output


def test_the_build_writes_the_fallback_page_where_the_server_reads_it() -> None:
    assert Path(Dirs.WEB, Dirs.STATIC) == build_output.BUILD_DIR
    assert ReactRouter.SPA_FALLBACK == build_output.FALLBACK_FILE
