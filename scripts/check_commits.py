"""Check that commit subjects are in the imperative mood and have at most 72 characters.

scripts/check_commits.py --message FILE      checks a commit message (used by the commit-msg hook)
scripts/check_commits.py --range BASE..HEAD  checks the commits in a range
scripts/check_commits.py --new               checks all commits after the one that added this script
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_LENGTH = 72

# First words of subjects that are not in the imperative mood.
NON_IMPERATIVE_WORDS = frozenset(
    "a an the this that these those it its i we you he she they my our your his her their there "
    "what which when where why how if while after before as since because all any each every no "
    "none one two of in on at by for from with without under over only also not now more most "
    "built bought brought did done found gave given got had has have is are was were kept left "
    "lost made met paid ran said sent shown spent taken threw thrown went wrote written".split()
)
# Matches first words such as "Adding", "Added", "Adds", "Someone", "Whose" and "Sold".
NON_IMPERATIVE_PATTERN = re.compile(
    r"[a-z]{2,}(?:ing|ed|[a-rt-z]s)|(?:some|any|every|no)(?:body|one|thing)|who\w*|[st]old"
)
# Verbs in the imperative mood that the pattern also matches.
IMPERATIVE_EXCEPTIONS = frozenset(
    "bring ping ring sing spring string swing wring "
    "bleed embed exceed feed need proceed seed shed speed succeed weed "
    "alias bias focus".split()
)


def find_problems(subject: str) -> list[str]:
    """Return the problems of a commit subject as phrases, such as "is empty"."""
    problems = []
    if not subject:
        return ["is empty"]
    if len(subject) > MAX_LENGTH:
        problems.append(f"has {len(subject)} characters, at most {MAX_LENGTH} are allowed")
    if subject.endswith("."):
        problems.append("ends with a full stop")
    if not subject[0].isupper():
        problems.append("does not start with a capital letter")
    match = re.match(r"[\w'’-]+", subject)
    if match and not is_imperative(match[0].lower()):
        problems.append(f"starts with {match[0]!r} instead of a verb in the imperative mood")
    return problems


def is_imperative(word: str) -> bool:
    """Return whether `word`, in lower case, can be a verb in the imperative mood."""
    if word in IMPERATIVE_EXCEPTIONS:
        return True
    return word not in NON_IMPERATIVE_WORDS and not NON_IMPERATIVE_PATTERN.fullmatch(word)


def read_subject(message: str) -> str:
    """Return the first line of a commit message that is neither empty nor a comment of git."""
    lines = (line.strip() for line in message.splitlines() if not line.startswith("#"))
    return next((line for line in lines if line), "")


def is_merge_subject(subject: str) -> bool:
    """Return whether `subject` looks like a subject that git generates for merge commits."""
    return bool(
        re.match(r"Merge (branch|branches|commit|pull request|remote-tracking|tag) ", subject)
    )


def list_commits(revisions: str) -> Iterator[tuple[str, str]]:
    """Yield the abbreviated hash and the subject of each commit. Merge commits are skipped."""
    output = run_git("log", "--no-merges", "--reverse", "--format=%h %s", revisions)
    for line in output.splitlines():
        commit, _, subject = line.partition(" ")
        yield commit, subject


def find_new_revisions() -> str | None:
    """Return the revision range of all commits after the one that added this script.

    Return None if there is no history, or if this script is not committed yet.
    """
    try:
        added = run_git(
            "log", "-1", "--diff-filter=A", "--format=%H", "--", "scripts/check_commits.py"
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"{added.strip()}..HEAD" if added.strip() else None


def run_git(*arguments: str) -> str:
    result = subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return result.stdout


def check_message(file: Path) -> list[str]:
    subject = read_subject(file.read_text("utf-8"))
    if is_merge_subject(subject):
        return []
    return [f"The commit subject {problem}: {subject}" for problem in find_problems(subject)]


def check_range(revisions: str) -> list[str]:
    return [
        f"The subject of {commit} {problem}: {subject}"
        for commit, subject in list_commits(revisions)
        for problem in find_problems(subject)
    ]


def main(*arguments: str) -> None:
    """Check the commits that the arguments select. Exit with a list of the problems, if any."""
    parser = argparse.ArgumentParser(description="Check the subjects of commits.")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--message", type=Path, metavar="FILE", help="a commit message")
    group.add_argument("--range", metavar="BASE..HEAD", help="a range of commits")
    group.add_argument("--new", action="store_true", help="all commits since this check exists")
    options = parser.parse_args(arguments)
    if options.message:
        problems = check_message(options.message)
    else:
        revisions = options.range or find_new_revisions()
        if revisions is None:
            print("Skipped: commit subjects (no history)")
            return
        problems = check_range(revisions)
    if problems:
        sys.exit("\n".join([*problems, "See “Writing style” in CONTRIBUTING.md."]))


if __name__ == "__main__":
    main(*sys.argv[1:])
