"""Tests of the script that checks commit subjects, and of the Git hook that runs it."""

import os
import subprocess
from pathlib import Path

import pytest

from scripts import check_commits, setup


@pytest.mark.parametrize(
    "subject",
    [
        "Invalidate the sidebar cache before notifying listeners",
        "Add a commit-msg hook",
        "Bring back the text editor",
        "Process uploads in a sandbox",
        "Embed fonts",
        "Feed the dispatcher from the outbox",
        "Don't log access tokens",
        "Rename community.looks to community.styles",
        "x".upper() * check_commits.MAX_LENGTH,
    ],
)
def test_an_imperative_commit_subject_is_accepted(subject: str) -> None:
    assert check_commits.find_problems(subject) == []


@pytest.mark.parametrize(
    ("subject", "problem"),
    [
        ("", "is empty"),
        ("Add a hook.", "ends with a full stop"),
        ("add a hook", "does not start with a capital letter"),
        ("Add " + "x" * 69, "has 73 characters, at most 72 are allowed"),
    ],
)
def test_a_malformed_commit_subject_is_rejected(subject: str, problem: str) -> None:
    assert check_commits.find_problems(subject) == [problem]


@pytest.mark.parametrize(
    "word",
    [
        *("The", "A", "What", "How", "Who", "This", "It", "We", "Every", "No", "Its", "When"),
        *("Added", "Adding", "Adds", "Fixes", "Fixed", "Changing", "Made", "Whose"),
        *("Someone", "Nothing", "Everyone", "Tests"),
    ],
)
def test_a_commit_subject_that_does_not_start_with_an_imperative_is_rejected(word: str) -> None:
    (problem,) = check_commits.find_problems(f"{word} cache of the sidebar")
    assert repr(word) in problem


def test_the_commit_subject_is_the_first_line_that_is_not_a_comment() -> None:
    message = "# Please enter the commit message\n\n  Add a hook  \n\nThe body may be long.\n"
    assert check_commits.read_subject(message) == "Add a hook"
    assert check_commits.read_subject("# Only comments\n") == ""


def test_the_subject_in_a_commit_message_file_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text("Added a hook\n\nWhy.\n")
    with pytest.raises(SystemExit, match="starts with 'Added'"):
        check_commits.main("--message", str(file))
    file.write_text("Merge branch 'feature'\n")
    check_commits.main("--message", str(file))


def test_every_commit_subject_in_a_range_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    commits = "ab12 Add a hook\ncd34 The hook is added\n"
    monkeypatch.setattr(check_commits, "run_git", lambda *_: commits)
    with pytest.raises(SystemExit, match="The subject of cd34 starts with 'The'") as error:
        check_commits.main("--range", "main..HEAD")
    assert "ab12" not in str(error.value)


def test_only_commits_made_after_the_check_was_added_are_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check_commits, "run_git", lambda *_: "ab12\n")
    assert check_commits.find_new_revisions() == "ab12..HEAD"


@pytest.mark.parametrize("error", [FileNotFoundError(), subprocess.CalledProcessError(128, "git")])
def test_the_commit_check_is_skipped_without_a_git_history(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    def raise_error(*_: str) -> str:
        raise error

    monkeypatch.setattr(check_commits, "run_git", raise_error)
    check_commits.main("--new")
    assert capsys.readouterr().out == "Skipped: commit subjects (no history)\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    return tmp_path


def test_the_commit_hook_is_installed_only_once(repository: Path) -> None:
    hook = repository / ".git" / "hooks" / "commit-msg"
    setup.install_commit_hook(repository)
    content = hook.read_text()
    assert os.access(hook, os.X_OK)
    assert "scripts/check_commits.py" in content
    setup.install_commit_hook(repository)
    assert hook.read_text() == content


def test_an_existing_commit_hook_is_not_overwritten(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hook = repository / ".git" / "hooks" / "commit-msg"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 0\n")
    setup.install_commit_hook(repository)
    assert hook.read_text() == "#!/bin/sh\nexit 0\n"
    assert "Skipped" in capsys.readouterr().out


def test_no_commit_hook_is_installed_without_a_git_repository(tmp_path: Path) -> None:
    setup.install_commit_hook(tmp_path)
    assert list(tmp_path.iterdir()) == []
