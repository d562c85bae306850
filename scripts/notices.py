"""Write or check THIRD_PARTY_NOTICES.md: the licenses of everything that the browser receives.

scripts/notices.py update   writes the file; needs the front-end packages of a build in .web
scripts/notices.py check    fails if the file does not list the locked front-end packages
"""

import hashlib
import json
import re
import sys
from collections import defaultdict
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "THIRD_PARTY_NOTICES.md"
FONTS = ROOT / "assets" / "fonts"
# Packages that Reflex installs for the build, but whose code the browser receives too.
BUILD_PACKAGES = ("@emotion/react", "tailwindcss")
INTRODUCTION = """\
# Third-party notices

Community is licensed under the MIT License (`LICENSE`). The browser also receives the software,
fonts and images below. `scripts/notices.py update` writes this file. The Python packages that
`make setup` installs are not part of this project; each contains its own license.
"""
IMAGES = """\
## Icons and emoji

- Icons: [Lucide](https://lucide.dev), ISC License. Copyright (c) Lucide Icons and Contributors.
  Some icons are from Feather, MIT License. Copyright (c) 2013-2023 Cole Bemis.
- Emoji in `assets/emoji/`: [Twemoji](https://github.com/jdecked/twemoji) 15.0, CC BY 4.0.
  Copyright Twitter, Inc and other contributors.
"""


def main(command: str) -> None:
    packages = list_packages()
    if command == "update":
        NOTICES.write_text(render(packages), "utf-8")
    elif render_table(packages) not in NOTICES.read_text("utf-8"):
        sys.exit("THIRD_PARTY_NOTICES.md is outdated. Run: scripts/notices.py update")


def list_packages() -> dict[str, Any]:
    """Return the entries of the lock file that the browser receives, by their paths."""
    lock = json.loads((ROOT / "reflex.lock" / "package-lock.json").read_text())["packages"]
    found: dict[str, Any] = {}
    waiting = [("", name) for name in (*lock[""]["dependencies"], *BUILD_PACKAGES)]
    while waiting:
        parent, name = waiting.pop()
        path = resolve(lock, parent, name)
        if path and path not in found:
            found[path] = lock[path]
            waiting += [(path, child) for child in lock[path].get("dependencies", {})]
    return dict(sorted(found.items()))


def resolve(lock: dict[str, Any], parent: str, name: str) -> str:
    """Return the path of a package that `parent` imports, as Node looks for it."""
    while parent:
        if f"{parent}/node_modules/{name}" in lock:
            return f"{parent}/node_modules/{name}"
        parent = parent.rpartition("/node_modules/")[0]
    return f"node_modules/{name}" if f"node_modules/{name}" in lock else ""


def render(packages: dict[str, Any]) -> str:
    fonts = [
        f"### {file.name.removesuffix('-LICENSE.txt').title()}\n\n{quote(file.read_text('utf-8'))}"
        for file in sorted(FONTS.glob("*-LICENSE.txt"))
    ]
    parts = [
        INTRODUCTION,
        IMAGES,
        "## Fonts\n",
        *fonts,
        render_table(packages),
        *render_texts(packages),
    ]
    return "\n".join(parts).rstrip() + "\n"


def render_table(packages: dict[str, Any]) -> str:
    reflex = distribution("reflex")
    rows = [f"| reflex | {reflex.version} | Apache-2.0 |"]
    rows += [
        f"| {get_name(path)} | {package['version']} | {package.get('license', 'see below')} |"
        for path, package in packages.items()
    ]
    return "\n".join(
        ["## Software\n", "| package | version | license |", "|---|---|---|", *rows, ""]
    )


def render_texts(packages: dict[str, Any]) -> list[str]:
    """Return the license texts. Packages whose texts differ only in the copyright share one."""
    owners: dict[str, list[str]] = defaultdict(list)
    texts: dict[str, str] = {}
    for path in packages:
        files = sorted((ROOT / ".web" / path).glob("[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*"))
        if not files:
            continue
        lines = files[0].read_text("utf-8").splitlines()
        notices = [line.strip() for line in lines if re.match(r"\s*(?:©|Copyright\b)", line)]
        text = "\n".join(line.rstrip() for line in lines if line.strip() not in notices).strip()
        key = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()
        texts.setdefault(key, text)
        owners[key].append(f"- {get_name(path)}: {'; '.join(notices) or 'see the text'}")
    groups = sorted(owners, key=lambda key: (-len(owners[key]), owners[key]))
    return [
        "\n".join([f"### License text {number}\n", *owners[key], "", quote(texts[key])])
        for number, key in enumerate(groups, start=1)
    ]


def quote(text: str) -> str:
    return f"```text\n{text.strip()}\n```\n"


def get_name(path: str) -> str:
    return path.rpartition("node_modules/")[2]


if __name__ == "__main__":
    main(*sys.argv[1:])
