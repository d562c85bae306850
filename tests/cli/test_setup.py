"""Tests that `scripts/setup.py` explains why it cannot install the packages, before it starts."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a copy of what the script reads, in a folder with a space in its path."""
    project = tmp_path / "my site"
    for name in ("scripts", "requirements"):
        shutil.copytree(ROOT / name, project / name)
    shutil.copy(ROOT / "pyproject.toml", project)
    return project


@pytest.fixture
def small_disk(project: Path) -> Iterator[Path]:
    """Mount a disk of 200 MB with the project, or skip the test if the user may not."""
    disk = project.parent / "small disk"
    disk.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", "size=200m", "tmpfs", str(disk))
    if os.geteuid() or subprocess.call(mount, stderr=subprocess.DEVNULL):
        pytest.skip("Only root can mount a disk.")
    shutil.copytree(project, disk / "site")
    yield disk / "site"
    subprocess.check_call(("umount", str(disk)))


def set_up(project: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "scripts/setup.py", "run"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_small_disk_is_reported_before_the_installation(small_disk: Path) -> None:
    result = set_up(small_disk)
    assert result.returncode == 1
    assert "MB of free disk space" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (small_disk / ".venv").exists()


def test_a_folder_that_cannot_be_written_is_reported(small_disk: Path) -> None:
    disk = small_disk.parent
    subprocess.check_call(("mount", "-o", "remount,ro", str(disk)))
    result = set_up(small_disk)
    assert result.returncode == 1
    assert "cannot be written" in result.stderr
    assert result.stderr.count("\n") == 1
